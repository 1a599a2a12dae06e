"""The types of variables of PHP, as their declarations state them, by which a call of a method means one of the type.

A parameter and a property have their declared type, and another variable that of the object which the function creates
or gets from a function: the same in all its assignments.  Any other one leaves it without.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .block_variables import Parts, bounded, closing_bracket
from .definitions import ByteRange, CapturedReference, Definition

_MODIFIERS = rb"(?:(?:public|private|protected|readonly|static|var|final|abstract)(?:\(set\))?\s+)*+"
_DECLARED = re.compile(_MODIFIERS + rb"(?P<type>\??[\w\\|]+)\s+&?\s*+\$(\w+)")
_NAMES = re.compile(rb"\$(\w+)\s*+(?=[,;=)]|\Z)")
_ASSIGNED = re.compile(rb"\$(\w+)\s*+=\s*+(?![=>])")
_CREATED = re.compile(rb"new\s+(\\?[A-Za-z_][\w\\]*+)\s*+(\(|\Z)")
_COPIED = re.compile(rb"(?:clone\s+)?\$(\w+)\Z")
_CALLED = re.compile(rb"(\$?\\?[\w\\]++(?:(?:\?->|->|::)\w++){0,3})\(")
_SEPARATOR = re.compile(r"\?->|->|::|\\")
_OF_LANGUAGE = frozenset(
    (
        "array", "bool", "callable", "false", "float", "int", "iterable", "mixed", "never", "null", "object", "parent",
        "string", "true", "void",
    )
)  # fmt: skip
_OWN = frozenset({"self", "static"})
_CLASSES = frozenset({"definition.class", "definition.interface", "definition.enum"})
_FUNCTIONS = frozenset({"definition.function", "definition.method"})
_THIS = "$this"
_MOST_BYTES = 1_000  # of an assignment that is read to its end


class PhpVariables:
    """The types of the variables and properties of a file."""

    def __init__(self, data: bytes, variables: Iterable[CapturedReference]) -> None:
        self._data = data
        self._local: dict[Definition | None, dict[str, Parts]] = {}  # by function; none of several types
        self._fields: dict[Definition, dict[str, Parts]] = {}  # by class
        for capture, span, holder in variables:
            if capture == "variable.field":
                self._add_fields(span, holder)
            elif capture == "variable.assigned":
                self._add_assigned(span, holder)
            elif capture == "variable.untyped":
                self._bind(self._text(span).removeprefix("$"), (), holder)
            else:
                self._add_declared(span, holder, is_field=capture == "variable.promoted")

    def typed(self, callee: Parts, _at: int, holder: Definition | None) -> Parts:
        """The callee with the type in the place of a variable: `$this->lid->shut`, `$lid->shut`."""
        head, *rest = callee
        if head == _THIS and len(rest) > 1:
            own = _around(holder, _CLASSES)
            field = self._fields.get(own, {}).get(rest[0]) if own else None
            named = field or _name_of(own, self._data)
            return (*named, *(rest[1:] if field else rest)) if named else callee
        if head.startswith("$") and head != _THIS:
            found = self._local.get(_around(holder, _FUNCTIONS), {}).get(head.removeprefix("$"), ())
            return (*found, *rest) if found else callee
        return callee

    def _add_declared(self, span: ByteRange, holder: Definition | None, *, is_field: bool) -> None:
        found = _DECLARED.match(self._data, *span)
        if found is None:
            for name in _NAMES.findall(self._data, *span):
                self._bind(name.decode(), (), holder)
            return
        parts = self._parts(found["type"], holder)
        self._bind(found[2].decode(), parts, holder)
        own = _around(holder, _CLASSES)
        if is_field and own:
            self._fields.setdefault(own, {})[found[2].decode()] = parts

    def _add_fields(self, span: ByteRange, holder: Definition | None) -> None:
        own, found = _around(holder, _CLASSES), _DECLARED.match(self._data, *span)
        if own and found:
            parts = self._parts(found["type"], holder)
            names = (name.decode() for name in _NAMES.findall(self._data, *span))
            self._fields.setdefault(own, {}).update(dict.fromkeys(names, parts))

    def _add_assigned(self, span: ByteRange, holder: Definition | None) -> None:
        if found := _ASSIGNED.match(self._data, *span):
            start, end = found.end(), span[1]
            parts = self._of_value(start, end, holder) if end - start <= _MOST_BYTES else ()
            self._bind(found[1].decode(), parts, holder)

    def _of_value(self, start: int, end: int, holder: Definition | None) -> Parts:
        if found := _CREATED.match(self._data, start, end):
            is_whole = not found[2] or closing_bracket(self._data, found.end(), end) == end - 1
            return self._parts(found[1], holder) if is_whole else ()
        if found := _COPIED.match(self._data, start, end):
            return self._local.get(_around(holder, _FUNCTIONS), {}).get(found[1].decode(), ())
        found = _CALLED.match(self._data, start, end)
        if not found or closing_bracket(self._data, found.end(), end) != end - 1:
            return ()
        parts = tuple(filter(None, _SEPARATOR.split(f"{found[1].decode()}()")))
        if parts[0] in _OWN or (parts[0] == _THIS and len(parts) == len((_THIS, "method"))):
            own = _name_of(_around(holder, _CLASSES), self._data)
            return (*own, *parts[1:]) if own else ()
        typed = self.typed(parts, start, holder)
        return () if typed[0].startswith("$") else typed

    def _parts(self, written: bytes, holder: Definition | None) -> Parts:
        """The parts of the name of the only class that a type states."""
        names = [name.strip() for name in written.decode().removeprefix("?").split("|")]
        classes = [name for name in names if name.lower() != "null"]
        if len(classes) != 1 or classes[0].lower() in _OF_LANGUAGE:
            return ()
        if classes[0] in _OWN:
            return _name_of(_around(holder, _CLASSES), self._data)
        return tuple(filter(None, classes[0].split("\\")))

    def _bind(self, name: str, parts: Parts, holder: Definition | None) -> None:
        own = self._local.setdefault(_around(holder, _FUNCTIONS), {})
        parts = bounded(parts)
        own[name] = parts if own.get(name, parts) == parts else ()

    def _text(self, span: ByteRange) -> str:
        return self._data[slice(*span)].decode("utf-8", "replace")


def _around(holder: Definition | None, kinds: frozenset[str]) -> Definition | None:
    while holder is not None and holder.kind not in kinds:
        holder = holder.outer
    return holder


def _name_of(own: Definition | None, data: bytes) -> Parts:
    return (data[slice(*own.name)].decode("utf-8", "replace"),) if own is not None and own.name else ()
