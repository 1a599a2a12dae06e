"""Caches that a scan of the folder found no change, since a scan takes longer than a search."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

RESCAN_FACTOR = 10.0  # times the duration of a scan


class ScanCache:
    """The time of the last scan, and whether its result is still valid."""

    def __init__(self) -> None:
        self._at, self._took = float("-inf"), 0.0
        self._is_scanning = False
        self._unread = 0  # files
        self.is_watched = False  # whether somebody updates the index after each change

    @property
    def is_recent(self) -> bool:
        """Whether the next scan can wait; also during a scan by another thread, unless that is the first one.

        Parallel scans slow each other down and find the same changes.
        """
        known = self._at > float("-inf") and not self._unread
        return known and (self._is_scanning or time.monotonic() - self._at < RESCAN_FACTOR * self._took)

    @property
    def has_unread(self) -> bool:
        """Whether there was no scan yet, or some of its files are still to be read."""
        return self._at == float("-inf") or bool(self._unread)

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
        self._at = time.monotonic()
        self._took = self._at - started

    def confirm(self) -> None:
        """Marks the last scan as current; call only when a watcher has reported no change since."""
        if self._at > float("-inf"):
            self._at = time.monotonic()

    def set_unread(self, unread: int) -> None:
        """Sets the number of files that are still to be read; until it is 0, the index counts as stale."""
        self._unread = unread

    def forget(self) -> None:
        """Discards the last scan."""
        self._at = float("-inf")
