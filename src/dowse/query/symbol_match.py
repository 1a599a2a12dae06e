"""Conditions on the symbols of source code: `symbol:parse*`, `kind:function`, and both on the same symbol."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeGuard, get_args

from ..analysis.code.symbol_names import parts_of_name, unnumbered
from ..analysis.folding import fold
from ..model.document import SymbolKind, Unit
from .ast import And, Expr, FieldEquals, Not, Or, SymbolCondition, replaced
from .select import file_pattern

SYMBOL_KINDS: tuple[SymbolKind, ...] = get_args(SymbolKind)


def symbol_key(value: str) -> str:
    """A `symbol:` value in the form for comparisons: folded, with `.` between its parts and without `()`."""
    return ".".join(parts_of_name(fold(value)))


def last_part(key: str) -> str:
    """The simple name in a key; of a pattern, the pattern for it."""
    return unnumbered(key.rpartition(".")[2])


def is_name_pattern(key: str) -> bool:
    """Whether the key is a pattern for names."""
    return "*" in key or "?" in key


def has_name(key: str, name: str, title: str) -> bool:
    """Whether a symbol of that qualified and that simple name has the name, or a name of that pattern.

    `Class.method` is also the end of a longer name, `method` any symbol of that simple name.
    """
    if not key:
        return False
    if is_name_pattern(key):
        own = fold(name if unnumbered(key) != key else unnumbered(name))
        subject, pattern = (f".{own}", f"*.{key}") if "." in key else (fold(title), key)
        return file_pattern(pattern).fullmatch(subject) is not None
    return _is_name(key, name, title, fold)


def _is_name(key: str, name: str, title: str, form: Callable[[str], str]) -> bool:
    """Whether the key is the name or its end, all in that form."""
    own = form(name if unnumbered(key) != key else unnumbered(name))
    return form(title) == last_part(key) and (own == key or own.endswith(f".{key}"))


def defines(condition: SymbolCondition, units: Iterable[Unit]) -> bool:
    """Whether any of the units is a symbol that meets the condition."""
    return any(meets(condition, unit) for unit in units)


def meets(condition: SymbolCondition, unit: Unit) -> bool:
    """Whether the unit is a symbol that meets the condition."""
    if unit.kind not in condition.kinds or not unit.title:  # without a title: the text before the first symbol
        return False
    return condition.name is None or has_name(symbol_key(condition.name), unit.name, unit.title)


def is_as_written(condition: SymbolCondition, unit: Unit) -> bool:
    """Whether the name in the condition is a name of the symbol in upper and lower case, too."""
    key = ".".join(parts_of_name(condition.name or ""))
    return _is_name(key, unit.name, unit.title, str) and meets(condition, unit)


def with_symbols(expr: Expr) -> Expr:
    """The tree with a SymbolCondition for each filter by symbols; kinds beside names in an And restrict the same
    symbol.
    """
    match expr:
        case And(items):
            return _joined(tuple(map(with_symbols, items)))
        case Or(items):
            return _united(tuple(map(with_symbols, items)))
        case Not(item):
            return Not(with_symbols(item))
        case _:
            return replaced(expr, lambda leaf: _condition(leaf) or leaf)


def _condition(leaf: Expr) -> SymbolCondition | None:
    match leaf:
        case FieldEquals("symbol", value):
            return SymbolCondition(value, SYMBOL_KINDS)
        case FieldEquals("kind", value) if fold(value) in SYMBOL_KINDS:
            return SymbolCondition(None, tuple(kind for kind in SYMBOL_KINDS if kind == fold(value)))
        case _:
            return None


def _united(items: tuple[Expr, ...]) -> Expr:
    """One condition for several kinds."""
    kinds = {kind for item in items if _is_kind(item) for kind in item.kinds}
    rest = tuple(item for item in items if not _is_kind(item))
    if not kinds:
        return Or(items)
    of_kinds = SymbolCondition(None, tuple(kind for kind in SYMBOL_KINDS if kind in kinds))
    return Or((of_kinds, *rest)) if rest else of_kinds


def _joined(items: tuple[Expr, ...]) -> Expr:
    """The kinds in the conditions on names; without such a condition, each kind restricts a symbol of its own."""
    if not any(_is_named(item) for item in items):
        return And(items)
    kinds = frozenset(SYMBOL_KINDS)
    for item in items:
        if _is_kind(item):
            kinds &= frozenset(item.kinds)
        elif isinstance(item, Not) and _is_kind(item.item):
            kinds -= frozenset(item.item.kinds)
    rest = (item for item in items if not _is_kind(item) and not (isinstance(item, Not) and _is_kind(item.item)))
    joined = tuple(
        SymbolCondition(item.name, tuple(kind for kind in item.kinds if kind in kinds)) if _is_named(item) else item
        for item in rest
    )
    return joined[0] if len(joined) == 1 else And(joined)


def _is_kind(item: Expr) -> TypeGuard[SymbolCondition]:
    return isinstance(item, SymbolCondition) and item.name is None


def _is_named(item: Expr) -> TypeGuard[SymbolCondition]:
    return isinstance(item, SymbolCondition) and item.name is not None
