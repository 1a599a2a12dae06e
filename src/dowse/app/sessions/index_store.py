"""The index of a vault: opens it, opens it again after another process replaced it, rebuilds it when damaged."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import RLock
from typing import TypeVar
from weakref import WeakMethod

from ...model.errors import DowseError, IndexDamagedError
from ...ports.storage import Store
from ...ports.store_location import StoreLocation, StoreLock
from .index_origin import IndexOrigin
from .pending_remarks import PendingRemarks

T = TypeVar("T")
_LIMITATION = "limitation"  # key in the index: the remark that an answer has had

_REMARKABLE_BYTES = 150_000_000  # whose structure is checked in a second
_PATIENCE = 60.0  # seconds for another process that indexes


class IndexStore:
    """The index at `place`. `refill` rebuilds the content after a damaged index was deleted; the lock is held then.

    Without `repairs`, damage is an error and the index stays as it is.

    With `origin`, a new index is recorded as one that dowse has made, and an index of another origin is not opened.

    `refill` is a bound method of the owner, referenced weakly: an unused owner must be freed at once, with the open
    connections.  Raises StorageError where the index is not writable.
    """

    def __init__(
        self,
        place: StoreLocation,
        lock: StoreLock,
        *,
        refill: Callable[[], None],
        origin: IndexOrigin | None = None,
        repairs: bool = True,
    ) -> None:
        self._place = place
        self._origin = origin
        self._lock = lock
        self._repairs = repairs
        self._refill = WeakMethod(refill)
        self._replacing = RLock()  # of `_engine`; taken after the lock of the index, never before
        self.remarks = PendingRemarks()
        try:
            self._engine = self._opened()
        except IndexDamagedError:
            if not repairs:
                raise
            self._engine = self._rebuilt()

    @property
    def engine(self) -> Store:
        """The open index. While another thread rebuilds the index, the caller waits until the index is filled."""
        with self._replacing:
            return self._engine

    @property
    def is_writable(self) -> bool:
        """See ports.StoreLocation."""
        return self._place.is_writable()

    def renew(self) -> None:
        """Opens the index again if another process has deleted and rebuilt it; rebuilds a damaged one."""
        before = self.engine
        if before.is_current:
            return
        try:
            with self._replacing:
                if self._engine is before:
                    before.close()
                    self._engine = self._opened()
        except IndexDamagedError:
            if not self._repairs:
                raise
            self._repair(before)

    def with_repair(self, step: Callable[[], T]) -> T:
        """The result of the step; a damaged index is deleted and rebuilt, then the step runs once more.

        Of several threads that detect the damage, one rebuilds the index; the others wait and repeat their step.  Any
        other error may follow from damage that no checksum shows, such as pages in each other's place: then the
        structure of the index is checked.
        """
        failed = self.engine
        try:
            return step()
        except IndexDamagedError:
            if not self._repairs:
                raise
        except DowseError:
            raise
        except Exception:  # any error may follow from damage; it is raised again unless the index is damaged
            if not (self._repairs and self._is_damaged()):
                raise
        self._repair(failed)
        return step()

    def _is_damaged(self) -> bool:
        """Whether a check of the structure finds damage."""
        try:
            report = self._place.examine()
        except IndexDamagedError:
            return True
        except DowseError:
            return False
        return report is not None and bool(report.faults)

    def _repair(self, failed: Store) -> None:
        """Rebuilds and fills the index, unless another thread has done so since it failed."""
        refill = self._refill()
        assert refill is not None  # the owner has called this
        with self._lock.held(patience=_PATIENCE), self._replacing:
            if self._engine is failed:
                failed.close()
                self._engine = self._rebuilt()
                refill()

    def _opened(self) -> Store:
        if self._origin is not None:
            self._origin.verify()
        earlier = self._place.convert()
        changed = self._place.changed_size()
        engine = self._created()
        if changed > _REMARKABLE_BYTES and not earlier:  # a converted file is new to dowse, too
            self.remarks.add(
                f"the structure of the index was checked once ({changed / 1e6:,.0f} MB), since the file is not as "
                "dowse has left it: a restored copy, another program or a killed process"
            )
        if earlier:
            self.remarks.add(
                f"converted the index of an earlier dowse; {earlier} stays for that version, delete the file if you do "
                "not use that version any more"
            )
        if self._place.limitation:
            self._tell_limitation(engine)
        return engine

    def _tell_limitation(self, engine: Store) -> None:
        """Adds the remark once for each index."""
        with suppress(DowseError):  # a damaged or full index
            if engine.recalled(_LIMITATION) != self._place.limitation:
                self.remarks.add(self._place.limitation)
                engine.remember(_LIMITATION, self._place.limitation)

    def _rebuilt(self) -> Store:
        with self._lock.held(patience=_PATIENCE):
            self._place.discard()
            self.remarks.add("the index was damaged and is built again from the notes")
            return self._created()

    def _created(self) -> Store:
        if self._origin is None:
            return self._place.open()
        self._place.convert()
        self._origin.create(self._place)
        engine = self._place.open()
        try:
            self._origin.accept(engine)
        except BaseException:
            engine.close()
            raise
        return engine
