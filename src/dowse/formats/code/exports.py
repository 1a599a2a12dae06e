"""Whether other files can use a symbol, by the rule of its language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from .definitions import Definition
from .languages import ExportRule

_HEADER = 500  # bytes of a definition before its name that are read

Rule = Callable[[Definition, str, bytes], bool]  # definition, name, text before the name


def exported_symbols(
    rule: ExportRule, definitions: Sequence[Definition], data: bytes, listed: Collection[str] | None
) -> list[bool]:
    """For each symbol, whether it and the symbols around it are exported; `listed` are names in a list of exports."""
    exported = [_is_exported(rule, each, data, listed) for each in definitions]
    for each in sorted(definitions, key=lambda each: each.is_foreign):  # a parent stands before its members
        if each.parent is not None:
            parent = definitions[each.parent]
            is_local = parent.kind == "definition.function"
            exported[_index(each)] = exported[_index(each)] and exported[each.parent] and not is_local
    return exported


def _index(symbol: Definition) -> int:
    assert symbol.symbol is not None
    return symbol.symbol


def _is_exported(rule: ExportRule, symbol: Definition, data: bytes, listed: Collection[str] | None) -> bool:
    name = symbol.path[-1]
    if listed is not None and symbol.parent is None and rule in {"underscore", "statement"}:
        return name in listed or (rule == "statement" and symbol.is_exported)
    start, end = symbol.start, symbol.name[0] if symbol.name else symbol.start
    return _RULES[rule](symbol, name, data[max(start, end - _HEADER) : end])


def _underscore(_symbol: Definition, name: str, _header: bytes) -> bool:
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


_RULES: Mapping[ExportRule, Rule] = {
    "underscore": _underscore,
    "all": lambda _symbol, _name, _header: True,
}
