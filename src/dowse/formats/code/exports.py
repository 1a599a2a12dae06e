"""Whether other files can use a symbol, by the rule of its language."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from .definitions import Definition
from .languages import ExportRule

_OWN_MACROS = (".c", ".cc", ".cpp", ".cxx", ".c++")  # endings of sources of C and C++, which few files include
_HEADER = 500  # bytes of a definition before its name that are read

Rule = Callable[[Definition, Definition | None, str, bytes], bool]  # symbol, parent, name, text before the name

_PRIVATE = re.compile(rb"\b(?:private|protected)\b")
_PUBLIC = re.compile(rb"\bpublic\b")
_PUB = re.compile(rb"\bpub\b(?!\s*\()")
_STATIC = re.compile(rb"\bstatic\b")
_HIDING = frozenset({"private", "protected", "class", "static"})  # access labels
_WITHIN_FUNCTION = frozenset({"definition.function", "definition.method"})


def has_own_macros(path: str) -> bool:
    """Whether other files do not see the macros of the file: it is a source of C or C++ and no header."""
    return path.lower().endswith(_OWN_MACROS)


def exported_symbols(
    rule: ExportRule, definitions: Sequence[Definition], data: bytes, listed: Collection[str] | None
) -> list[bool]:
    """For each symbol, whether it and the symbols around it are exported; `listed` are names in a list of exports."""
    exported = [False] * len(definitions)
    for each in sorted(definitions, key=lambda each: each.is_foreign):  # a parent stands before its members
        assert each.symbol is not None
        parent = None if each.parent is None else definitions[each.parent]
        if parent is None or exported[each.parent or 0]:
            is_local = parent is not None and parent.kind in _WITHIN_FUNCTION and not each.is_outside
            exported[each.symbol] = not is_local and _is_exported(rule, each, parent, data, listed)
    return exported


def _is_exported(
    rule: ExportRule, symbol: Definition, parent: Definition | None, data: bytes, listed: Collection[str] | None
) -> bool:
    name = symbol.path[-1]
    if listed is not None and parent is None and (rule == "underscore" or name in listed):
        return name in listed
    start, end = symbol.start, symbol.name[0] if symbol.name else symbol.start
    before = data[slice(*symbol.before)][:_HEADER] if symbol.before else b""
    return _RULES[rule](symbol, parent, name, before + data[max(start, end - _HEADER) : end])


def _underscore(_symbol: Definition, _parent: Definition | None, name: str, _header: bytes) -> bool:
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def _statement(symbol: Definition, parent: Definition | None, name: str, header: bytes) -> bool:
    if parent is None or parent.kind == "definition.module":
        return symbol.is_exported
    return not name.startswith("#") and not _PRIVATE.search(header)


def _capital(_symbol: Definition, _parent: Definition | None, name: str, _header: bytes) -> bool:
    return name[:1].isupper()


def _pub(symbol: Definition, parent: Definition | None, _name: str, header: bytes) -> bool:
    return bool(_PUB.search(header) or symbol.access or (parent and parent.kind == "definition.interface"))


def _public(_symbol: Definition, parent: Definition | None, _name: str, header: bytes) -> bool:
    if parent is not None and parent.kind == "definition.interface":
        return not _PRIVATE.search(header)
    return bool(_PUBLIC.search(header))


def _not_static(_symbol: Definition, _parent: Definition | None, _name: str, header: bytes) -> bool:
    return not _STATIC.search(header)


def _access(symbol: Definition, parent: Definition | None, _name: str, header: bytes) -> bool:
    is_static = parent is None and not symbol.is_outside and _STATIC.search(header)
    return not is_static and symbol.access not in _HIDING


def _private(symbol: Definition, parent: Definition | None, _name: str, header: bytes) -> bool:
    is_labelled = symbol.access in _HIDING and symbol.kind in _WITHIN_FUNCTION
    return parent is None or not (is_labelled or _PRIVATE.search(header))


_RULES: Mapping[ExportRule, Rule] = {
    "underscore": _underscore,
    "statement": _statement,
    "capital": _capital,
    "pub": _pub,
    "public": _public,
    "not static": _not_static,
    "access": _access,
    "private": _private,
    "all": lambda *_: True,
}
