"""Ages and days of a query as points in time, once the time of the search is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf, nextafter

from ..model.value_class import dataclass
from .ast import Compare, Expr, Leaf, Modified, replaced, walk

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class SearchTime:
    """The time of a search, as UTC and as local time."""

    epoch: float  # seconds since 1970, UTC
    local: float  # local date and time, as seconds since 1970
    to_epoch: Callable[[float], float]  # the latter as the former, for any time


def at(expr: Expr, moment: SearchTime) -> Expr:
    """The tree with every range on a scale that engines know."""

    def leaf(each: Leaf) -> Expr:
        match each:
            case Compare(_, "age", low, high):
                earliest, latest = _ago(moment.local, low, high)
                return replace(each, scale="date", low=earliest, high=latest)
            case Compare(_, "day", low, high):
                today = moment.local // _DAY * _DAY
                return replace(each, scale="date", low=today + low * _DAY, high=today + high * _DAY)
            case Modified("age", low, high):
                return Modified("epoch", *_ago(moment.epoch, low, high))
            case Modified("date", low, high):
                return Modified("epoch", moment.to_epoch(low), moment.to_epoch(high))
            case Modified("day", low, high):
                today = moment.local // _DAY * _DAY
                return Modified("epoch", moment.to_epoch(today + low * _DAY), moment.to_epoch(today + high * _DAY))
            case _:
                return each

    return replaced(expr, leaf)


def _ago(now: float, low: float, high: float) -> tuple[float, float]:
    """Ages in [low, high) as times; those begin after the greatest age, which is not among them."""
    return -inf if high == inf else nextafter(now - high, inf), nextafter(now - low, inf)


def written_ranges(expr: Expr, moment: SearchTime) -> Mapping[Expr, Expr]:
    """The ranges of the tree by those that `at` makes of them, without those that stay."""
    ranges = (each for each in walk(expr) if isinstance(each, Compare | Modified))
    return {absolute: each for each in ranges if (absolute := at(each, moment)) != each}
