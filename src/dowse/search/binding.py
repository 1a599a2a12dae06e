"""Bind the selection of the query, the profile and the options: leaves that an engine decides for one document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..analysis.folding import fold
from ..model.ref import Ref
from ..ports.questions import VectorsQuestion
from ..ports.storage import Reader
from ..query.ast import Expr, FieldEquals, Leaf, MatchAll, Not, Note, OneOf, Query, replaced
from ..query.extract import conjunction, likenesses, selecting
from ..query.leaf_parser import unlinked
from ..query.lex import lex
from ..query.relative_time import SearchTime, at
from .reference import is_archived, references
from .scopes import resolved
from .visibility import VisibilityRule, left_out, present, within

NOTHING = OneOf(frozenset())


@dataclass(frozen=True, slots=True)
class BoundQuery:
    """The selection for engines, and the documents that the query names."""

    where: Expr
    anchors: tuple[Ref, ...] = ()  # of `like:`
    related: tuple[str, ...] = ()  # of `related:`
    written: Mapping[Expr, Expr] = field(default_factory=dict)  # the original leaf of each set of documents in `where`
    notes: tuple[Note, ...] = ()
    left_out: tuple[VisibilityRule, ...] = ()  # the rules that exclude documents, each within the selection


def bound(
    query: Query, *others: Expr, reader: Reader, moment: SearchTime, vaults: tuple[str, ...], archived: bool
) -> BoundQuery:
    """The selection of the query and the others, without documents that are hidden by default.

    Archived documents are included if the query or the caller asks for them, or if the query names an archived
    document, whose descendants are archived too.
    """
    asked = conjunction(selecting(query.where), *others)
    hints: list[tuple[str, str, str]] = []
    of_anchors: list[tuple[str, str, str]] = []
    anchors, shows_archived = _anchors(query, reader, of_anchors)
    vectors = [VectorsQuestion(anchor.doc) for anchor in anchors]  # with the scopes, since both rest on names alone
    expr = replaced(asked, lambda leaf: _in_vault(leaf, vaults, hints))
    scopes = resolved(expr, reader, depth=query.depth or 2, besides=vectors)
    hints += (*scopes.hints, *of_anchors)
    where = at(scopes.where, moment)
    if anchors:
        where = conjunction(where, Not(OneOf(frozenset(anchor.doc for anchor in anchors))))
    wanted = archived or query.archived or scopes.archived or shows_archived
    notes = tuple(Note(place(query.text, field, value), hint) for field, value, hint in hints)
    reasons = left_out(asked, reader, archived=wanted)
    chosen = conjunction(where, *(present(reason, query, reader) for reason in reasons))
    return BoundQuery(
        chosen, anchors, scopes.related, scopes.written, notes, tuple(within(reason, where) for reason in reasons)
    )


def place(text: str, field: str, value: str) -> int:
    """The offset of the field with that value in the query, in characters; 0 for a field of an option."""
    for shape, written, offset, wanted in lex(text):
        name = "property" if shape == "property" else written.casefold()
        given = written if shape == "property" else unlinked(wanted or "")
        if (shape in {"field", "property"} and (name, given) == (field, value)) or (
            (shape, field, written) == ("tag", "tag", value)
        ):
            return offset
    return 0


def _in_vault(leaf: Leaf, vaults: tuple[str, ...], hints: list[tuple[str, str, str]]) -> Expr:
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


def _anchors(query: Query, reader: Reader, hints: list[tuple[str, str, str]]) -> tuple[tuple[Ref, ...], bool]:
    """The documents and sections that `like:` names, and whether one of them is archived."""
    found: list[Ref] = []
    archived = False
    for value, named in references(likenesses(query.where), reader).items():
        if named.hint:
            hints.append(("like", value, f"like: {named.hint}"))
        if named.ref is not None and named.head is not None:
            found.append(named.ref)
            archived |= is_archived(named.head)
    return tuple(dict.fromkeys(found)), archived
