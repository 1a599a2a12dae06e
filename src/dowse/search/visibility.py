"""Documents that a search excludes by default: archived ones, and those with a status of inactive or hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..model.document import Head
from ..model.kinds import KIND_SPECS, KindSpec
from ..model.value_class import dataclass
from ..ports.storage import Reader
from ..query.ast import Compare, Expr, FieldEquals, Not, OneOf, Or, Property, Query, walk
from ..query.extract import conjunction, names
from ..query.select import decided, property_key


@dataclass(frozen=True, slots=True)
class VisibilityRule:
    """A rule that excludes documents by default, and the query that includes them."""

    what: str  # as in "archived documents"
    where: Expr
    key: str  # a query that names this property includes them
    remedy: str
    is_offered: bool = False  # whether an answer mentions a better match among them


ARCHIVED = VisibilityRule(
    "archived",
    Or((Property("archived", "true"), Property("archived", "yes"))),
    "archived",
    "archived:yes",
    is_offered=True,
)
# Temoa's statuses of dead links and of notes that the user has hidden.
INACTIVE = VisibilityRule(
    "inactive or hidden",
    Or((FieldEquals("status", "inactive"), FieldEquals("status", "hidden"))),
    "status",
    "status:inactive OR status:hidden",
)


def unsearched_kinds(specs: Sequence[KindSpec]) -> tuple[VisibilityRule, ...]:
    """One reason for each kind that a search leaves out unless the query selects by kind."""
    hidden = (spec.name for spec in specs if not spec.is_searched)
    return tuple(VisibilityRule(kind, FieldEquals("kind", kind), "kind", f"kind:{kind}") for kind in hidden)


REASONS = (ARCHIVED, INACTIVE, *unsearched_kinds(KIND_SPECS))


def active_exclusions(selection: Expr, reader: Reader, *, archived: bool) -> tuple[VisibilityRule, ...]:
    """The rules that apply to some document and whose property the selection does not name.

    `archived`: archived documents are included.
    """
    return tuple(
        reason for reason in possible_exclusions(selection, archived=archived) if reader.select(reason.where, 1)
    )


def possible_exclusions(selection: Expr, *, archived: bool) -> tuple[VisibilityRule, ...]:
    """The reasons that the selection says nothing of."""
    named_keys = {_key(node) for node in walk(selection)}
    reasons = (reason for reason in REASONS if not (archived and reason is ARCHIVED))
    return tuple(reason for reason in reasons if reason.key not in named_keys)


def visible_condition(reason: VisibilityRule, query: Query, reader: Reader) -> Expr:
    """The documents that the rule does not exclude, and excluded ones that the query names."""
    named_hits = (hit for name in names(query.where) for hit in reader.named(name))
    named_documents = frozenset(hit.ref.doc for hit in named_hits if _applies(reason, hit.head))
    return Or((Not(reason.where), OneOf(named_documents))) if named_documents else Not(reason.where)


def restrict(reason: VisibilityRule, where: Expr) -> VisibilityRule:
    """The rule restricted to `where`."""
    return replace(reason, where=conjunction(where, reason.where))


def is_unlisted(head: Head) -> bool:
    """Whether listings exclude the document by default."""
    return any(_applies(reason, head) for reason in REASONS)


def exclude_unlisted(where: Expr, reader: Reader) -> Expr:
    """The condition `where` without documents that listings exclude by default, unless `where` names their property."""
    return conjunction(where, *(Not(reason.where) for reason in active_exclusions(where, reader, archived=False)))


def omission(where: Expr, reader: Reader) -> str:
    """The message on the documents that `exclude_unlisted` excludes; empty without such documents."""
    reasons = (restrict(reason, where) for reason in active_exclusions(where, reader, archived=False))
    return _exclusion_message((reader.count(reason.where), reason.what) for reason in reasons)


def unlisted_message(heads: Iterable[Head]) -> str:
    """The message on those of the documents that listings exclude; empty without such documents."""
    known = list(heads)
    return _exclusion_message((sum(_applies(reason, head) for head in known), reason.what) for reason in REASONS)


def _exclusion_message(counts: Iterable[tuple[int, str]]) -> str:
    parts = [f"{count:,} {what}" for count, what in counts if count]
    return f"documents excluded: {', '.join(parts)}" if parts else ""


def _applies(reason: VisibilityRule, head: Head) -> bool:
    return decided(reason.where, head, text=lambda _: False)


def _key(node: Expr) -> str:
    match node:
        case Property(key) | Compare(key):
            return property_key(key)
        case FieldEquals(field):
            return field
        case _:
            return ""
