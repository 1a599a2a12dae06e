"""Migration to this version: an index whose files an earlier version read in another way reads all of them again."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Protocol

from ..graph.site_roots import SITE_ROOTS
from ..model.errors import StorageError
from ..ports.indexed_document import FileStamp
from ..ports.storage import FactLookup, IndexFacts

REMEMBERED = "version"  # key in the index
# Raised with every change of what a file becomes in the index: its words, title, tags, properties, sections and
# symbols, and its links and references with the keys by which they are resolved.
VERSION = 4
_MOST_DIGITS = 9  # of a stamp
_READ_BY_EARLIER = "read by an earlier version"  # key: the files, as JSON, or _ALL of them
_ALL = "all"
_MOST_NAMED = 1_000  # files; of more, all are read again


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
    other's work, such as a server that runs since before an update and the commands after it.  What an earlier one has
    read since is marked, too.  Raises StorageError where the index is not writable.
    """
    if is_of_earlier_version(index):
        if index.known():
            index.read_again(None)
            index.remember(SITE_ROOTS, "")
        index.remember(REMEMBERED, str(VERSION))
    elif _version_of(index) > VERSION or not index.recalled(_READ_BY_EARLIER):
        return
    else:
        index.read_again(_read_by_earlier(index))
    index.remember(_READ_BY_EARLIER, "")


def stamps_after_migration(index: _Knowing) -> Mapping[str, FileStamp]:
    """The stamps of the files as the migration leaves them, also where the index is not writable."""
    known = index.known()
    if not is_of_earlier_version(index):
        return known
    return {path: stamp._replace(mtime_ns=-1, digest="") for path, stamp in known.items()}


@contextmanager
def noted_for_later_version(index: IndexFacts, paths: Collection[str]) -> Iterator[None]:
    """Notes that the block reads these files, if a later version has read the index: that version reads them again.

    Before the block, since the process may be killed, and after it, since the later version may have come meanwhile.
    """
    _note_read(index, paths)
    try:
        yield
    finally:
        with suppress(StorageError):  # the error of the block is the one to tell
            _note_read(index, paths)


def _note_read(index: IndexFacts, paths: Collection[str]) -> None:
    if not paths or _version_of(index) <= VERSION:
        return
    before = _read_by_earlier(index) if index.recalled(_READ_BY_EARLIER) else ()
    noted = _ALL
    if before is not None and len(every := sorted({*before, *paths})) <= _MOST_NAMED:
        noted = json.dumps(every)
    if noted != index.recalled(_READ_BY_EARLIER):
        index.remember(_READ_BY_EARLIER, noted)


def _read_by_earlier(index: FactLookup) -> Collection[str] | None:
    """The files that an earlier version has read since; None for all of them."""
    try:
        noted: object = json.loads(index.recalled(_READ_BY_EARLIER))
    except (ValueError, RecursionError):  # _ALL, or written by somebody else
        return None
    return [path for path in noted if isinstance(path, str)] if isinstance(noted, list) else None


def _version_of(index: FactLookup) -> int:
    stamp = index.recalled(REMEMBERED)
    return int(stamp) if stamp.isdecimal() and len(stamp) <= _MOST_DIGITS else 0
