"""The values of `modified:` and `[key:…]`: an operator and a value, or two ends with `..`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..model.lazy_pattern import lazy_pattern
from .ast import Scale
from .dates import DateRange, age, date_range, zone

_INFINITY = float("inf")
_OPERATOR = lazy_pattern(r"\s*(>=|<=|=>|=<|>|<)\s*")
_NUMBER = lazy_pattern(r"[+-]?(?:\d{1,200}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)
_DAYS = {"today": 0.0, "yesterday": -1.0, "tomorrow": 1.0}


ReadDate = Callable[[str], DateRange | None]


class Range(NamedTuple):
    """Values in [low, high) on a scale."""

    scale: Scale
    low: float = -_INFINITY
    high: float = _INFINITY


def number(text: str) -> float | None:
    """The number that the text is, or None."""
    return float(text) if _NUMBER.fullmatch(text) else None


def is_compared(text: str) -> bool:
    """Whether the text is written as a comparison or a range, readable or not."""
    return bool(_OPERATOR.match(text)) or (".." in text and bool(text.strip(". ")))


def ranges(text: str, read: ReadDate = date_range) -> tuple[Range, ...]:
    """The ranges of the text, one for each scale on which it is readable; empty for any other text.

    `>2020` is a number and a year.  `a..b` includes both ends, and either may be missing.  Without an operator a date
    is its time span, and an age is any shorter age.  `read` reads a date that is no number.
    """
    operator = _OPERATOR.match(text)
    if operator:
        return tuple(_comparison_ranges(operator[1], text[operator.end() :].strip(), read))
    if ".." in text:
        first, _, last = text.partition("..")
        return tuple(_interval_ranges(first.strip(), last.strip(), read))
    return tuple(_comparison_ranges("", text.strip(), read))


def exactly(value: float) -> Range:
    """The range of this number alone."""
    return Range("number", value, math.nextafter(value, _INFINITY))


def ends(text: str) -> tuple[str, str] | None:
    """The ends of a range as two comparisons, `a..b` as `>=a` and `<=b`; None when it has not both, or an age for one.

    For a range whose ends have different scales, such as `2026-01..today`.
    """
    if ".." not in text:
        return None
    first, _, last = (part.strip() for part in text.partition(".."))
    if _OPERATOR.match(text) or not first or not last or age(first) is not None or age(last) is not None:
        return None
    return f">={first}", f"<={last}"


def operands(text: str) -> tuple[str, ...]:
    """The values of a comparison or a range, without an operator."""
    operator = _OPERATOR.match(text)
    operand = text[operator.end() :] if operator else text
    return tuple(filter(None, map(str.strip, operand.split("..", 1))))


def closest_day(text: str) -> str:
    """The day that a misspelt word names, such as `yesterday`; empty for any other text."""
    import difflib  # noqa: PLC0415  # for mistakes alone

    return next(iter(difflib.get_close_matches(text.casefold(), _DAYS, n=1, cutoff=0.75)), "")


def _comparison_ranges(operator: str, operand: str, read: ReadDate) -> Iterator[Range]:
    seconds = age(operand)
    if seconds is not None:  # younger is later
        yield Range("age", seconds) if ">" in operator else Range("age", -_INFINITY, seconds)
        return
    for scale, low, high in _scale_ranges(operand, read):
        match operator:
            case ">":
                yield Range(scale, high)
            case ">=" | "=>":
                yield Range(scale, low)
            case "<":
                yield Range(scale, -_INFINITY, low)
            case "<=" | "=<":
                yield Range(scale, -_INFINITY, high)
            case _:
                yield Range(scale, low, high)


def _interval_ranges(first: str, last: str, read: ReadDate) -> Iterator[Range]:
    lower = {covered.scale: covered.low for covered in _scale_ranges(first, read)}
    upper = {covered.scale: covered.high for covered in _scale_ranges(last, read)}
    for scale in lower if first else upper:
        if scale in upper or not last:
            yield Range(scale, lower.get(scale, -_INFINITY), upper.get(scale, _INFINITY))


def _scale_ranges(text: str, read: ReadDate) -> list[Range]:
    """From where the value begins to where the next one does, on each scale that it can be read on."""
    ranges_of_scales: list[Range] = []
    value = number(text)
    if value is not None:
        ranges_of_scales.append(exactly(value))
    elif text.casefold() in _DAYS:
        first = _DAYS[text.casefold()]
        ranges_of_scales.append(Range("day", first, first + 1.0))
    covered = (read if value is None else date_range)(text)
    if covered is not None:
        ranges_of_scales.append(Range("date", *covered))
        offset = zone(text)
        if offset is not None:
            ranges_of_scales.append(Range("epoch", covered[0] - offset, covered[1] - offset))
    return ranges_of_scales
