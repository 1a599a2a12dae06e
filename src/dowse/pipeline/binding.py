"""What a search may find: the query, the profile and the options together, as leaves that engines can decide."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.fold import fold
from ..model.ref import Ref
from ..ports import Reader
from ..query.ast import Anything, Compare, Expr, Is, Leaf, Not, Note, OneOf, Or, Property, Query, replaced, walk
from ..query.leaves import unlinked
from ..query.lex import lex
from ..query.moment import Moment, at
from ..query.reading import conjunction, likenesses, names, selecting
from ..query.select import property_key
from .reference import is_archived, references
from .scopes import resolved

ARCHIVED = Or((Property("archived", "true"), Property("archived", "yes")))
NOTHING = OneOf(frozenset())


@dataclass(frozen=True, slots=True)
class Bound:
    """What engines are asked, and where in meaning the query stands."""

    where: Expr
    anchors: tuple[Ref, ...] = ()  # of `like:`
    notes: tuple[Note, ...] = ()
    archived: Expr = NOTHING  # what the same selection finds among the documents that are left out as archived


def bound(query: Query, *others: Expr, reader: Reader, moment: Moment, vault: str, archived: bool) -> Bound:
    """The selection of the query together with the others, without archived documents unless they are wanted.

    They are wanted when the query or the caller says so, or when it names an archived document: what lies under one
    is archived too.  A document whose name is the query is found in any case.
    """
    asked = conjunction(selecting(query.where), *others)
    hints: list[tuple[str, str, str]] = []
    scopes = resolved(replaced(asked, lambda leaf: _in_vault(leaf, vault, hints)), reader)
    hints += scopes.hints
    anchors, shows_archived = _anchors(query, reader, hints)
    where = at(scopes.where, moment)
    if anchors:
        where = conjunction(where, Not(OneOf(frozenset(anchor.doc for anchor in anchors))))
    wanted = archived or query.archived or scopes.archived or shows_archived or _asks_for_archived(asked)
    notes = tuple(Note(place(query.text, field, value), hint) for field, value, hint in hints)
    if wanted or not reader.select(ARCHIVED, 1):
        return Bound(where, anchors, notes)
    return Bound(conjunction(where, _present(query, reader)), anchors, notes, conjunction(where, ARCHIVED))


def place(text: str, field: str, value: str) -> int:
    """Where the field with that value stands in the query, as an offset in characters; 0 when it is of an option."""
    for shape, written, offset, wanted in lex(text):
        name = "property" if shape == "property" else written.casefold()
        given = written if shape == "property" else unlinked(wanted or "")
        if (shape in {"field", "property"} and (name, given) == (field, value)) or (
            (shape, field, written) == ("tag", "tag", value)
        ):
            return offset
    return 0


def _in_vault(leaf: Leaf, vault: str, hints: list[tuple[str, str, str]]) -> Expr:
    match leaf:
        case Is("in", value) if vault and fold(value) != fold(vault):
            hints.append(("in", value, f"in: the vault that is searched is called {vault!r}"))
            return NOTHING
        case Is("in", _):
            return Anything()
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


def _asks_for_archived(asked: Expr) -> bool:
    return any(isinstance(node, Property | Compare) and property_key(node.key) == "archived" for node in walk(asked))


def _present(query: Query, reader: Reader) -> Expr:
    """What is not archived, and what the query calls by its name."""
    called = frozenset(
        hit.ref.doc for name in names(query.where) for hit in reader.named(name) if is_archived(hit.head)
    )
    return Or((Not(ARCHIVED), OneOf(called))) if called else Not(ARCHIVED)
