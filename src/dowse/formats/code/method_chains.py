"""The parts of a long chain of calls of Java, by the places of its arguments: these may be whole anonymous classes."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NAME = re.compile(rb"([^\W\d]\w*|\$[\w$]*)\s*\Z")
_DOT = re.compile(rb"\s*\.\s*\Z")
_TYPE_ARGUMENTS = re.compile(rb"<[^()<>]*(?:<[^()<>]*>[^()<>]*)*>\s*\Z")
_NEW = re.compile(rb"new\s+\Z")
_NEAR = 200  # bytes of a name, or of the blanks and type arguments beside it
_MOST_PARTS = 30  # the parts of each call of a chain of n calls would take a time quadratic in n


def chain_parts(data: bytes, start: int, end: int, arguments: Mapping[int, int]) -> tuple[str, ...] | None:
    """The receivers and the name of the callee in the span, as callee_parts has them; None for an expression of another
    form.  `arguments` are the starts of lists of arguments by their ends.
    """
    parts: list[str] = []
    at, is_called = end, False
    while len(parts) < _MOST_PARTS:
        name = _NAME.search(data, max(start, at - _NEAR), at)
        if name is None:
            return None
        parts.append(name[1].decode("utf-8", "replace") + ("()" if is_called else ""))
        at = name.start()
        if at == start:
            return tuple(reversed(parts))
        if _NEW.fullmatch(data, start, at):
            return _created(parts)
        dot = _DOT.search(data, max(start, at - _NEAR), at)
        if dot is None:
            return None
        at = dot.start()
        is_called = at in arguments
        if is_called:
            at = arguments[at]
            types = _TYPE_ARGUMENTS.search(data, max(start, at - _NEAR), at)
            at = types.start() if types else at
    return None


def _created(parts: list[str]) -> tuple[str, ...] | None:
    """The parts, in reverse, of a chain that begins with `new`: its first call is that of the constructor."""
    own = list(reversed(parts))
    called = next((n for n, part in enumerate(own) if part.endswith("()")), None)
    if called is None or not own[called][:1].isupper():
        return None
    own[called] = own[called].removesuffix("()")
    return tuple(own)
