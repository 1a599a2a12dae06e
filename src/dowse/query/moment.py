"""Ages and days of a query as points in time, once the time of the search is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .ast import Compare, Expr, Leaf, Modified, replaced

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Moment:
    """The time of a search, as both kinds of clock show it."""

    epoch: float  # seconds since 1970, UTC
    local: float  # what the calendar and the clock on the wall say, as seconds since 1970
    to_epoch: Callable[[float], float]  # the latter as the former, for any time


def at(expr: Expr, moment: Moment) -> Expr:
    """The tree with every range on a scale that engines know."""

    def leaf(each: Leaf) -> Expr:
        match each:
            case Compare(_, "age", low, high):
                return replace(each, scale="date", low=moment.local - high, high=moment.local - low)
            case Compare(_, "day", low, high):
                today = moment.local // _DAY * _DAY
                return replace(each, scale="date", low=today + low * _DAY, high=today + high * _DAY)
            case Modified("age", low, high):
                return Modified("epoch", moment.epoch - high, moment.epoch - low)
            case Modified("date", low, high):
                return Modified("epoch", moment.to_epoch(low), moment.to_epoch(high))
            case Modified("day", low, high):
                today = moment.local // _DAY * _DAY
                return Modified("epoch", moment.to_epoch(today + low * _DAY), moment.to_epoch(today + high * _DAY))
            case _:
                return each

    return replaced(expr, leaf)
