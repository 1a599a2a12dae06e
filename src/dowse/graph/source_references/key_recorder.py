"""The keys of what look-ups have looked at, so that they are done again after a change of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
Memo = dict[K, tuple[V, frozenset[str]]]
"""Values, each with the keys of what was looked at to find it."""


class KeyRecorder:
    """The keys of what look-ups have looked at, for each look-up that is in progress."""

    def __init__(self) -> None:
        self._consulted: list[set[str]] = [set()]

    def clear(self) -> None:
        """Forgets all keys; no look-up is in progress."""
        self._consulted = [set()]

    def add(self, *keys: str) -> None:
        """The look-ups in progress have looked at these."""
        self._consulted[-1].update(keys)

    def add_all(self, keys: frozenset[str]) -> None:
        """As `add`."""
        self._consulted[-1] |= keys

    @contextmanager
    def recorded(self) -> Iterator[set[str]]:
        """Collects the keys that the block looks at; the blocks around it look at them too."""
        self._consulted.append(set())
        yield self._consulted[-1]
        own = self._consulted.pop()
        self._consulted[-1] |= own

    @contextmanager
    def unrecorded(self) -> Iterator[None]:
        """Forgets the keys that the block looks at: others stand for them."""
        self._consulted.append(set())
        yield
        self._consulted.pop()

    def remembered(self, memo: Memo[K, V], key: K, find: Callable[[], V]) -> V:
        """The value under the key; whoever asks for it has looked at what finding it has looked at."""
        if key not in memo:
            with self.recorded() as own:
                value = find()
            memo[key] = value, frozenset(own)
        value, consulted = memo[key]
        self._consulted[-1] |= consulted
        return value


class MemoItems(Generic[V]):
    """The items of an iterator, which is advanced as far as anybody asks; each item has the keys looked at to find it.

    Whoever asks for an item has looked at these keys, and at those of the items before it.
    """

    def __init__(self, keys: KeyRecorder, items: Iterator[V]) -> None:
        self._keys = keys
        self._items = items
        self._known: list[tuple[V | None, frozenset[str]]] = []  # None: the end

    def __iter__(self) -> Iterator[V]:
        number = 0
        while True:
            if number == len(self._known):
                with self._keys.recorded() as own:
                    item = next(self._items, None)
                self._known.append((item, frozenset(own)))
            item, consulted = self._known[number]
            self._keys.add_all(consulted)
            if item is None:
                return
            yield item
            number += 1
