"""The number of documents that match each filter: filters bind inside the engines, before the steps of the trace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..ports.pipeline import Run
from ..ports.questions import CountQuestion
from ..query.ast import And, Expr, Leaf, MatchAll, Not, replaced
from ..query.describe import condition
from ..query.extract import conjunction
from .visibility import ARCHIVED, INACTIVE

_EXCLUSIONS: dict[Expr, str] = {Not(reason.where): f"not {reason.what}" for reason in (ARCHIVED, INACTIVE)}


@dataclass(frozen=True, slots=True)
class FilterCount:
    """One filter: the number of documents before the filter, and the number that match it."""

    what: str  # as in "tagged todo"
    before: int
    after: int


def filter_counts(run: Run, original_leaves: Mapping[Expr, Expr]) -> Iterator[FilterCount]:
    """The filters in the order of the query, those of the options and the profile last; each is one count of the index.

    `original_leaves` maps sets of documents to the leaves that they replace.
    """
    where = run.where
    if where == MatchAll():
        return
    items = where.items if isinstance(where, And) else (where,)
    bounds = [conjunction(*items[: n + 1]) for n in range(len(items))]
    run.reader.prefetch(map(CountQuestion, (MatchAll(), *bounds)))
    before = run.reader.count(MatchAll())
    for item, bound in zip(items, bounds, strict=True):
        after = run.reader.count(bound)
        yield FilterCount(
            _EXCLUSIONS.get(item) or condition(replaced(item, lambda leaf: _original_leaf(leaf, original_leaves))),
            before,
            after,
        )
        before = after


def _original_leaf(leaf: Leaf, original_leaves: Mapping[Expr, Expr]) -> Expr:
    return original_leaves.get(leaf, leaf)
