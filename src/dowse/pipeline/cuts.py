"""What each filter of a search leaves: they bind inside the engines, so the steps of the pipeline cannot tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..ports import Run
from ..query.ast import And, Anything, Expr, Not
from ..query.reading import conjunction
from ..query.show import condition
from .left_out import ARCHIVED, INACTIVE

_LEFT_OUT: dict[Expr, str] = {Not(reason.where): f"not {reason.what}" for reason in (ARCHIVED, INACTIVE)}


@dataclass(frozen=True, slots=True)
class Cut:
    """One filter: how many documents there were before it, and how many of them it leaves."""

    what: str  # as in "tagged todo"
    before: int
    after: int


def cuts(run: Run) -> Iterator[Cut]:
    """The filters in the order of the query, those of the options and the profile last; each asks the index anew."""
    where = run.where
    if where == Anything():
        return
    before = run.reader.count(Anything())
    bound: Expr = Anything()
    for item in where.items if isinstance(where, And) else (where,):
        bound = conjunction(bound, item)
        after = run.reader.count(bound)
        yield Cut(_LEFT_OUT.get(item) or condition(item), before, after)
        before = after
