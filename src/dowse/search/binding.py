"""Bind the selection of the query, the profile and the options: leaves that an engine decides for one document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from ..analysis.folding import fold
from ..model.qualified_path import NO_ROOTS, below_roots
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.questions import VectorsQuestion
from ..ports.storage import Question, Reader
from ..query.ast import (
    Expr,
    FieldEquals,
    Leaf,
    MatchAll,
    Not,
    Note,
    OneOf,
    Query,
    SymbolCondition,
    replaced,
    walk,
)
from ..query.extract import conjunction, selecting, similarity_targets
from ..query.leaf_parser import unlinked
from ..query.lex import lex
from ..query.relative_time import SearchTime, at, written_ranges
from ..query.select import path_key
from ..query.symbol_match import with_symbols
from .dead_sources import dead_documents, is_checked
from .names.suggest import paths_below
from .scopes.query_scopes import ResolvedScopes, scopes_of
from .visibility import VisibilityRule, active_exclusions, restrict, visible_condition

NOTHING = OneOf(frozenset())
_DEAD = FieldEquals("dead", "yes")


@dataclass(frozen=True, slots=True)
class BoundQuery:
    """The selection for engines, and the documents that the query names."""

    where: Expr
    anchors: tuple[Ref, ...] = ()  # of `like:`
    related: tuple[str, ...] = ()  # of `related:`
    # The original leaf of each set of documents and of each time in `where`.
    original_leaves: Mapping[Expr, Expr] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    exclusions: tuple[VisibilityRule, ...] = ()  # the rules that exclude documents, each within the selection
    # The values of `path:` that are folders without documents, with the reason if a rule excludes them.
    folders: Mapping[str, str] = field(default_factory=dict)


def bind(
    query: Query,
    *others: Expr,
    reader: Reader,
    time: SearchTime,
    vaults: tuple[str, ...],
    archived: bool,
    roots: Mapping[str, str] = NO_ROOTS,
    folder_exclusion: Callable[[str], str | None] = lambda _: None,
) -> BoundQuery:
    """The selection of the query and the others, without documents that are hidden by default.

    Archived documents are included if the query or else the caller asks for them, or if the query names an archived
    document, whose descendants are archived too.  A document has to meet the filters of the query and of the others.
    """
    selection = conjunction(selecting(query.where), *others)
    hints: list[tuple[str, str, str]] = []
    anchor_hints: list[tuple[str, str, str]] = []
    anchors, shows_archived = _anchors(query, reader, roots, anchor_hints)
    vectors = [VectorsQuestion(anchor.doc) for anchor in anchors]  # with the scopes, since both rest on names alone
    resolved = replaced(selection, lambda leaf: _resolve_path(_resolve_vault(leaf, vaults, hints), reader, hints))
    expr, dead = _resolve_dead(resolved, reader, hints)
    scopes = _without_scopes(at(expr, time), reader, depth=query.depth or 2, roots=roots, extra_questions=vectors)
    where = _with_symbols(scopes.where, reader)
    if anchors:
        where = conjunction(where, Not(OneOf(frozenset(anchor.doc for anchor in anchors))))
    states_archived = archived if query.archived is None else query.archived
    includes_archived = states_archived or scopes.archived or shows_archived
    notes = (
        *(Note(offset_of_field(query.text, field, value), hint) for field, value, hint in hints),
        *(
            Note(offset_of_field(query.text, field, value), hint, is_about_index=True)
            for field, value, hint in (*scopes.hints, *anchor_hints)
        ),
    )
    exclusions = active_exclusions(selection, reader, archived=includes_archived)
    visible = conjunction(where, *(visible_condition(reason, query, reader) for reason in exclusions))
    return BoundQuery(
        visible,
        anchors,
        scopes.related,
        {**written_ranges(expr, time), **scopes.original_leaves, **({dead: _DEAD} if dead != NOTHING else {})},
        notes,
        tuple(restrict(reason, where) for reason in exclusions),
        {
            leaf.value: why
            for leaf in paths_of(selection)
            if not reader.select(leaf, 1) and (why := folder_exclusion(leaf.value)) is not None
        },
    )


@dataclass(frozen=True, slots=True)
class BoundFilter:
    """A filter whose leaves one document decides, and the hints on names in the filter that have no plain meaning."""

    where: Expr
    hints: tuple[str, ...]
    is_by_links: bool  # whether links between documents decide


def bind_filter(where: Expr, reader: Reader, *, time: SearchTime, depth: int) -> BoundFilter:
    """The filter as it is, archived and hidden documents included."""
    hints: list[tuple[str, str, str]] = []
    expr, _ = _resolve_dead(where, reader, hints)
    scopes = _without_scopes(at(expr, time), reader, depth=depth)
    texts = tuple(hint for _, _, hint in (*hints, *scopes.hints))
    return BoundFilter(_with_symbols(scopes.where, reader), texts, is_by_links=bool(scopes_of(where)))


def _without_scopes(
    expr: Expr,
    reader: Reader,
    *,
    depth: int,
    roots: Mapping[str, str] = NO_ROOTS,
    extra_questions: Sequence[Question] = (),
) -> ResolvedScopes:
    """See `resolve_scopes`."""
    if not scopes_of(expr):
        reader.prefetch(extra_questions)
        return ResolvedScopes(expr)
    from .scopes.scope_resolution import resolve_scopes  # noqa: PLC0415  # here, since few queries have scopes

    return resolve_scopes(expr, reader, depth=depth, roots=roots, extra_questions=extra_questions)


def _with_symbols(expr: Expr, reader: Reader) -> Expr:
    """The tree with conditions on symbols, also by names behind those of modules."""
    found = with_symbols(expr)
    if not any(isinstance(leaf, SymbolCondition) for leaf in walk(found)):
        return found
    from .names.symbol_lookup import in_modules  # noqa: PLC0415  # here, since few queries name symbols

    return replaced(found, lambda leaf: in_modules(leaf, reader) if isinstance(leaf, SymbolCondition) else leaf)


def _resolve_dead(expr: Expr, reader: Reader, hints: list[tuple[str, str, str]]) -> tuple[Expr, OneOf]:
    """The tree with `dead:` replaced by the documents with dead links, and these."""
    if _DEAD not in walk(expr):
        return expr, NOTHING
    dead = OneOf(dead_documents(reader))
    if not is_checked(reader):
        hints.append(("dead", "yes", "dead: no web links were checked yet; run dowse check-links"))
    return replaced(expr, lambda leaf: dead if leaf == _DEAD else leaf), dead


def offset_of_field(text: str, field: str, value: str) -> int:
    """The offset of the field with that value in the query, in characters; 0 for a field of an option."""
    for shape, name_text, offset, value_text in lex(text):
        name = "property" if shape == "property" else name_text.casefold()
        field_value = name_text if shape == "property" else unlinked(value_text or "")
        if (shape in {"field", "property"} and (name, field_value) == (field, value)) or (
            (shape, field, name_text) == ("tag", "tag", value)
        ):
            return offset
    return 0


def _resolve_vault(leaf: Leaf, vaults: tuple[str, ...], hints: list[tuple[str, str, str]]) -> Expr:
    """MatchAll or nothing for one searched vault; of several, each decides the leaf by its name."""
    match leaf:
        case FieldEquals("in", value) if vaults and fold(value) not in map(fold, vaults):
            one = f"searched vault is {vaults[0]!r}"
            several = f"searched vaults are {', '.join(map(repr, vaults))}"
            hints.append(("in", value, f"in: the {one if len(vaults) == 1 else several}"))
            return NOTHING
        case FieldEquals("in", _) if len(vaults) <= 1:
            return MatchAll()
        case _:
            return leaf


def paths_of(expr: Expr) -> list[FieldEquals]:
    """The paths in the tree, each once, in order."""
    return list(dict.fromkeys(leaf for leaf in walk(expr) if isinstance(leaf, FieldEquals) and leaf.field == "path"))


def _resolve_path(leaf: Expr, reader: Reader, hints: list[tuple[str, str, str]]) -> Expr:
    """A path that does not exist, replaced by the only folder or file whose path ends with it."""
    match leaf:
        case FieldEquals("path", value) if not reader.select(leaf, 1):
            found = paths_below(path_key(value), reader.vocabulary("path"))
            if len(found) != 1:
                return leaf
            hints.append(("path", value, f"path: {value!r} is {found[0]!r}"))
            return FieldEquals("path", found[0])
        case _:
            return leaf


def with_addresses(expr: Expr, roots: Mapping[str, str]) -> Expr:
    """The tree with an address in place of each absolute path of `path:`."""

    def at_address(leaf: Leaf) -> Expr:
        if not (isinstance(leaf, FieldEquals) and leaf.field == "path"):
            return leaf
        return FieldEquals("path", _address(leaf.value, roots))

    return replaced(expr, at_address) if roots else expr


def _address(path: str, roots: Mapping[str, str]) -> str:
    """The address of an absolute path, which may be the folder of a vault; any other path as it is."""
    whole = path.rstrip("/")
    return roots[whole] if whole in roots else below_roots(path, roots)


def _anchors(
    query: Query, reader: Reader, roots: Mapping[str, str], hints: list[tuple[str, str, str]]
) -> tuple[tuple[Ref, ...], bool]:
    """The documents and sections that `like:` names, and whether one of them is archived."""
    if not (targets := similarity_targets(query.where)):
        return (), False
    from .names.reference import is_archived, resolve_references  # noqa: PLC0415  # here, since few queries have any

    anchors: list[Ref] = []
    archived = False
    addresses = {value: below_roots(unlinked(value), roots) for value in targets}
    resolved = resolve_references(addresses.values(), reader)
    for value, address in addresses.items():
        target = resolved[address]
        if target.hint:
            hints.append(("like", value, f"like: {target.hint}"))
        if target.ref is not None and target.head is not None:
            anchors.append(target.ref)
            archived |= is_archived(target.head)
    return tuple(dict.fromkeys(anchors)), archived
