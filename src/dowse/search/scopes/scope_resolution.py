"""`under:`, `links:`, `calls:` and the other scopes become sets of documents, which engines can decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...graph.hierarchy import OF_FOLDER
from ...model.qualified_path import NO_ROOTS, below_roots, joined
from ...ports.questions import ReferencesQuestion
from ...ports.storage import Question, Reader
from ...query.ast import And, Expr, FieldEquals, Leaf, Not, Or, replaced
from ...query.extract import conjunction
from ...query.leaf_parser import unlinked
from ...query.symbol_match import with_symbols
from ..names.document_names import has_name
from ..names.reference import Reference, find_qualified, find_reference, find_symbol, is_archived, unknown_name_hints
from .code_scopes import code_name_hint, resolve_code_scope
from .document_scopes import document_questions, resolve_document_scope
from .query_scopes import RELATED, ResolvedScopes, is_scope, scopes_of
from .reference_scopes import OF_MODULES, OF_SYMBOLS, REFERENCE_SCOPES
from .resolved_scope import ResolvedScope, non_empty


def resolve_scopes(
    expr: Expr,
    reader: Reader,
    *,
    depth: int = 2,
    roots: Mapping[str, str] = NO_ROOTS,
    extra_questions: Iterable[Question] = (),
) -> ResolvedScopes:
    """The tree with each scope replaced by the documents in it; each is looked up once. `depth` is for `related:`.

    A name that is an absolute path means the document there, see `below_roots`.  Times in the tree are absolute.
    `extra_questions` are more questions, which are asked in the same round trip.
    """
    scopes = scopes_of(expr)
    paths = {scope: _below(roots, scope) for scope in scopes}
    targets = {scope: _target(paths[scope], reader) for scope in scopes}
    questions = [each for scope in scopes for each in _questions(paths[scope], targets[scope])]
    reader.prefetch([*extra_questions, *questions])
    filters = _filters(expr)
    resolved = {
        scope: resolve_code_scope(paths[scope], targets[scope], reader, filters)
        if scope.field in REFERENCE_SCOPES
        else resolve_document_scope(paths[scope], targets[scope], reader, depth=depth)
        for scope in scopes
    }
    included = [(leaf.field, resolved[leaf].target) for leaf in _included_leaves(expr) if is_scope(leaf)]
    heads = [(field, target.head) for field, target in included if target is not None and target.head is not None]
    where: Mapping[Leaf, Expr] = {scope: each.selected for scope, each in resolved.items()}
    return ResolvedScopes(
        replaced(expr, lambda leaf: where.get(leaf, leaf)),
        tuple(_hints(resolved, reader)),
        {selected: scope for scope, selected in where.items()},
        tuple(dict.fromkeys(head.path for field, head in heads if field == RELATED)),
        any(is_archived(head) for _, head in heads),
    )


def _hints(resolved: Mapping[FieldEquals, ResolvedScope], reader: Reader) -> Iterator[tuple[str, str, str]]:
    """The hints on the names, in the order of the query."""
    unknown = unknown_name_hints((scope.value for scope, each in resolved.items() if each.is_unknown), reader)
    for scope, each in resolved.items():
        hint = unknown.get(scope.value, "") if each.is_unknown else ""
        if hint and scope.field in REFERENCE_SCOPES:
            hint = code_name_hint(scope, hint, each.suggestion)
        if hints := non_empty(hint, *each.hints):
            yield scope.field, scope.value, joined((f"{scope.field}: ", joined(hints)), "")


def _filters(expr: Expr) -> Expr:
    """The conditions without scopes that each selected document meets."""
    return with_symbols(conjunction(*(item for item in _items(expr) if not scopes_of(item))))


def _items(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, And):
        for item in expr.items:
            yield from _items(item)
    else:
        yield expr


def _below(roots: Mapping[str, str], scope: FieldEquals) -> FieldEquals:
    """The scope with the address in place of an absolute path."""
    name = unlinked(scope.value)
    address = below_roots(name, roots)
    return scope if address == name else replace(scope, value=address)


def _target(scope: FieldEquals, reader: Reader) -> Reference | None:
    """The document, section, symbol or folder that the scope names; for a field of symbols a symbol first."""
    is_symbol = scope.field in OF_SYMBOLS and "/" not in scope.value
    symbol = (find_symbol(scope.value, reader) or find_qualified(scope.value, reader)) if is_symbol else None
    target = symbol or find_reference(scope.value, reader, renamed=scope.field not in OF_MODULES)
    return _folder_before_title(target, reader) if target and scope.field in OF_FOLDER else target


def _folder_before_title(target: Reference, reader: Reader) -> Reference:
    """The folder of that path, if the named document has the name as its title alone, or another name."""
    head, name = target.head, unlinked(target.text)
    if head is None or target.has_section or has_name(head, name, as_title=False):
        return target
    return find_reference(f"{name}/", reader) or target


def _questions(scope: FieldEquals, target: Reference | None) -> Iterator[Question]:
    """What decides the scope, as far as its target tells; the documents in a folder are not known yet."""
    if scope.field not in REFERENCE_SCOPES:
        yield from document_questions(scope, target)
    elif target is not None and target.head is not None:
        yield ReferencesQuestion(frozenset({target.head.path, *(symbol.doc for symbol in target.symbols)}))


def _included_leaves(expr: Expr, *, negated: bool = False) -> Iterator[Expr]:
    """The leaves that select; those below NOT exclude."""
    match expr:
        case And(items) | Or(items):
            for item in items:
                yield from _included_leaves(item, negated=negated)
        case Not(item):
            yield from _included_leaves(item, negated=not negated)
        case _ if not negated:
            yield expr
        case _:
            pass
