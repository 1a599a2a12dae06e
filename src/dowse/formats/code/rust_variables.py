"""The types of variables of Rust, as their declarations state them, by which a call of a method means one of the type.

A variable has the type of its declaration, of the literal that it begins as, or of what the function returns that makes
its value; references, `Box`, `Rc` and `Arc` count as what they hold.  Any other one leaves it without, and hides the
module of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .block_variables import BlockVariables, Parts, closing_bracket, function_around
from .definitions import ByteRange, CapturedReference, Definition

_REFERENCE = rb"(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)*"
_HOLDERS = rb"(?:(?:\w+::)*(?:Box|Rc|Arc)\s*<\s*" + _REFERENCE + rb")?"
_PATH = rb"(?:\w+::)*[A-Z]\w+"  # type variables have one letter
_TYPE = _REFERENCE + _HOLDERS + rb"(?:dyn\s+|impl\s+)?(" + _PATH + rb")(?=\s*(?:[<>;,=+{)]|\Z))"
_NAMED = re.compile(rb"(?:let\s+)?(?:mut\s+)?(?:pub(?:\([^()]*\))?\s+)?([a-z_]\w*)\s*(?P<sign>[:=;]|\Z)\s*")
_STATED = re.compile(_TYPE)
_EQUALS = re.compile(rb"[^=]*=\s*")
_LITERAL = re.compile(_REFERENCE + rb"(" + _PATH + rb")(?:::<[^<>]*>)?\s*\{")
_CALLED = re.compile(_REFERENCE + rb"((?:\w+(?:::|\.)){0,5}\w+)(?:::<[^<>]*>)?\(")
_COPIED = re.compile(_REFERENCE + rb"((?:self\.)?[a-z_]\w*)\Z")
_HELD = re.compile(rb"(?:\w+::)*(?:Box|Rc|Arc)::new\(")
_UNWRAPPED = re.compile(rb"(?:\s*(?:\?|\.await|\.unwrap\(\)|\.clone\(\)|\.expect\(\"[^\"]*\"\)|;))+\Z")
_LOWER = re.compile(rb"(?<![\w:])[a-z_]\w*+(?!\s*[:({!])")
_SEPARATOR = re.compile("::|[.]")
_MOST_BYTES = 1_000  # of a declaration that is read to its end
_MOST_HELD = 3  # holders around a value, as in `Arc::new(Box::new(Boat::new()))`
_SELF = "self"


class RustVariables:
    """The types of the variables and fields of a file."""

    def __init__(self, data: bytes, variables: Iterable[CapturedReference]) -> None:
        self._data = data
        self._variables = BlockVariables(data)
        self._fields: dict[str, dict[str, Parts]] = {}  # by type
        for capture, span, holder in variables:
            if capture == "variable.field":
                self._add_field(span, holder)
            else:
                self._add(span, function_around(holder), is_typed=capture == "variable.declared")

    def typed(self, callee: Parts, at: int, holder: Definition | None) -> Parts:
        """The callee that begins at a byte, with the type in the place of a variable and of its fields.

        The place of a variable without a known type is empty: its name means no module there.
        """
        end = at + len(callee[0].encode())
        is_path = self._data[end : end + 2] == b"::"
        return callee if is_path else self._replaced(callee, at, function_around(holder))

    def _replaced(self, callee: Parts, at: int, function: Definition | None) -> Parts:
        head, *rest = callee
        if head == _SELF:
            found = _own_type(function) if len(rest) > 1 else None
        else:
            found = self._variables.type_of(head, at, function)
        if found is None:
            return callee
        before = rest
        while len(rest) > 1 and len(found) == 1 and (of_field := self._fields.get(found[0], {}).get(rest[0])):
            found, rest = of_field, rest[1:]
        return callee if head == _SELF and rest is before else (*(found or ("",)), *rest)

    def _add_field(self, span: ByteRange, holder: Definition | None) -> None:
        found = _NAMED.match(self._data, *span)
        if holder and holder.name and found and (stated := _STATED.match(self._data, found.end(), span[1])):
            name = self._data[slice(*holder.name)].decode("utf-8", "replace")
            self._fields.setdefault(name, {})[found[1].decode()] = _parts(stated[1])

    def _add(self, span: ByteRange, function: Definition | None, *, is_typed: bool) -> None:
        start, end = span
        is_let = self._data.startswith(b"let", start)
        is_inner = not is_let and function is not None and function.body is not None and start > function.body
        found = _NAMED.match(self._data, start, end) if is_typed else None
        if found is None:
            pattern = self._data[start + 3 * is_let : end].partition(b"=" if is_let else b"\0")[0]
            names = (name.decode() for name in _LOWER.findall(pattern[:_MOST_BYTES]))
            self._variables.bind(names, span, (), function, is_inner=is_inner)
            return
        parts: Parts = ()
        if found["sign"] == b":":
            stated = _STATED.match(self._data, found.end(), end)
            parts = _parts(stated[1]) if stated else ()
        elif found["sign"] == b"=" and end - start <= _MOST_BYTES:
            parts = self._of_value(found.end(), end, start, function)
        self._variables.bind((found[1].decode(),), span, parts, function, is_inner=is_inner)

    def _of_value(self, start: int, end: int, at: int, function: Definition | None, *, within: int = 0) -> Parts:
        text = self._data[start:end]
        end -= len(text) - len(_UNWRAPPED.sub(b"", text))
        if (held := _HELD.match(self._data, start, end)) and self._data[end - 1 : end] == b")":
            if within == _MOST_HELD:
                return ()
            return self._of_value(held.end(), end - 1, at, function, within=within + 1)
        if found := _LITERAL.match(self._data, start, end):
            return _parts(found[1])
        if found := _COPIED.match(self._data, start, end):
            copied = self._replaced((*found[1].decode().split("."), ""), at, function)
            return copied[:-1] if copied[0] and copied[0][0].isupper() else ()
        found = _CALLED.match(self._data, start, end)
        if not found or closing_bracket(self._data, found.end(), end) != end - 1:
            return ()
        called = f"{found[1].decode()}()"
        parts = tuple(_SEPARATOR.split(called))
        if "." not in called:
            own = _own_type(function) if parts[0] == "Self" else None
            return (*own, *parts[1:]) if own else parts
        if parts[0] == _SELF and len(parts) == len((_SELF, "method")):
            own = _own_type(function)
            return (*own, parts[1]) if own else ()
        typed = self._replaced(parts, at, function)
        return typed if typed != parts and typed[0] else ()


def _own_type(function: Definition | None) -> Parts | None:
    """The type whose method the function is."""
    return function.path[-2:-1] if function is not None and len(function.path) > 1 else None


def _parts(written: bytes) -> Parts:
    return tuple(written.decode().split("::"))
