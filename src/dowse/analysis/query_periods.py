"""Periods as people write them: "q3 2022", "summer of 2021", "early 2023", "the last week of December 2021"."""

from __future__ import annotations

import re
from calendar import monthrange
from functools import lru_cache
from typing import NamedTuple

from ..model.lazy_pattern import lazy_pattern
from .query_dates import MONTH_NAME, month_of

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_OF = r"(?:,? of |,? in |,? des |,? von |,? im |,? du |,? de |[- ]de[- ]|,? |/|-)"  # between a part and what it is of
_FIRST, _SECOND = r"first|1st|ersten?s?|1\.|première?|premier|1er|1[èe]re", r"second|2nd|zweiten?s?|2\.|deuxième|2e"
_THIRD, _FOURTH = r"third|3rd|dritten?s?|3\.|troisième|3e", r"fourth|4th|vierten?s?|4\.|quatrième|4e"
_WINTER = r"winter|hiver"
_LAST = r"last|final|letzten?s?|dernière?|dernier"
_ORDINALS = (_FIRST, _SECOND, _THIRD, _FOURTH)
_ORDINAL = rf"(?P<ordinal>{'|'.join(_ORDINALS)})"
_SEASONS = (
    r"spring|frühling|frühjahr|printemps",
    r"summer|sommer|été",
    r"autumn|fall|herbst|automne",
    _WINTER,
)
_PARTS = (
    r"early|(?:the )?(?:beginning|start)|anfang|beginn|(?:le )?début",
    r"mid|(?:the )?middle|mitte|(?:la )?mi",
    r"late|(?:the )?end|ende|(?:la )?fin",
)
_PART = rf"(?P<part>{'|'.join(_PARTS)})"
_BEFORE, _BEHIND = r"(?<![\w.-])", r"(?![\w-])"
_PERIODS = tuple(
    lazy_pattern(_BEFORE + form + _BEHIND, re.IGNORECASE)
    for form in (
        rf"[qt](?P<quarter>[1-4]){_OF}{_YEAR}",
        rf"{_YEAR}[-/ ]?[qt](?P<quarter>[1-4])",
        rf"{_ORDINAL} (?:quarter|quartals?|trimestre){_OF}{_YEAR}",
        rf"(?P<winter>{_WINTER}){_OF}{_YEAR}[-/](?:(?:19|20)\d\d|\d\d)",
        rf"(?P<season>{'|'.join(_SEASONS)}){_OF}{_YEAR}",
        rf"(?:the )?(?:(?P<last>{_LAST})|{_ORDINAL}) (?:week|woche|semaine){_OF}{MONTH_NAME}(?:,| of| de)? {_YEAR}",
        rf"{_PART}{_OF}{MONTH_NAME}(?:,| of| de)? {_YEAR}",
        rf"{_PART}{_OF}{_YEAR}",
    )
)
_A_YEAR = lazy_pattern(_YEAR)


class Period(NamedTuple):
    """A period in a text."""

    dates: tuple[str, ...]  # its months, as `2022-07`, or its days, as `2021-12-25`
    written: str


@lru_cache(64)  # a search asks several times
def query_periods(text: str) -> tuple[Period, ...]:
    """The quarters, seasons, parts of years and months, and weeks of months, in English, German or French.

    Winter is that at the beginning and that at the end of the year, but one in "winter 2021/22".  The parts of a year
    have four months each, those of a month ten days and more, and weeks are seven days from the first or to the last.
    """
    if not _A_YEAR.search(text):  # as in most queries
        return ()
    joined, periods = " ".join(text.split()), list[Period]()
    for form in _PERIODS:
        periods += (Period(_dates(found), found[0]) for found in form.finditer(joined))
        joined = form.sub(" / ", joined)  # a later form may not take a part of the period
    return tuple(periods)


def _dates(found: re.Match[str]) -> tuple[str, ...]:
    parts = {name: value for name, value in found.groupdict().items() if value}
    year = int(parts["year"])
    if "name" in parts:
        return _days(year, month_of(parts["name"]), parts)
    if "winter" in parts:
        return _over_the_end_of(year)
    if "season" in parts:
        first = 3 + 3 * _number(parts["season"], _SEASONS)
        if first == 12:  # winter
            return (*_months(year, 1, 2), *_over_the_end_of(year))
        return _months(year, first, first + 2)
    if "part" in parts:
        number = _number(parts["part"], _PARTS)
        return _months(year, 4 * number + 1, 4 * number + 4)
    quarter = int(parts["quarter"]) - 1 if "quarter" in parts else _number(parts["ordinal"], _ORDINALS)
    return _months(year, 3 * quarter + 1, 3 * quarter + 3)


def _days(year: int, month: int, parts: dict[str, str]) -> tuple[str, ...]:
    """The days of a week or of a third of the month."""
    last = monthrange(year, month)[1]
    if "part" in parts:
        number = _number(parts["part"], _PARTS)
        days = range(10 * number + 1, last + 1 if number == 2 else 10 * number + 11)
    elif "last" in parts:
        days = range(last - 6, last + 1)
    else:
        begin = 7 * _number(parts["ordinal"], _ORDINALS) + 1
        days = range(begin, begin + 7)
    return tuple(f"{year}-{month:02}-{day:02}" for day in days)


def _over_the_end_of(year: int) -> tuple[str, ...]:
    return (*_months(year, 12, 12), *_months(year + 1, 1, 2))


def _months(year: int, first: int, last: int) -> tuple[str, ...]:
    return tuple(f"{year}-{month:02}" for month in range(first, last + 1))


def _number(word: str, forms: tuple[str, ...]) -> int:
    return next(number for number, form in enumerate(forms) if re.fullmatch(form, word, re.IGNORECASE))
