"""Migration of kinds: after a change of the settings or of the rules in model/kinds.py, affected documents are read
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Protocol

from ..formats.detect import with_kind
from ..formats.folder_kinds import KindRules
from ..model.document import Head
from ..model.errors import StorageError
from ..model.kinds import fingerprint
from ..ports.indexed_document import FileStamp
from ..ports.storage import IndexFacts

REMEMBERED = "kinds"  # key in the index: the stamp


class Index(IndexFacts, Protocol):
    """The part of a store that a migration needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See DocumentStore."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""


def stamp(rules: KindRules) -> str:
    """The stamp of the kinds of an index: a digest of the rules of the program, and a line for each of the settings."""
    return "\n".join((fingerprint(), *(f"{kind} {folder}" for folder, kind in rules)))


def migrate_kinds(rules: KindRules, index: Index) -> None:
    """Marks the documents as changed whose kind, type or phase by these rules differs from that in the index.

    A later run reads them if this one does not.
    """
    if index.recalled(REMEMBERED) == stamp(rules):
        return
    heads = index.heads(index.known())
    again = [path for path, head in heads.items() if with_kind(head, rules) != head]
    with suppress(StorageError):  # a read-only index keeps the old kinds
        if again:
            index.read_again(again)
        index.remember(REMEMBERED, stamp(rules))
