"""What the documents of a vault can be chosen by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..ports.storage import Reader

_FIELDS = ("tag", "type", "status", "kind", "ext")


def facets(reader: Reader) -> Mapping[str, Sequence[str]]:
    """The values of each field that one chooses by, most frequent first, and under `path` all folders."""
    files = frozenset(reader.inside([""]))
    folders = [path for path in reader.vocabulary("path") if path not in files]
    return {**{field: list(reader.vocabulary(field)) for field in _FIELDS}, "path": folders}
