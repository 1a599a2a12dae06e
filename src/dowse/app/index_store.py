"""The index of a vault: opened, opened again when another process has replaced it, built again when damaged."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import RLock
from typing import TypeVar
from weakref import WeakMethod

from ..model.errors import IndexDamagedError
from ..ports.storage import Store
from ..ports.store_location import StoreLocation, StoreLock

T = TypeVar("T")

_PATIENCE = 60.0  # seconds for another process that indexes


class IndexStore:
    """The index at `place`. `refill` is called when it had to be thrown away, with the lock held; it brings all back.

    It is a method of who owns this, and is not held on to: an owner whom nobody needs any more is to go at once, and
    the open connections with it.  Raises StorageError where nothing can be written.
    """

    def __init__(self, place: StoreLocation, lock: StoreLock, *, refill: Callable[[], None]) -> None:
        self._place = place
        self._lock = lock
        self._refill = WeakMethod(refill)
        self._replacing = RLock()  # of `engine`; taken after the lock of the index, never before
        self.remarks: deque[str] = deque()  # to be told once
        self.engine = self._opened()

    def renew(self) -> None:
        """Opens the index anew if another process has thrown it away and built it again."""
        with self._replacing:
            if not self.engine.is_current:
                self.engine.close()
                self.engine = self._opened()

    def mended(self, step: Callable[[], T]) -> T:
        """What the step gives; a damaged index is thrown away and built again, then the step runs once more.

        Threads that meet the same damage build the index once: the others wait, and then run their step on it.
        """
        failed = self.engine
        try:
            return step()
        except IndexDamagedError:
            refill = self._refill()
            assert refill is not None  # its owner has called this
            with self._lock.held(patience=_PATIENCE), self._replacing:
                if self.engine is failed:
                    failed.close()
                    self.engine = self._built_anew()
                    refill()
            return step()

    def _opened(self) -> Store:
        try:
            earlier = self._place.convert()
            engine = self._place.open()
        except IndexDamagedError:
            return self._built_anew()
        if earlier:
            self.remarks.append(
                f"converted the index of an earlier dowse; {earlier} stays for that version, delete the file if you do "
                "not use that version any more"
            )
        return engine

    def _built_anew(self) -> Store:
        with self._lock.held(patience=_PATIENCE):
            self._place.discard()
            self.remarks.append("the index was damaged and has been built again")
            return self._place.open()


def drained(remarks: deque[str]) -> Iterator[str]:
    """The remarks, each taken out as it comes: every one goes to one thread, also when another adds some meanwhile."""
    with suppress(IndexError):
        while True:
            yield remarks.popleft()
