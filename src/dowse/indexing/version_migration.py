"""Migration to this version: an index whose files an earlier version read in another way reads all of them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Protocol

from ..graph.site_roots import SITE_ROOTS
from ..model.errors import StorageError
from ..ports.indexed_document import FileStamp
from ..ports.storage import FactLookup, IndexFacts

REMEMBERED = "version"  # key in the index
# Raised with every change of what a file becomes in the index: its words, title, tags, properties, sections and
# symbols, and its links and references with the keys by which they are resolved.
VERSION = 1
_MOST_DIGITS = 9  # of a stamp


class VersionedIndex(IndexFacts, Protocol):
    """The part of a store that the migration needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def read_again(self, paths: Iterable[str] | None) -> None:
        """See DocumentWriter."""


def is_of_earlier_version(index: FactLookup) -> bool:
    """Whether an earlier version has read the files of the index, if it has any."""
    stamp = index.recalled(REMEMBERED)
    return not (stamp.isdecimal() and len(stamp) <= _MOST_DIGITS and int(stamp) >= VERSION)


def migrate_version(index: VersionedIndex) -> None:
    """Marks all files as changed if an earlier version read them, and lets the roots of sites be inferred anew.

    A later run reads the files if this one does not.  What a later version has read stays: the two would undo each
    other's work, such as a server that runs since before an update and the commands after it.
    """
    if not is_of_earlier_version(index):
        return
    with suppress(StorageError):  # a read-only index keeps what it has
        if index.known():
            index.read_again(None)
            index.remember(SITE_ROOTS, "")
        index.remember(REMEMBERED, str(VERSION))
