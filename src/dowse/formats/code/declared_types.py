"""The declared types of variables of Java and C#, by which a call of an instance method means a method of its class."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from .definitions import CapturedReference, Definition


@dataclass(frozen=True, slots=True)
class _Patterns:
    """How a language declares variables."""

    declared: re.Pattern[bytes]  # the type and the name
    inferred: re.Pattern[bytes]  # the name, and the type of its value in one of the other groups
    name: re.Pattern[bytes]  # where the type is not followed, such as an array
    variable: re.Pattern[bytes]  # a type variable, and the type that it extends
    pattern: re.Pattern[bytes]  # a variable of a test of the type


_TYPE = rb"([A-Z]\w*(?:\s*\.\s*[A-Z]\w*)*+)"
_ARGUMENTS = rb"(?:\s*+<[^;=(){}]*>)?"
_JAVA = _Patterns(
    declared=re.compile(
        rb"(?:for\s*\(\s*)?(?:(?:final|private|public|protected|static|volatile|transient|@[\w.]++(?:\s*\([^()]*+\))?)\s+)*+"
        + _TYPE
        + _ARGUMENTS
        + rb"\s++(\w++)\s*+(?=[=;,:)]|\Z)"
    ),
    inferred=re.compile(rb"var\s+(\w+)\s*=\s*new\s+" + _TYPE + rb"(?=\s*[<(])"),
    name=re.compile(rb"(\w+)\s*+(?=[=;,:)]|\Z)"),
    variable=re.compile(rb"(?:@[\w.]++\s+)*+(\w+)(?:\s+extends\s+" + _TYPE + rb")?"),
    pattern=re.compile(rb"\binstanceof\s+(?:final\s+)?" + _TYPE + _ARGUMENTS + rb"\s++(\w++)\Z"),
)
_CSHARP = _Patterns(
    declared=re.compile(
        rb"(?:\[[^\]]*+\]\s*+)*+(?:(?:await\s++)?foreach\s*+\(\s*+|\(\s*+(?=[^(),]++\)))?+"
        rb"(?:(?:private|public|protected|internal|static|readonly|virtual|override|abstract|sealed|new|required|ref|out"
        rb"|in|params|this|scoped)\s++)*+(?:global::)?+"
        + _TYPE
        + _ARGUMENTS
        + rb"\??\s++@?+(\w++)\s*+(?=[=;,:){]|in\b|\Z)"
    ),
    inferred=re.compile(
        rb"var\s++(\w++)\s*+=\s*+(?:new\s++" + _TYPE + rb"(?=\s*[<({])|\(" + _TYPE + rb"\??\)\s*+[\w(]|"
        rb"[^;{}]{1,200}?\sas\s++" + _TYPE + rb"\s*\Z)"
    ),
    name=re.compile(rb"[\w\]>?*]\s+@?(\w+)\s*+(?=[=;,:){]|in\b|\Z)"),
    variable=re.compile(rb"(?:(?:in|out)\s++)?+(\w+)(\Z)?"),
    pattern=re.compile(rb"(?!)"),
)
DECLARING_LANGUAGES = {"java": _JAVA, "csharp": _CSHARP}
_NAMES = re.compile(rb"\w+")
_MOST_BYTES = 300  # of a declaration before its value
_MOST_BOUNDS = 10  # of type variables that extend each other; `<A extends A>` has no end
_NEAR = 10_000  # bytes between a declaration and a use of the variable
_WITH_TYPE = frozenset({"variable.declared", "variable.property"})
_TYPES = frozenset({"definition.class", "definition.interface", "definition.enum"})

_Declaration = tuple[int, tuple[str, ...]]  # where it stands, and the parts of the type; none if it is not known


class DeclaredTypes:
    """The types of local variables, parameters and fields, as their declarations state them."""

    def __init__(self, data: bytes, variables: Iterable[CapturedReference], language: str) -> None:
        self._data = data
        self._patterns = patterns = DECLARING_LANGUAGES[language]
        self._known: dict[Definition | None, dict[str, list[_Declaration]]] = {}  # by method or type, then by name
        self._names: set[str] = set()
        self._parts: dict[bytes, tuple[str, ...]] = {}
        self._bounds: dict[Definition | None, dict[str, tuple[str, ...]]] = {}  # of type variables, by method or type
        for capture, (start, end), holder in variables:
            if capture == "variable.property":  # is a symbol of its own
                holder = holder and holder.outer  # noqa: PLW2901
            if capture in _WITH_TYPE and (found := patterns.declared.match(data, start, end)):
                self._add(found[2], found[1], start, holder)
            elif capture == "variable.type":
                if found := patterns.variable.match(data, start, end):
                    self._bounds.setdefault(holder, {})[found[1].decode("utf-8", "replace")] = _parts(found[2] or b"")
            else:
                self._add_others(capture, start, end, holder)

    def _add(self, name: bytes, written: bytes, start: int, holder: Definition | None) -> None:
        parts = self._parts.get(written)
        if parts is None:
            parts = self._parts[written] = _parts(written)
        text, owner = name.decode("utf-8", "replace"), _owner(holder)
        self._names.add(text)
        self._known.setdefault(owner, {}).setdefault(text, []).append((start, self._bound(parts, owner)))

    def _bound(self, parts: tuple[str, ...], around: Definition | None) -> tuple[str, ...]:
        """The type that a type variable extends, or none; other types are themselves."""
        while around is not None and self._bounds:
            bounds = self._bounds.get(around, {})
            for _ in range(_MOST_BOUNDS):
                if len(parts) != 1 or parts[0] not in bounds:
                    break
                parts = bounds[parts[0]]
            else:
                return ()
            around = around.outer
        return parts

    def _add_others(self, capture: str, start: int, end: int, holder: Definition | None) -> None:
        """Variables that are declared without a type or with one that is not followed, such as an array."""
        if capture == "variable.untyped":
            for name in _NAMES.findall(self._data, start, end):
                self._add(name, b"", start, holder)
        elif capture == "variable.pattern":
            if found := self._patterns.pattern.search(self._data, start, end):
                self._add(found[2], found[1], start, holder)
        elif found := self._patterns.inferred.match(self._data, start, end):
            self._add(found[1], next(filter(None, found.groups()[1:])), start, holder)
        elif found := self._patterns.name.search(self._data, start, min(end, start + _MOST_BYTES)):
            self._add(found[1], b"", start, holder)

    def of(self, name: str, at: int, holder: Definition | None, *, is_field: bool = False) -> tuple[str, ...]:
        """The parts of the type of the variable that the name means at the place; none if it is not known."""
        if name not in self._names:
            return ()
        around, inner = _owner(holder), None
        while around is not None:
            is_type = around.kind in _TYPES
            known = self._known.get(around) if is_type or not is_field else None
            found = known.get(name, ()) if known else ()
            if before := 1 if found and is_type else bisect_left(found, (at, ())):
                start, parts = found[before - 1]
                if inner is not None:
                    return inner if parts == inner else ()
                if is_type or self._is_in_block(start, at):
                    return parts
                inner = parts  # behind the end of a block the name may mean a variable further out again
            around = None if is_field and is_type else around.outer
        return inner or ()

    def _is_in_block(self, start: int, at: int) -> bool:
        """Whether no block ends between a declaration and a place near it."""
        return at - start < _NEAR and self._data.find(b"}", start, at) < 0


def _owner(holder: Definition | None) -> Definition | None:
    """The method or the type around: a constant is a field of that."""
    while holder is not None and holder.kind == "definition.const":
        holder = holder.outer
    return holder


def _parts(text: bytes) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in text.decode("utf-8", "replace").split("."))
    return () if parts == ("",) else parts
