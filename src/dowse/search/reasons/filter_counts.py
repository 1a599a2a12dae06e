"""The documents that each filter keeps and excludes: filters bind inside the engines, before the steps of the trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...model.document import Head
from ...model.hit import Hits
from ...model.kinds import FACT_NAMES
from ...model.timestamp import iso
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...ports.questions import CountQuestion
from ...query.ast import And, Compare, Expr, FieldEquals, Leaf, MatchAll, Modified, Not, Property, replaced, walk
from ...query.describe import condition
from ...query.extract import conjunction
from ...query.select import written_values
from ..visibility import ARCHIVED, INACTIVE
from .removal_reasons import MOST_REMOVED

_MOST_VALUES = 10  # of a property, such as the tags of a document
_LONGEST = 80  # characters of such a value
_DAY = len("2026-01-31")

_EXCLUSIONS: dict[Expr, str] = {Not(reason.where): f"not {reason.what}" for reason in (ARCHIVED, INACTIVE)}


@dataclass(frozen=True, slots=True)
class ExcludedDocument:
    """A document that a filter excludes, with the values of the document that the filter reads."""

    path: str
    title: str
    values: str = ""  # as in "type: daily"; empty for a filter on paths or texts


@dataclass(frozen=True, slots=True)
class FilterCount:
    """One filter: the number of documents before the filter, and the number that match it."""

    what: str  # as in "tagged todo"
    before: int
    after: int
    excluded: tuple[ExcludedDocument, ...] = ()  # the best matches of the query first, up to MOST_REMOVED


def filter_counts(
    run: Run, original_leaves: Mapping[Expr, Expr], candidates: Callable[[Expr], Hits]
) -> Iterator[FilterCount]:
    """The filters in the order of the query, those of the options and the profile last.

    `original_leaves` maps sets of documents to the leaves that they replace.  `candidates` gives the hits of the query
    within another selection, best first: what the filter excludes is listed in that order, and then newest first.
    """
    where = run.where
    if where == MatchAll():
        return
    items = where.items if isinstance(where, And) else (where,)
    bounds = [conjunction(*items[: n + 1]) for n in range(len(items))]
    run.reader.prefetch(map(CountQuestion, (MatchAll(), *bounds)))
    before, bound_before = run.reader.count(MatchAll()), conjunction()
    for item, bound in zip(items, bounds, strict=True):
        after = run.reader.count(bound)
        original = replaced(item, lambda leaf: _original_leaf(leaf, original_leaves))
        excluded = _excluded(conjunction(bound_before, Not(item)), run, candidates) if after < before else ()
        yield FilterCount(
            _EXCLUSIONS.get(item) or condition(original),
            before,
            after,
            tuple(ExcludedDocument(head.path, head.title, _values(original, head)) for head in excluded),
        )
        before, bound_before = after, bound


def _original_leaf(leaf: Leaf, original_leaves: Mapping[Expr, Expr]) -> Expr:
    return original_leaves.get(leaf, leaf)


def _excluded(where: Expr, run: Run, candidates: Callable[[Expr], Hits]) -> tuple[Head, ...]:
    """The first of the documents in `where`."""
    found = {hit.head.path: hit.head for hit in candidates(where)}
    if len(found) < MOST_REMOVED:
        found |= {hit.head.path: hit.head for hit in run.reader.select(where, MOST_REMOVED + len(found))}
    return tuple(found.values())[:MOST_REMOVED]


def _values(item: Expr, head: Head) -> str:
    """The values of the document in the fields of the filter: `status: done`, `tag: none`."""
    values: dict[str, tuple[str, ...]] = {}
    for leaf in walk(item):
        match leaf:
            case FieldEquals("tag"):
                values["tag"] = tuple(sorted(head.tags))
            case FieldEquals("kind"):
                values["kind"] = (head.kind,)
            case FieldEquals(name) if name in FACT_NAMES:
                values[name] = written_values(head, name)
            case Property(name) | Compare(name):
                values[name] = written_values(head, name)
            case Modified():
                values["modified"] = (iso(head.modified)[:_DAY],)
            case _:
                pass
    return "; ".join(f"{name}: {_listed(known)}" for name, known in values.items())


def _listed(values: tuple[str, ...]) -> str:
    more = f" and {len(values) - _MOST_VALUES} more" if len(values) > _MOST_VALUES else ""
    return (", ".join(_shortened(value) for value in values[:_MOST_VALUES]) or "none") + more


def _shortened(value: str) -> str:
    return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"
