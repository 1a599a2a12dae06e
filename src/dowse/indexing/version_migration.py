"""Migration to this version: an index whose files an earlier version read in another way reads all of them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from ..graph.site_roots import SITE_ROOTS
from ..ports.indexed_document import FileStamp
from ..ports.storage import FactLookup, IndexFacts

REMEMBERED = "version"  # key in the index
# Raised with every change of what a file becomes in the index: its words, title, tags, properties, sections and
# symbols, and its links and references with the keys by which they are resolved.
VERSION = 1
_MOST_DIGITS = 9  # of a stamp


class _Knowing(FactLookup, Protocol):
    """The part of a store that tells which files it has."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""


class VersionedIndex(IndexFacts, _Knowing, Protocol):
    """The part of a store that the migration needs."""

    def read_again(self, paths: Iterable[str] | None) -> None:
        """See DocumentWriter."""


def is_of_earlier_version(index: FactLookup) -> bool:
    """Whether an earlier version has read the files of the index, if it has any."""
    return _version_of(index) < VERSION


def migrate_version(index: VersionedIndex) -> None:
    """Marks all files as changed if an earlier version read them, and lets the roots of sites be inferred anew.

    A later run reads the files if this one does not.  What a later version has read stays: the two would undo each
    other's work, such as a server that runs since before an update and the commands after it.  Raises StorageError where
    the index is not writable.
    """
    if not is_of_earlier_version(index):
        return
    if index.known():
        index.read_again(None)
        index.remember(SITE_ROOTS, "")
    index.remember(REMEMBERED, str(VERSION))


def stamps_after_migration(index: _Knowing) -> Mapping[str, FileStamp]:
    """The stamps of the files as the migration leaves them, also where the index is not writable."""
    known = index.known()
    if not is_of_earlier_version(index):
        return known
    return {path: stamp._replace(mtime_ns=-1, digest="") for path, stamp in known.items()}


def _version_of(index: FactLookup) -> int:
    stamp = index.recalled(REMEMBERED)
    return int(stamp) if stamp.isdecimal() and len(stamp) <= _MOST_DIGITS else 0
