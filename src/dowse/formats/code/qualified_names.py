"""Names of symbols by what is around them, and the symbol that each one belongs to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from .definitions import ByteRange, Definition

Path = tuple[str, ...]

WITH_MEMBERS = frozenset(
    {"definition.class", "definition.interface", "definition.enum", "definition.type", "scope.type"}
)

_MAX_NAME = 200  # bytes
_SEPARATOR = re.compile(r"\.prototype\.|::|\.")
_WHOLE = ("[", '"', "'", "`")  # first characters of names whose dots separate nothing
_ARGUMENTS = re.compile(r"(?<=\w)<[^<>]*>")
_MAX_ARGUMENTS = 5  # within each other
_NO_OWNERS = frozenset({"", "this", "self", "exports", "module", "globalThis", "window"})


def unquoted(text: str) -> str:
    """The text without blanks and quotes around it."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] in "\"'`" and text[-1] == text[0] else text


def symbols_among(
    definitions: Iterable[Definition], read: Callable[[ByteRange], str], *, splits: bool
) -> list[Definition]:
    """The definitions that are symbols, with path, index and parent; `splits` says that names with dots have parts.

    A member that is defined outside of its type, as methods are in Go and in C++, belongs to the type if the file
    defines the type.
    """
    found: list[Definition] = []
    owners: dict[Path, int] = {}  # symbols that may have members elsewhere: types, and in JavaScript any object
    namespaces: set[Path] = set()
    for each in definitions:
        _place(each, _names(each, read, splits=splits), len(found))
        if each.kind == "scope.namespace":
            namespaces.add(each.path)
        if each.symbol == len(found):
            found.append(each)
            known = owners.get(each.path)
            is_better = known is None or (each.kind in WITH_MEMBERS and found[known].kind not in WITH_MEMBERS)
            if is_better and not each.is_foreign:
                owners[each.path] = each.symbol
    for each in found:
        if each.is_outside and each.path[:-1] in owners:
            each.parent = owners[each.path[:-1]]
        elif each.path[:-1] in namespaces:
            each.is_member = False
    return found


def unique(names: Iterable[str]) -> list[str]:
    """The names in order, with a suffix on those that are repeated: f, f~2, f~3."""
    counts: Counter[str] = Counter()
    taken: set[str] = set()
    found = []
    for name in names:
        counts[name] += 1
        candidate = name if counts[name] == 1 else f"{name}~{counts[name]}"
        while candidate in taken:
            counts[name] += 1
            candidate = f"{name}~{counts[name]}"
        taken.add(candidate)
        found.append(candidate)
    return found


def _place(new: Definition, names: list[str], index: int) -> None:
    """Give a definition its path and, unless it is a scope, its index."""
    outer = new.outer
    if outer is not None:
        new.path, new.symbol, new.is_foreign = outer.path, outer.symbol, outer.is_foreign
    if not names:
        return
    if new.owner and len(names) > 1 and new.path[-1:] == tuple(names[:1]):  # `def Boat.build` in the class Boat of Ruby
        names = names[1:]
    new.path = (*new.path, *names)
    has_owner = len(names) > 1
    new.is_outside = has_owner or (outer is not None and outer.kind == "scope.type")
    new.is_foreign = new.is_foreign or new.is_outside or new.kind == "scope.type"
    new.is_member = has_owner or (outer is not None and outer.kind in WITH_MEMBERS)
    if not new.kind.startswith("scope"):
        new.parent, new.symbol = new.symbol, index


def _names(new: Definition, read: Callable[[ByteRange], str], *, splits: bool) -> list[str]:
    """The names that a definition states: the last is its own, others are of the type or object that it belongs to."""
    if new.name is None:
        return []
    start, end = new.name
    text = read((start, min(end, start + _MAX_NAME))).strip().lstrip(":")
    is_whole = not splits or text.startswith(_WHOLE)
    if "operator" in text:
        parts = _operator_parts(text)
    else:
        parts = [unquoted(text)] if is_whole else _SEPARATOR.split(_without_arguments(text))
    owner = _SEPARATOR.split(read(new.owner)) if new.owner else []
    *owners, name = (part.strip() for part in (*owner, *parts))
    return [*(each for each in owners if each not in _NO_OWNERS), name] if name else []


def _operator_parts(text: str) -> list[str]:
    """The names in `a::B<c>::operator==` and in `operator bool() const`."""
    owner, _, name = text.rpartition("operator")
    if owner and not owner.endswith("::"):
        return _SEPARATOR.split(text)
    name = name if name.startswith("()") else name.partition("(")[0]
    return [*_SEPARATOR.split(_without_arguments(owner)), f"operator{name}".strip()]


def _without_arguments(text: str) -> str:
    """A qualified name without arguments of templates."""
    for _ in range(_MAX_ARGUMENTS if "<" in text else 0):
        text = _ARGUMENTS.sub("", text)
    return text
