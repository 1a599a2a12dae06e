"""Positions in UTF-8 bytes as positions in characters and as lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

_LINE_END = ord("\n")


def characters(data: bytes, positions: Iterable[int]) -> Callable[[int], int]:
    """The number of characters before each of the positions, computed in time in proportion to the text."""
    if data.isascii():
        return _same
    found: dict[int, int] = {}
    before = count = 0
    for position in sorted(set(positions)):
        count += len(data[before:position].decode("utf-8", "replace"))
        before = position
        found[position] = count
    return found.__getitem__


def _same(position: int) -> int:
    return position


class Lines:
    """The lines of a text."""

    def __init__(self, data: bytes) -> None:
        import numpy as np  # noqa: PLC0415  # here, so that commands which colour source code start without it

        self._ends: list[int] = np.flatnonzero(np.frombuffer(data, np.uint8) == _LINE_END).tolist()

    def at(self, position: int) -> int:
        """The 1-based line of a position in bytes."""
        return bisect_left(self._ends, position) + 1
