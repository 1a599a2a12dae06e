"""Caches that a scan of the folder found no change, since a scan takes longer than a search."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Collection, Iterator
from typing import NamedTuple

from .tree_stamps import TreeStamps
from .walk import FoundPath

RESCAN_FACTOR = 10.0  # times the duration of a scan
_MOST_LOOKS = 10.0  # times that, while looks at the stamps find no change; they take half of the time of a scan


class _Found(NamedTuple):
    """What a scan has found: one value, so that no thread takes the stamps of one scan for those of another."""

    changes: object = None
    unread: int = 0  # files
    stamps: TreeStamps | None = None


class ScanCache:
    """The time of the last scan, and whether its result is still valid. Safe to use from several threads."""

    def __init__(self) -> None:
        self._at, self._took = float("-inf"), 0.0
        self._ended = float("-inf")  # the end of the last scan
        self._is_scanning = False
        self._found = _Found()  # by the last scan
        self._noting = threading.Lock()  # for changes of `_found`
        self._checked_from = float("-inf")  # when the last look began that found no change
        self._checking = threading.Lock()
        self.is_of_server = False  # whose clients may have saved a file just before they ask
        self.is_watched = False  # whether somebody updates the index after each change
        self.is_polled = False  # whether that one learns of changes by scans alone, and so only after a while
        self.is_settled = False  # whether the last scan has found no work to do
        self.is_changing = False  # whether a watcher has noticed changes that are not in the index yet

    @property
    def is_recent(self) -> bool:
        """Whether the next scan can wait; also during a scan by another thread, unless that is the first one.

        Parallel scans slow each other down and find the same changes.
        """
        known = self._at > float("-inf") and not self._found.unread and not self.is_changing
        return known and (self._is_scanning or time.monotonic() - self._at < RESCAN_FACTOR * self._took)

    @property
    def looks_at_stamps(self) -> bool:
        """Whether the files are compared with their stamps between two scans: a server does that unless it has a
        watcher to which the system reports changes.
        """
        return self.is_of_server and (self.is_polled or not self.is_watched)

    @property
    def relies_on_watcher(self) -> bool:
        """Whether a change that the watcher has not noticed yet is unknown, as in the first 0.1 s or so after it.

        Also while it has noticed one: that may have happened since the search began.
        """
        return self.is_of_server and not self.looks_at_stamps

    @property
    def is_long_ago(self) -> bool:
        """Whether the last scan itself, without what a watcher has confirmed since, ended so long ago that the next one
        need not wait.
        """
        return time.monotonic() - self._ended >= RESCAN_FACTOR * self._took

    @property
    def is_current(self) -> bool:
        """Whether the next scan can wait.

        If `looks_at_stamps`, the files must be as the last scan has found them; outside of a server it can wait longer
        where they are.
        """
        if self.looks_at_stamps:
            return self.is_recent and self._has_same_stamps() and self.is_recent
        return self.is_recent or (not self.is_of_server and self._is_confirmed())

    def _is_confirmed(self) -> bool:
        """Whether the last scan is not too long ago, and a look at the stamps since has found no change.

        It must have left no work, such as vectors, with which the next one goes on.
        """
        if self.has_unread or self.is_changing or not self.is_settled:
            return False
        if time.monotonic() - self._ended >= _MOST_LOOKS * RESCAN_FACTOR * self._took:
            return False
        return time.monotonic() - self._checked_from < RESCAN_FACTOR * self._took or self._has_same_stamps()

    def _has_same_stamps(self) -> bool:
        """Whether the files are as the last scan has found them.

        A look of another thread that began after the call counts, so that of many requests at once two look.
        """
        asked = time.monotonic()
        with self._checking:
            started, found = time.monotonic(), self._found
            if self._checked_from < asked:
                if found.unread or found.stamps is None or not found.stamps.is_unchanged():
                    return False
                self._checked_from = started
        return True

    @property
    def has_unread(self) -> bool:
        """Whether there was no scan yet, or some of its files are still to be read."""
        return self._at == float("-inf") or bool(self._found.unread)

    @property
    def took(self) -> float:
        """Seconds of the last scan."""
        return self._took

    @contextlib.contextmanager
    def scanning(self) -> Iterator[None]:
        """Records the time of a scan; a failed one does not count."""
        started = time.monotonic()
        self._is_scanning = True
        try:
            yield
        finally:
            self._is_scanning = False
        self._at = self._ended = time.monotonic()
        self._took = self._at - started

    def confirm(self) -> None:
        """Marks the last scan as current; call only when a watcher has reported no change since."""
        if self._at > float("-inf"):
            self._at = time.monotonic()

    def note_found(self, changes: object, unread: int, stamps: TreeStamps | None = None) -> None:
        """Notes what the last scan has found: changes, of so many files, and the stamps; None if those may have changed
        meanwhile.  Until no file is left to be read, see `note_left`, the index counts as stale.  Whether the scan
        leaves other work, nobody knows yet.
        """
        with self._noting:
            self.is_settled = False
            self._found, self._checked_from = _Found(changes, unread, stamps), float("-inf")

    def note_left(self, changes: object, unread: int) -> None:
        """Notes how many files of these changes are still to be read.

        If another scan has found changes since, those that it has found are as unread as before.
        """
        with self._noting:
            others = 0 if changes is self._found.changes else self._found.unread
            self._found = self._found._replace(unread=others + unread)

    def note_saved(self, files: Collection[FoundPath]) -> None:
        """Notes that these files have changed since the last scan, and that the index has them as they are here."""
        with self._noting:
            if (stamps := self._found.stamps) is not None:
                self._found = self._found._replace(stamps=stamps.with_files(files))

    def forget(self) -> None:
        """Discards the last scan."""
        self._at = float("-inf")
