"""The edges of the calls of a file: each symbol once for each symbol around the calls, at the first call."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ...model.edge import ReferenceRule, ResolvedReference
from ...model.hit import made_of
from ...model.ref import Ref
from .file_scope import FileScope


class ResolvedName(NamedTuple):
    """What a name means: a symbol, or a file as a module."""

    path: str
    symbol: str  # qualified name; empty for the file
    rule: ReferenceRule


_Names = Sequence[ResolvedName | None]  # what the calls of a file mean, in order
_Key = tuple[int | None, str, str]  # the symbol around, the file and the symbol that the call means


def call_edges(scope: FileScope, names: _Names) -> tuple[list[ResolvedReference], int]:
    """The edges in the order of the calls, and the number of calls with one."""
    found: dict[_Key, ResolvedReference] = {}
    sources: dict[int | None, Ref] = {}
    resolved = 0
    for (_, line, symbol), name in zip(scope.outline.references.calls, names, strict=True):
        if name is None or not name.symbol:
            continue
        resolved += 1
        path, target, rule = name
        if (symbol, path, target) in found:
            continue
        if symbol not in sources:
            sources[symbol] = Ref(scope.path, symbol_name(scope, symbol))
        values = sources[symbol], made_of(Ref, (path, target, None)), "calls", rule, line
        found[symbol, path, target] = made_of(ResolvedReference, values)
    return list(found.values()), resolved


def replaced_edges(
    scope: FileScope, before: _Names, after: _Names, changed: Collection[int]
) -> list[tuple[ResolvedReference, ResolvedReference | None]] | None:
    """The edges that others replace, or none, after the calls with these numbers mean something else.

    None if there is an edge at a call that had none.
    """
    calls = scope.outline.references.calls
    symbols = {calls[n].symbol for n in changed}
    own = [n for n, call in enumerate(calls) if call[2] in symbols]
    old, new = (_by_first_call(scope, names, own) for names in (before, after))
    if not new.keys() <= old.keys():
        return None
    return [(edge, new.get(n)) for n, edge in old.items() if new.get(n) != edge]


def symbol_count(names: _Names, numbers: Iterable[int]) -> int:
    """How many of the calls with these numbers mean a symbol."""
    return sum(1 for n in numbers if (name := names[n]) and name.symbol)


def symbol_name(scope: FileScope, symbol: int | None) -> str:
    """The qualified name of the symbol around a reference; empty for the file."""
    return "" if symbol is None else scope.symbols[symbol].name


def _by_first_call(scope: FileScope, names: _Names, own: Sequence[int]) -> dict[int, ResolvedReference]:
    found: dict[_Key, tuple[int, ResolvedReference]] = {}
    for n in own:
        if (name := names[n]) and name.symbol:
            _, line, symbol = scope.outline.references.calls[n]
            source, target = Ref(scope.path, symbol_name(scope, symbol)), Ref(name.path, name.symbol)
            edge = ResolvedReference(source, target, "calls", name.rule, line)
            found.setdefault((symbol, name.path, name.symbol), (n, edge))
    return dict(found.values())
