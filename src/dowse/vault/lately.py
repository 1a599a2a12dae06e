"""How long a look at the tree is good for: walking it takes longer than a search."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

LOOK_AGAIN = 10.0  # times as long as it took


class Lately:
    """When something was looked at last, and whether that is still good."""

    def __init__(self) -> None:
        self._at, self._took = float("-inf"), 0.0

    @property
    def is_recent(self) -> bool:
        """Whether looking again can wait."""
        return time.monotonic() - self._at < LOOK_AGAIN * self._took

    @contextlib.contextmanager
    def looking(self) -> Iterator[None]:
        """Takes the time of a look; one that fails does not count."""
        started = time.monotonic()
        yield
        self._at = time.monotonic()
        self._took = self._at - started

    def forget(self) -> None:
        """The next one must not take things for known."""
        self._at = float("-inf")
