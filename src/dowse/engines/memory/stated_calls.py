"""The calls of source files by some names, and the files that these import."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...graph.source_references.interface import declaration_key, symbol_key
from ...model.document import Document
from ...model.edge import ResolvedReferences, StatedCall, StatedCalls
from .link_graph import DocumentsByPath

_Resolved = Mapping[str, ResolvedReferences]  # by path
_NONE = ResolvedReferences()


def stated_calls(
    items: DocumentsByPath, resolved: _Resolved, docs: Iterable[str], names: Collection[str]
) -> Mapping[str, StatedCalls]:
    """See ports.LinkQueue."""
    stated = frozenset(text for name in names for text in (name, f"{name}()"))
    keys = frozenset(map(symbol_key, names))
    found: dict[str, StatedCalls] = {}
    for path in docs:
        document = items[path].document if path in items else None
        own = resolved.get(path, ResolvedReferences())
        if document and document.head.kind == "code" and keys.isdisjoint(own.keys) and not _states(document, stated):
            calls = (each for each in document.references.calls if not stated.isdisjoint(each.callee))
            edges = (each for each in own.edges if each.relation == "calls")
            found[path] = StatedCalls(
                tuple(sorted(_call(document, *each) for each in calls)),
                tuple(each for each in edges if unnumbered(each.target.section) in names),
                own.resolved,
            )
    return found


def declaring_files(items: DocumentsByPath, resolved: _Resolved, names: Collection[str]) -> Mapping[str, Sequence[str]]:
    """See ports.LinkQueue."""
    keys = {name: declaration_key(name) for name in names}
    found = {name: [path for path in items if key in resolved.get(path, _NONE).keys] for name, key in keys.items()}
    return {name: files for name, files in found.items() if files}


def imported_files(items: DocumentsByPath, resolved: _Resolved, docs: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """See ports.LinkQueue."""
    found: dict[str, Sequence[str]] = {}
    waiting = [path for path in docs if path in items]
    for path in waiting:
        edges = (each for each in resolved.get(path, ResolvedReferences()).edges if each.relation == "imports")
        imported = [each.target.doc for each in edges if items[each.target.doc].document.head.kind == "code"]
        if path not in found and imported:
            found[path] = list(dict.fromkeys(imported))
            waiting += found[path]
    return found


def _states(document: Document, stated: Collection[str]) -> bool:
    """Whether the file states one of the names in other places than calls."""
    references = document.references
    folded = set(map(fold, stated))
    return (
        any(each.module.endswith(tuple(stated)) or {each.name, each.alias} & {*stated} for each in references.imports)
        or any({*each.base} & {*stated} for each in references.bases)
        or any(fold(unit.title) in folded for unit in document.units)
    )


def _call(document: Document, callee: tuple[str, ...], line: int, symbol: int | None) -> StatedCall:
    if symbol is None:
        return StatedCall(callee, line, "", "", is_inner=False)
    name = document.symbols[symbol].unit
    (unit,) = (each for each in document.units if each.name == name)
    return StatedCall(callee, line, name, unit.kind, is_inner=bool(unit.parent))
