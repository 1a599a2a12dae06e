"""The parts of long chains of calls of Java, by the places of their arguments: these may be whole anonymous classes."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NAME_FROM_END = re.compile(rb"[\w$]+")
_TYPE_ARGUMENTS = re.compile(rb"<[^()<>]*(?:<[^()<>]*>[^()<>]*)*>\s*\Z")
_NEW = re.compile(rb"new\s+\Z")
_NEAR = 200  # bytes of a name, or of the blanks and type arguments beside it
_MOST_PARTS = 30  # the parts of each call of a chain of n calls would take a time quadratic in n


class MethodChains:
    """The chains of calls in a file; `arguments` are the starts of lists of arguments by their ends."""

    def __init__(self, data: bytes, arguments: Mapping[int, int]) -> None:
        self._data = data
        self._arguments = arguments
        self._without: set[tuple[int, int]] = set()  # spans of callees that have no parts, or too many

    def parts(self, start: int, end: int) -> tuple[str, ...] | None:
        """The receivers and the name of the callee in the span, as callee_parts has them; None for an expression of
        another form, and for more than `_MOST_PARTS`.
        """
        if (start, end) in self._without:
            return None
        ends: list[int] = []  # of the callee and of its receivers that are calls
        parts: list[str] = []
        at, is_called, count, found = end, False, 0, None
        while name := self._name_before(start, at):
            ends.append(at)
            count += 1
            if count <= _MOST_PARTS:
                parts.append(name.decode("utf-8", "replace") + ("()" if is_called else ""))
            at = self._stripped(start, at) - len(name)
            if at == start or _NEW.fullmatch(self._data, start, at):
                found = tuple(reversed(parts)) if at == start else _created(parts)
                break
            dot = self._stripped(start, at)
            if dot == start or self._data[dot - 1 : dot] != b".":
                break
            at = self._stripped(start, dot - 1)
            is_called = at in self._arguments
            if is_called:
                at = self._without_types(start, self._arguments[at])
        # All calls of the chain have this beginning.
        without = ends if found is None else ends[: max(0, count - _MOST_PARTS)]
        self._without.update((start, each) for each in without)
        return found if count <= _MOST_PARTS else None

    def _stripped(self, start: int, at: int) -> int:
        """The place without the blanks before it."""
        low = max(start, at - _NEAR)
        return low + len(self._data[low:at].rstrip())

    def _name_before(self, start: int, at: int) -> bytes:
        low = max(start, at - _NEAR)
        found = _NAME_FROM_END.match(self._data[low:at].rstrip()[::-1])
        name = found[0][::-1] if found else b""
        return b"" if name[:1].isdigit() else name

    def _without_types(self, start: int, at: int) -> int:
        """The place without type arguments before it, as of `new Cup<Tea>`."""
        low = max(start, at - _NEAR)
        if not self._data[low:at].rstrip().endswith(b">"):
            return at
        types = _TYPE_ARGUMENTS.search(self._data, low, at)
        return types.start() if types else at


def _created(parts: list[str]) -> tuple[str, ...] | None:
    """The parts, in reverse, of a chain that begins with `new`: its first call is that of the constructor."""
    own = list(reversed(parts))
    called = next((n for n, part in enumerate(own) if part.endswith("()")), None)
    if called is None or not own[called][:1].isupper():
        return None
    own[called] = own[called].removesuffix("()")
    return tuple(own)
