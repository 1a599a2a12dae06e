"""A store of any engine that counts its round trips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from dowse.ports.storage import Question, Snapshot, Store
from dowse.ports.store_location import StoreLocation

_FREE = frozenset({"is_current", "close", "prefetch"})


class CountedStore:
    """The store; each call of a method is a round trip, a snapshot as many as it counts itself."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.calls: list[str] = []  # a name for each round trip

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name in _FREE or not isinstance(found, Callable):  # type: ignore[arg-type]  # a protocol of typing
            return found
        self.calls.append(name)
        return found

    @contextmanager
    def snapshot(self, first: Iterable[Question] = ()) -> Iterator[Snapshot]:
        """See ports.Store."""
        with self._store.snapshot(first) as reader:
            yield reader
            self.calls += ["snapshot"] * reader.round_trips


class CountedLocation:
    """A place whose index is counted. The same index each time it is opened."""

    def __init__(self, location: StoreLocation) -> None:
        self._location = location
        self.store = CountedStore(location.open())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._location, name)

    def open(self) -> CountedStore:
        """See ports.StoreLocation."""
        return self.store
