"""The modes of a search: which of its retrievers run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast, get_args

Mode = Literal["hybrid", "vector", "fulltext"]
MODES: tuple[Mode, ...] = get_args(Mode)

ModeName = Literal["hybrid", "vector", "fulltext", "semantic", "keyword"]  # as users may write one
MODE_SYNONYMS: Mapping[str, Mode] = {"semantic": "vector", "keyword": "fulltext"}  # the names of the lists


def canonical_mode(name: ModeName | None) -> Mode | None:
    """The mode of that name; an unknown name stays, for the check of the request."""
    return MODE_SYNONYMS.get(name or "", cast("Mode | None", name))
