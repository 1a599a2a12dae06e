"""How long a look at the tree is good for: walking it takes longer than a search."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

LOOK_AGAIN = 10.0  # times as long as it took


class ScanCache:
    """When something was looked at last, and whether that is still good."""

    def __init__(self) -> None:
        self._at, self._took = float("-inf"), 0.0
        self._is_looking = False
        self._unread = 0  # files

    @property
    def is_recent(self) -> bool:
        """Whether the last scan is recent enough; also while another thread scans, except for the first scan.

        Parallel scans would take a multiple of the time for the same result.
        """
        known = self._at > float("-inf") and not self._unread
        return known and (self._is_looking or time.monotonic() - self._at < LOOK_AGAIN * self._took)

    @contextlib.contextmanager
    def looking(self) -> Iterator[None]:
        """Takes the time of a look; one that fails does not count."""
        started = time.monotonic()
        self._is_looking = True
        try:
            yield
        finally:
            self._is_looking = False
        self._at = time.monotonic()
        self._took = self._at - started

    def vouch(self) -> None:
        """Mark the last scan as current; to be called only when a watcher has reported no change since."""
        if self._at > float("-inf"):
            self._at = time.monotonic()

    def doubt(self, unread: int) -> None:
        """Record the number of changed files that are still to be read; until it is 0, no scan counts as current."""
        self._unread = unread

    def forget(self) -> None:
        """The next one must not take things for known."""
        self._at = float("-inf")
