"""The keys of what look-ups have looked at, so that they are done again after a change of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

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
