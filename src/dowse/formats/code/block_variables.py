"""The variables of functions in blocks with braces, each with the type that its declaration states."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from .definitions import ByteRange, Definition

Parts = tuple[str, ...]  # of the name of a type; none if it is not known

_BRACES = re.compile(rb"[{}]")
_OPENING = ord("{")
_NEAR = 20_000  # bytes between a declaration and a use of the variable
_MOST_PARTS = 16  # of a type: that of `b = a.next()` has those of the type of `a`, and so on
_MOST_BEFORE = 50  # declarations of a name in a function that are compared with a use


class _Binding(NamedTuple):
    """A declaration of a variable."""

    start: int  # from which on it counts: `store := store.New()` begins with the package
    parts: Parts
    is_inner: bool  # whether it ends with the next block: of `if x := f(); x {` and of a function without a name


class BlockVariables:
    """Which declaration a name means at a place."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._bindings: dict[Definition | None, dict[str, list[_Binding]]] = {}  # by function; None is the file

    def bind(
        self,
        names: Iterable[str],
        span: ByteRange,
        parts: Parts,
        function: Definition | None,
        *,
        is_inner: bool = False,
    ) -> None:
        """Takes a declaration, which counts from its end on."""
        for name in names:
            own = self._bindings.setdefault(function, {}).setdefault(name, [])
            # In order, since a declaration may end behind one inside of its value.
            insort(own, _Binding(span[1], bounded(parts), is_inner), key=itemgetter(0))

    def type_of(self, name: str, at: int, function: Definition | None) -> Parts | None:
        """The type of the variable that the name means; None if it means none."""
        listed = self._bindings.get(function, {}).get(name, ())
        last = bisect_left(listed, at, key=itemgetter(0))
        for n in range(last - 1, max(-1, last - 1 - _MOST_BEFORE), -1):
            start, parts, is_inner = listed[n]
            if function is None or (function.body is not None and start < function.body):
                return parts
            if at - start > _NEAR:
                return ()
            if at <= self._end(start, is_inner=is_inner):
                return parts
        if last > _MOST_BEFORE:
            return ()
        return None if function is None else self.type_of(name, at, None)

    def _end(self, start: int, *, is_inner: bool) -> int:
        """Where the block of a declaration ends; the end of the file if it does not."""
        first = bisect_left(self._braces, start)
        if is_inner and first < len(self._braces) and self._data[self._braces[first]] == _OPENING:
            first += 1
        last = self._closing[first]
        return self._braces[last] if last < len(self._braces) else len(self._data)

    @cached_property
    def _braces(self) -> list[int]:
        """Where the braces of the file are."""
        return [found.start() for found in _BRACES.finditer(self._data)]

    @cached_property
    def _closing(self) -> list[int]:
        """By the number of each brace, that of the one which closes the block before it; of all braces at once, as
        each declaration asks for its block.
        """
        closing = [len(self._braces)] * (len(self._braces) + 2)
        for n in range(len(self._braces) - 1, -1, -1):
            # Behind the end of the inner block.
            closing[n] = closing[closing[n + 1] + 1] if self._data[self._braces[n]] == _OPENING else n
        return closing


def bounded(parts: Parts) -> Parts:
    """The parts, or none of too many."""
    return parts if len(parts) <= _MOST_PARTS else ()


def closing_bracket(data: bytes, start: int, end: int) -> int:
    """Where the round bracket before the start is closed, as far as no text has brackets; -1 if it is not."""
    depth = 1
    for at in range(start, end):
        depth += {40: 1, 41: -1}.get(data[at], 0)
        if not depth:
            return at
    return -1


def function_around(holder: Definition | None) -> Definition | None:
    """The function of a place."""
    while holder is not None and holder.kind != "definition.function":
        holder = holder.outer
    return holder
