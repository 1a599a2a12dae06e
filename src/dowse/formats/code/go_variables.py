"""The types of variables of Go, as their declarations state them, by which a call of a method means one of the type.

A variable has the type of its declaration, of the literal that it begins as, or of what the function returns that makes
its value.  Any other one leaves it without, and hides the package of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .block_variables import BlockVariables, Parts, closing_bracket, function_around
from .definitions import ByteRange, CapturedReference, Definition

_NAMES = rb"(?P<names>\w+(?:\s*,\s*\w+)*+)"
_TYPE = rb"\*{0,2}(?:(?P<package>[A-Za-z_]\w*)\.)?(?P<type>[A-Za-z_]\w*)(?:\[[^\[\]]*\])?"
_DECLARED = re.compile(_NAMES + rb"\s+" + _TYPE + rb"\s*(?:[=`\"]|//|\n|\Z)")
_ASSIGNED = re.compile(_NAMES + rb"\s*:?=\s*")
_LISTED = re.compile(_NAMES)
_LITERAL = re.compile(rb"&?\s*" + _TYPE + rb"\s*\{")
_CREATED = re.compile(rb"new\(\s*" + _TYPE + rb"\s*\)\Z")
_ASSERTED = re.compile(rb"\.\(\s*" + _TYPE + rb"\s*\)\Z")
_CALLED = re.compile(rb"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,4})\(")
_HEADER = re.compile(rb"[ \t]*(?:\}[ \t]*else[ \t]+)?(?:if|for|switch|select|case)\b")
_MOST_BYTES = 1_000  # of a declaration that is read to its end
_WORD = re.compile(rb"\w+")
_BLANK = "_"
_OF_RECEIVER = 2  # parts of a call of a method of the own type


class GoVariables:
    """The types of the variables and fields of a file."""

    def __init__(self, data: bytes, variables: Iterable[CapturedReference]) -> None:
        self._data = data
        self._variables = BlockVariables(data)
        self._fields: dict[str, dict[str, Parts]] = {}  # by type
        self._receivers: dict[Definition, str] = {}
        for capture, span, holder in variables:
            if capture == "variable.receiver":
                self._add_receiver(span, holder)
            elif capture == "variable.field":
                self._add_field(span, holder)
            else:
                self._add(span, holder, is_typed=capture != "variable.untyped")

    def typed(self, callee: Parts, at: int, holder: Definition | None) -> Parts:
        """The callee that begins at a byte, with the type in the place of a variable and of its fields.

        The place of a variable without a known type is empty: its name means no package there.
        """
        function = function_around(holder)
        if function is not None and self._receivers.get(function) == callee[0] and len(callee) == _OF_RECEIVER:
            return callee  # which the resolution knows
        return self._replaced(callee, at, function)

    def _replaced(self, callee: Parts, at: int, function: Definition | None) -> Parts:
        head, *rest = callee
        found = self._variables.type_of(head, at, function)
        if found is None:
            return callee
        while len(rest) > 1 and len(found) == 1 and (of_field := self._fields.get(found[0], {}).get(rest[0])):
            found, rest = of_field, rest[1:]
        return (*(found or ("",)), *rest)

    def _add_receiver(self, span: ByteRange, holder: Definition | None) -> None:
        if holder is not None and (found := _DECLARED.match(self._data, *span)):
            self._receivers[holder] = found["names"].decode()
            self._bind((found["names"].decode(),), span, _parts(found), holder)

    def _add_field(self, span: ByteRange, holder: Definition | None) -> None:
        if holder is None or holder.name is None or not (found := _DECLARED.match(self._data, *span)):
            return
        fields = self._fields.setdefault(self._data[slice(*holder.name)].decode("utf-8", "replace"), {})
        fields.update(dict.fromkeys(_names(found), _parts(found)))

    def _add(self, span: ByteRange, holder: Definition | None, *, is_typed: bool) -> None:
        start, end = span
        function = function_around(holder)
        declared = _DECLARED.match(self._data, start, end) if is_typed else None
        assigned = _ASSIGNED.match(self._data, start, end) if is_typed and not declared else None
        if declared:
            self._bind(_names(declared), span, _parts(declared), function)
        elif assigned:
            first, *others = _names(assigned)
            value = (assigned.end(), end)
            parts = self._of_value(value, start, function) if end - start <= _MOST_BYTES else ()
            self._bind((first,), span, parts, function)
            self._bind(others, span, (), function)
        elif listed := _LISTED.match(self._data, start, end):
            self._bind(_names(listed), span, (), function)

    def _bind(self, names: Iterable[str], span: ByteRange, parts: Parts, function: Definition | None) -> None:
        start = span[0]
        is_inside = function is not None and function.body is not None and start > function.body
        line = self._data.rfind(b"\n", 0, start) + 1
        is_inner = is_inside and (_HEADER.match(self._data, line, start) is not None or self._is_parameter(start))
        named = (name for name in names if name != _BLANK)
        self._variables.bind(named, span, parts, function, is_inner=is_inner)

    def _is_parameter(self, start: int) -> bool:
        """Whether a bracket or a comma stands before the declaration."""
        at = start - 1
        while at >= 0 and self._data[at : at + 1].isspace():
            at -= 1
        return self._data[at : at + 1] in {b"(", b","}

    def _of_value(self, span: ByteRange, at: int, function: Definition | None) -> Parts:
        start, end = span
        if found := _LITERAL.match(self._data, start, end) or _CREATED.match(self._data, start, end):
            return _parts(found)
        if found := _ASSERTED.search(self._data, start, end):
            return _parts(found)
        found = _CALLED.match(self._data, start, end)
        if not found or closing_bracket(self._data, found.end(), end) != end - 1:
            return ()
        called = tuple(f"{found[1].decode()}()".split("."))
        if len(called) == 1:
            return called if self._variables.type_of(found[1].decode(), at, function) is None else ()
        typed = self._replaced(called, at, function)
        return typed if typed[0] else ()


def _names(found: re.Match[bytes]) -> list[str]:
    return [name.decode() for name in _WORD.findall(found["names"])]


def _parts(found: re.Match[bytes]) -> Parts:
    return tuple(part.decode() for part in (found["package"], found["type"]) if part)
