"""`under:`, `links:`, `calls:` and the other scopes become sets of documents, which engines can decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import chain
from typing import TypeGuard

from ..analysis.folding import fold, name_key
from ..graph.hierarchy import OF_DOCUMENT, OF_FOLDER, OF_MISSING
from ..graph.source_references.scope_rules import rules_of
from ..graph.traversal import distances
from ..model.document import Head
from ..model.qualified_path import inward, outward
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.link_storage import ScopeName
from ..ports.questions import ReferencesQuestion, ScopeQuestion
from ..ports.storage import Question, Reader
from ..query.ast import And, Expr, FieldEquals, Leaf, Not, OneOf, Or, ReferenceLine, replaced, walk
from ..query.extract import conjunction
from ..query.leaf_parser import unlinked
from ..query.symbol_match import with_symbols
from .document_names import has_name
from .equal_definitions import EqualDefinitions, equal_definitions
from .external_modules import ExternalModule, external_module
from .external_names import ExternalName, external_name, variable_of_c
from .federated_lookup import FederatedLookup
from .name_notes import all_count_hint, quote_name
from .reference import (
    Reference,
    find_qualified,
    find_reference,
    find_symbol,
    is_archived,
    unknown_name_hints,
)
from .reference_scopes import (
    OF_MODULES,
    OF_SYMBOLS,
    REFERENCE_SCOPES,
    anonymous_hint,
    module_documents,
    places,
    unresolved_calls_hint,
)
from .symbol_imports import symbol_imports

_RELATED = "related"
_NAMES: Mapping[str, ScopeName] = {"under": "under", "children": "children", "links": "links", "linked": "linked"}


@dataclass(frozen=True, slots=True)
class ResolvedScopes:
    """A tree without scopes, with hints on their names."""

    where: Expr
    hints: tuple[tuple[str, str, str], ...] = ()  # (field, value, hint)
    original_leaves: Mapping[Expr, Expr] = field(
        default_factory=dict, compare=False
    )  # the scopes that the sets replace
    related: tuple[str, ...] = ()  # the documents that `related:` names, unless it excludes
    archived: bool = False  # whether a scope in the query that is not excluded is that of an archived document


def scopes_of(expr: Expr) -> list[FieldEquals]:
    """The scopes in the tree, each once, in order."""
    return list(dict.fromkeys(leaf for leaf in walk(expr) if _is_scope(leaf)))


def resolve_scopes(
    expr: Expr, reader: Reader, *, depth: int = 2, root: str = "", extra_questions: Iterable[Question] = ()
) -> ResolvedScopes:
    """The tree with each scope replaced by the documents in it; each is looked up once. `depth` is for `related:`.

    A name that is a path below the folder `root` means the document there.  Times in the tree are absolute.
    `extra_questions` are more questions, which are asked in the same round trip.
    """
    scopes = scopes_of(expr)
    if not scopes:
        reader.prefetch(extra_questions)
        return ResolvedScopes(expr)
    targets = {scope: _target(_below(root, scope), reader) for scope in scopes}
    questions = [each for scope in scopes for each in _questions(scope, targets[scope])]
    reader.prefetch([*extra_questions, *questions, *_reference_questions(targets)])
    sets = {scope: _selected(_below(root, scope), targets[scope], reader, depth) for scope in scopes}
    equal = {scope: equal_definitions(scope.field, targets[scope], reader, _filters(expr)) for scope in scopes}
    sets |= {scope: sets[scope] | _at(each.places) for scope, each in equal.items() if each.places}
    external = {
        scope: external_name(scope.field, scope.value, reader, _filters(expr), sets[scope].places)
        for scope in scopes
        if _is_unknown(scope, targets, sets, reader)
    }
    sets |= {scope: sets[scope] | _at(name.places) for scope, name in external.items() if name.places}
    modules = {
        scope: external_module(value, reader, _filters(expr), module_documents(value, reader))
        for scope in scopes
        if scope.field == "imports"
        for value in (unlinked(scope.value),)
    }
    sets |= {scope: sets[scope] | _at(module.files) for scope, module in modules.items()}
    module_hints = tuple(_hints_of_modules(modules, sets))
    renamed = {  # whose look-up takes longer
        scope: find_reference(scope.value, reader)
        for scope in scopes
        if scope.field in OF_MODULES and targets[scope] is None and not sets[scope].docs
    }
    targets |= renamed
    sets |= {scope: _selected(scope, target, reader, depth) for scope, target in renamed.items()}
    imports = {
        scope: symbol_imports(_symbols(scope, targets[scope], reader), unlinked(scope.value), reader, _filters(expr))
        for scope in scopes
        if scope.field == "imports"
    }
    sets |= {scope: sets[scope] | _at(each.places) for scope, each in imports.items()}
    hints = (
        *_hints(sets, targets, reader, external, modules, equal, _filters(expr)),
        *module_hints,
        *(
            (scope.field, scope.value, f"{scope.field}: {hint}")
            for scope, target in renamed.items()
            if target and sets[scope].docs and (hint := _hint(scope.field, target))
        ),
        *(
            (scope.field, scope.value, f"{scope.field}: {each.unread}")
            for scope, each in imports.items()
            if each.unread
        ),
    )
    included = [(leaf.field, targets[leaf]) for leaf in _included_leaves(expr) if _is_scope(leaf)]
    heads = [(field, target.head) for field, target in included if target is not None and target.head is not None]
    archived = any(is_archived(head) for _, head in heads)
    related = tuple(dict.fromkeys(head.path for field, head in heads if field == _RELATED))
    where: Mapping[Leaf, Expr] = dict(sets.items())
    original_leaves = {selected: scope for scope, selected in where.items()}
    return ResolvedScopes(replaced(expr, lambda leaf: where.get(leaf, leaf)), hints, original_leaves, related, archived)


def _filters(expr: Expr) -> Expr:
    """The conditions without scopes that each selected document meets."""
    return with_symbols(conjunction(*(item for item in _items(expr) if not scopes_of(item))))


def _items(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, And):
        for item in expr.items:
            yield from _items(item)
    else:
        yield expr


def _below(root: str, scope: FieldEquals) -> FieldEquals:
    """The scope with the path inside the folder in place of the absolute one."""
    name = unlinked(scope.value)
    return replace(scope, value=name.removeprefix(f"{root}/")) if root and name.startswith(f"{root}/") else scope


def _is_scope(node: Expr) -> TypeGuard[FieldEquals]:
    return isinstance(node, FieldEquals) and (
        node.field in OF_DOCUMENT or node.field in REFERENCE_SCOPES or node.field == _RELATED
    )


def _target(scope: FieldEquals, reader: Reader) -> Reference | None:
    """The document, section, symbol or folder that the scope names; for a field of symbols a symbol first."""
    is_symbol = scope.field in OF_SYMBOLS and "/" not in scope.value
    symbol = (find_symbol(scope.value, reader) or find_qualified(scope.value, reader)) if is_symbol else None
    target = symbol or find_reference(scope.value, reader, renamed=scope.field not in OF_MODULES)
    return _folder_before_title(target, reader) if target and scope.field in OF_FOLDER else target


def _folder_before_title(target: Reference, reader: Reader) -> Reference:
    """The folder of that path, if the named document has the name as its title alone, or another name."""
    head, name = target.head, unlinked(target.text)
    if head is None or _has_section(target) or has_name(head, name, as_title=False):
        return target
    return find_reference(f"{name}/", reader) or target


def _symbols(scope: FieldEquals, target: Reference | None, reader: Reader) -> tuple[Ref, ...]:
    """The symbols that the scope of imports names, beside a module or a file of the name."""
    is_path = rules_of(scope.value) is not None or "/" in scope.value
    named = target if is_path or target is None or _has_section(target) else find_symbol(scope.value, reader)
    if named is None or named.ref is None or named.head is None or named.head.kind != "code":
        return ()
    return named.symbols or ((named.ref,) if named.ref.section else ())


def _has_section(target: Reference) -> bool:
    return target.ref is not None and bool(target.ref.section)


def _reference_questions(targets: Mapping[FieldEquals, Reference | None]) -> Iterator[ReferencesQuestion]:
    """For the scopes of documents; those of a folder are asked when its documents are known."""
    for scope, target in targets.items():
        if scope.field in REFERENCE_SCOPES and target is not None and target.head is not None:
            symbols = (symbol.doc for symbol in target.symbols)
            yield ReferencesQuestion(frozenset({target.head.path, *symbols}))


def _selected(scope: FieldEquals, target: Reference | None, reader: Reader, depth: int) -> OneOf:
    if scope.field in REFERENCE_SCOPES:
        return _at(places(scope.field, unlinked(scope.value), target, reader))
    return OneOf(_documents(scope, target, reader, depth))


def _at(found: frozenset[ReferenceLine]) -> OneOf:
    refs = frozenset(ref for ref, _ in found)
    return OneOf(frozenset(ref.doc for ref in refs), refs, frozenset(each for each in found if each[1]))


def _is_unknown(
    scope: FieldEquals,
    targets: Mapping[FieldEquals, Reference | None],
    sets: Mapping[FieldEquals, OneOf],
    reader: Reader,
) -> bool:
    """Whether the scope selects nothing and no symbol of the index has its name; for a base class, whichever has it:
    `Error` is a type of the language beside a page of that name; for a call also if only variables or macros have it.
    """
    target = targets[scope]
    is_code = target is not None and target.head is not None and target.head.kind == "code"
    is_symbol = is_code and target is not None and target.ref is not None and bool(target.ref.section)
    if not is_symbol or scope.field != "calls":
        return not sets[scope].docs and (not is_symbol or scope.field == "extends")
    return bool(variable_of_c(scope.value, reader))


def _documents(scope: FieldEquals, target: Reference | None, reader: Reader, depth: int) -> frozenset[str]:
    match target:
        case Reference(head=Head() as head) if scope.field == _RELATED:
            return frozenset(distances((head.path,), reader.edges, depth=depth)) - {head.path}
        case Reference(folder=folder) if folder and scope.field in OF_FOLDER:
            return _in_each_vault(reader, unlinked(scope.value).strip("/"), OF_FOLDER[scope.field])
        case None if scope.field == "links" and "#" in scope.value:
            return _in_each_vault(reader, unlinked(scope.value), _linking_to_heading)
        case _:
            return frozenset(chain.from_iterable(each.of(reader) for each in _questions(scope, target)))


def _linking_to_heading(text: str, reader: Reader) -> frozenset[str]:
    """The documents of a vault with a link `name#heading`, of which the document or the heading is missing; the
    document of that name may have one to itself.
    """
    name, _, heading = text.partition("#")
    named = find_reference(name, reader)
    path = named.head.path if named is not None and named.head is not None else ""
    sources = {path, *reader.scope("links", path)} if path else reader.scope("links", name, is_missing=True)
    return frozenset(
        each.source
        for each in reader.aimed(sources)
        if fold(each.link.anchor) == fold(heading)
        and (each.aim.target == path if path else name_key(each.link.target) == name_key(name))
    )


def _questions(scope: FieldEquals, target: Reference | None) -> Iterator[ScopeQuestion]:
    """Of a scope that is that of a document, or of a missing one to which others link."""
    name = _NAMES.get(scope.field)
    if name and target is None and scope.field in OF_MISSING:
        yield ScopeQuestion(name, unlinked(scope.value), is_missing=True)
    elif name and target is not None and target.head is not None:
        yield ScopeQuestion(name, target.head.path)


def _in_each_vault(reader: Reader, address: str, documents: Callable[[str, Reader], frozenset[str]]) -> frozenset[str]:
    """The results of each vault for the address, or of the vault that the address names: a link stays in its vault."""
    if not isinstance(reader, FederatedLookup):
        return documents(address, reader)
    chosen, path = inward(address, reader.vaults)
    readers = {chosen: reader.vaults[chosen]} if chosen else reader.vaults
    return frozenset(outward(vault, document) for vault, own in readers.items() for document in documents(path, own))


def _hints(
    sets: Mapping[FieldEquals, OneOf],
    targets: Mapping[FieldEquals, Reference | None],
    reader: Reader,
    external: Mapping[FieldEquals, ExternalName],
    modules: Mapping[FieldEquals, ExternalModule],
    equal: Mapping[FieldEquals, EqualDefinitions],
    filters: Expr,
) -> tuple[tuple[str, str, str], ...]:
    """The hints on the names, in the order of the query."""
    missing = unknown_name_hints(
        (scope.value for scope in sets if not sets[scope].docs and targets[scope] is None), reader
    )
    hints = []
    for scope, selected in sets.items():
        target = targets[scope]
        if scope in external and external[scope].hint:
            hint = external[scope].hint
        elif target is not None:
            is_module = scope.field in OF_MODULES and bool(selected.docs)  # whatever else has the name
            hint = "" if is_module else _hint(scope.field, target)
            if equal[scope].hint:
                hint = "; ".join(filter(None, (hint, equal[scope].hint)))
            elif scope.field == "extends":
                hint = "; ".join(filter(None, (hint, anonymous_hint(target, reader))))
            elif scope.field == "calls" and target.ref is not None:
                unresolved = unresolved_calls_hint(target.ref, reader, filters, is_called=bool(selected.docs))
                hint = "; ".join(filter(None, (hint, unresolved)))
        else:
            hint = (
                _missing_hint(scope, selected, reader)
                if selected.docs
                else _unknown_hint(scope, missing[scope.value], modules.get(scope))
            )
        if scope in external and external[scope].unread:
            hint = f"{hint}; {external[scope].unread}" if hint else external[scope].unread
        if hint:
            hints.append((scope.field, scope.value, f"{scope.field}: {hint}"))
    return tuple(hints)


def _hints_of_modules(
    modules: Mapping[FieldEquals, ExternalModule], sets: Mapping[FieldEquals, OneOf]
) -> Iterator[tuple[str, str, str]]:
    """The hints on modules of several origins, and on files that were not read."""
    for scope, module in modules.items():
        if hint := module.hint(sets[scope].places):
            yield scope.field, scope.value, f"{scope.field}: {hint}"


def _unknown_hint(scope: FieldEquals, hint: str, module: ExternalModule | None) -> str:
    """The hint on a name that nothing has; the field of a reference takes other names than those of documents."""
    if scope.field not in REFERENCE_SCOPES:
        return hint
    suggestion = f"did you mean {module.longer[0]!r}?" if module and module.longer else hint.partition("; ")[2]
    return f"no symbol, file or module has the name {quote_name(scope.value)}; {suggestion}"


def _hint(field: str, target: Reference) -> str:
    """The hint on a name; the hint on a folder only for a field that takes no folder."""
    if field in REFERENCE_SCOPES and target.symbols:
        return all_count_hint(target.text, target.symbols)
    return "" if target.folder and (field in OF_FOLDER or field in REFERENCE_SCOPES) else target.hint


def _missing_hint(scope: FieldEquals, selected: OneOf, reader: Reader) -> str:
    """The hint on a name that no document has, but that selects some, such as the target of broken links."""
    if scope.field in REFERENCE_SCOPES:
        return ""
    name = scope.value
    by_link = scope.field == "links"
    n = len(selected.docs if by_link else reader.scope("children", unlinked(name), is_missing=True))
    if by_link:
        stated = f"{n:,} documents link to that name" if n > 1 else "1 document links to that name"
    else:
        stated = f"{n} documents name it as their parent" if n > 1 else "1 document names it as its parent"
    what = "heading" if by_link and "#" in name else "document"
    return f"no {what} has the name {quote_name(name)}; {stated}"


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
