"""A note in the index while its first indexing is not over: an interrupted one leaves an index that lacks files.  Long
ones are announced.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from ..filesystem.diff import Changes
from ..model.index_counts import IndexCounts
from ..ports.indexed_document import FileStamp
from ..ports.storage import FactLookup, IndexFacts

FIRST_INDEX = "first index"  # the fact
_MOST_UNANNOUNCED, _LARGEST_UNANNOUNCED = 2_000, 10_000_000  # files, and bytes of all


class _Counted(FactLookup, Protocol):
    """The part of a store that tells what is left."""

    def counts(self) -> IndexCounts:
        """See DocumentStore."""


def announce(found: Changes, known: Mapping[str, FileStamp], progress: Callable[[str, int, int], None]) -> None:
    """Reports how many files a first indexing reads, or one that reads most files again, before it takes long.

    The stamps of those that are to be read again have no digest.
    """
    again = sum(known[path].mtime_ns == -1 and not known[path].digest for path in found.changed)
    files = again if known else len(found.added)
    if 2 * files > len(known) and (files > _MOST_UNANNOUNCED or found.size > _LARGEST_UNANNOUNCED):
        progress("reading again" if known else "first index", 0, files)


def begin_first_index(index: IndexFacts, found: Changes, known: Collection[str]) -> None:
    """Notes that the update of an index begins that has no files and is to get these."""
    if found.added and not known:
        index.remember(FIRST_INDEX, "begun")


def note_left(index: IndexFacts, left: int) -> None:
    """Notes how many files an update of all files has left: with none, the first indexing is over."""
    if not left and is_first_index(index):
        index.remember(FIRST_INDEX, "")


def is_first_index(index: FactLookup) -> bool:
    """Whether the first indexing has begun and is not over: it goes on, or was interrupted."""
    return bool(index.recalled(FIRST_INDEX))


def lacks_most(index: _Counted, found: Changes, known: Collection[str]) -> bool:
    """Whether the index lacks most of the files or vectors, so that an update may take minutes."""
    if len(found.added) + len(found.changed) > len(known) / 2 or is_first_index(index):
        return True
    counts = index.counts()
    return counts.embedded < counts.chunks / 2
