"""`under:`, `children:`, `links:` and `linked:` become sets of documents, which engines can decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol, TypeGuard, runtime_checkable

from ..graph.hierarchy import OF_DOCUMENT, OF_FOLDER, OF_MISSING
from ..graph.traversal import distances
from ..model.document import Head
from ..model.qualified_path import inward, outward
from ..ports.questions import ScopeQuestion
from ..ports.storage import Question, Reader, ScopeName
from ..query.ast import And, Expr, FieldEquals, Leaf, Not, OneOf, Or, replaced, walk
from ..query.leaf_parser import unlinked
from .reference import Reference, explained, found, is_archived, shown

_RELATED = "related"
_NAMES: Mapping[str, ScopeName] = {"under": "under", "children": "children", "links": "links", "linked": "linked"}


@runtime_checkable
class FederatedLookup(Protocol):
    """The additional methods of a reader of several vaults."""

    @property
    def vaults(self) -> Mapping[str, Reader]:
        """The reader of each, by the name that addresses begin with."""


@dataclass(frozen=True, slots=True)
class ResolvedScopes:
    """A tree without scopes, with hints on their names."""

    where: Expr
    hints: tuple[tuple[str, str, str], ...] = ()  # (field, value, hint)
    written: Mapping[Expr, Expr] = field(default_factory=dict, compare=False)  # the scopes that the sets replace
    related: tuple[str, ...] = ()  # the documents that `related:` names, unless it excludes
    archived: bool = False  # whether a scope in the query that is not excluded is that of an archived document


def scopes_of(expr: Expr) -> list[FieldEquals]:
    """The scopes in the tree, each once, in order."""
    return list(dict.fromkeys(leaf for leaf in walk(expr) if _is_scope(leaf)))


def resolved(expr: Expr, reader: Reader, *, depth: int = 2, besides: Iterable[Question] = ()) -> ResolvedScopes:
    """The tree with each scope replaced by the documents in it; each is looked up once. `depth` is for `related:`.

    `besides` are more questions, which are asked in the same round trip.
    """
    scopes = scopes_of(expr)
    if not scopes:
        reader.prefetch(besides)
        return ResolvedScopes(expr)
    known = {value: found(value, reader) for value in dict.fromkeys(scope.value for scope in scopes)}
    reader.prefetch([*besides, *(each for scope in scopes for each in _questions(scope, known[scope.value]))])
    sets = {scope: _documents(scope, known[scope.value], reader, depth) for scope in scopes}
    hints = _hints(sets, known, reader)
    asked = [(leaf.field, known[leaf.value]) for leaf in _asked(expr) if _is_scope(leaf)]
    heads = [(field, meant.head) for field, meant in asked if meant is not None and meant.head is not None]
    archived = any(is_archived(head) for _, head in heads)
    related = tuple(dict.fromkeys(head.path for field, head in heads if field == _RELATED))
    where: Mapping[Leaf, Expr] = {scope: OneOf(documents) for scope, documents in sets.items()}
    written = {documents: scope for scope, documents in where.items()}
    return ResolvedScopes(replaced(expr, lambda leaf: where.get(leaf, leaf)), hints, written, related, archived)


def _is_scope(node: Expr) -> TypeGuard[FieldEquals]:
    return isinstance(node, FieldEquals) and (node.field in OF_DOCUMENT or node.field == _RELATED)


def _documents(scope: FieldEquals, meant: Reference | None, reader: Reader, depth: int) -> frozenset[str]:
    match meant:
        case Reference(head=Head() as head) if scope.field == _RELATED:
            return frozenset(distances((head.path,), reader.edges, depth=depth)) - {head.path}
        case Reference(folder=folder) if folder and scope.field in OF_FOLDER:
            return _in_each(reader, unlinked(scope.value).strip("/"), OF_FOLDER[scope.field])
        case _:
            return frozenset(chain.from_iterable(each.of(reader) for each in _questions(scope, meant)))


def _questions(scope: FieldEquals, meant: Reference | None) -> Iterator[ScopeQuestion]:
    """Of a scope that is that of a document, or of a parent that there is not."""
    name = _NAMES.get(scope.field)
    if name and meant is None and scope.field in OF_MISSING:
        yield ScopeQuestion(name, unlinked(scope.value), is_missing=True)
    elif name and meant is not None and meant.head is not None:
        yield ScopeQuestion(name, meant.head.path)


def _in_each(reader: Reader, address: str, documents: Callable[[str, Reader], frozenset[str]]) -> frozenset[str]:
    """The results of each vault for the address, or of the vault that the address names: a link stays in its vault."""
    if not isinstance(reader, FederatedLookup):
        return documents(address, reader)
    chosen, path = inward(address, reader.vaults)
    asked = {chosen: reader.vaults[chosen]} if chosen else reader.vaults
    return frozenset(outward(vault, found) for vault, own in asked.items() for found in documents(path, own))


def _hints(
    sets: Mapping[FieldEquals, frozenset[str]], known: Mapping[str, Reference | None], reader: Reader
) -> tuple[tuple[str, str, str], ...]:
    """The hints on the names, in the order of the query."""
    missing = explained((scope.value for scope in sets if not sets[scope] and known[scope.value] is None), reader)
    hints = []
    for scope, documents in sets.items():
        meant = known[scope.value]
        if meant is not None:
            hint = _hint(scope.field, meant)
        else:
            hint = _stated(scope.value, reader) if documents else missing[scope.value]
        if hint:
            hints.append((scope.field, scope.value, f"{scope.field}: {hint}"))
    return tuple(hints)


def _hint(field: str, meant: Reference) -> str:
    """The hint on a name; the hint on a folder only for a field that takes no folder."""
    return "" if meant.folder and field in OF_FOLDER else meant.hint


def _stated(name: str, reader: Reader) -> str:
    n = len(reader.scope("children", unlinked(name), is_missing=True))
    stated = f"{n} documents name it as their parent" if n > 1 else "1 document names it as its parent"
    return f"no document has the name {shown(name)}; {stated}"


def _asked(expr: Expr, *, negated: bool = False) -> Iterator[Expr]:
    """The leaves that select; those below NOT exclude."""
    match expr:
        case And(items) | Or(items):
            for item in items:
                yield from _asked(item, negated=negated)
        case Not(item):
            yield from _asked(item, negated=not negated)
        case _ if not negated:
            yield expr
        case _:
            pass
