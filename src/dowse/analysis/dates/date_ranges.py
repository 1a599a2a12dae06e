"""Ranges of days as people write them: "12 March 2021 to 15 March 2021", "12–15 March 2021", "12.3. bis 15.3.2021"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from ...model.lazy_pattern import lazy_pattern
from .query_dates import MONTH_NAME, date_spans, month_of

_FORMS_OF_TO = r" (?:(?:to|until|till|through)(?: the)?|bis(?: zu[mr])?|à|au) "
FROM, TO = r"(?:from (?:the )?|(?:von|vom|de|du) )", rf"(?:{_FORMS_OF_TO}| ?[–-]{{1,2}} ?|\.\.)"
BETWEEN, AND = r"(?:between (?:the )?|(?:zwischen|entre) )", r" (?:and(?: the)?|und|et) "
_TO_BARE = rf"(?:{_FORMS_OF_TO}|[–-])"  # behind a day alone: "sprint 3 - 12 March 2021" is one day
_BEFORE = r"(?<![\w.:/-])"
_NUMBER, _NUMBER_OF_MONTH = r"(?P<day>0?[1-9]|[12]\d|3[01])", r"(?P<month>0?[1-9]|1[0-2])"
_DAY = rf"{_NUMBER}(?:st|nd|rd|th|er|\.)?"
_DAYS = rf"{_DAY} (?:of |de )?{MONTH_NAME}", rf"{MONTH_NAME} {_DAY}", rf"{_NUMBER}\.{_NUMBER_OF_MONTH}\."
_TO_DATE, _AND_DATE = lazy_pattern(TO, re.IGNORECASE), lazy_pattern(AND, re.IGNORECASE)
_FROM_BEFORE = lazy_pattern(rf"{_BEFORE}{FROM}\Z", re.IGNORECASE)
_BETWEEN_BEFORE = lazy_pattern(rf"{_BEFORE}{BETWEEN}\Z", re.IGNORECASE)
_FIRST_DAYS = tuple(  # what stands before the last date, as "12 to" in "12 to 15 March 2021"
    lazy_pattern(rf"{_BEFORE}{begin}{day}{joint}\Z", re.IGNORECASE)
    for begin, to, to_bare in ((rf"(?:{FROM})?", TO, _TO_BARE), (BETWEEN, AND, AND))
    for day, joint in (*((day, to) for day in _DAYS), (_DAY, to_bare))
)
_LENGTH = len("2021-03-12")
LONGEST_BEFORE = len(" between the ")  # with the character before the word
_LAST = r"(?P<last>0?[1-9]|[12]\d|3[01])"
_OF_ONE_MONTH = tuple(  # March 12 to 15, 2021; 12-15 March 2021, where no date begins behind the hyphen
    lazy_pattern(rf"{_BEFORE}{form},? (?P<year>(?:19|20)\d\d)(?![\w-])", re.IGNORECASE)
    for form in (
        rf"(?:{FROM})?{MONTH_NAME} {_DAY}{TO}{_LAST}(?:st|nd|rd|th)?",
        rf"{BETWEEN}{MONTH_NAME} {_DAY}{AND}{_LAST}(?:st|nd|rd|th)?",
        rf"(?:{FROM})?{_DAY}-{_LAST}(?:st|nd|rd|th|er|\.)? (?:of |de )?{MONTH_NAME}",
    )
)


class RangeOfDates(NamedTuple):
    """A range of dates in a text."""

    start: int  # its offsets
    end: int
    first: str  # `2021-03-12`, or without a day `2021-03`
    last: str


def date_ranges(text: str) -> list[RangeOfDates]:
    """The ranges between two dates that have their year, or of which the last has that of both.

    The text has no two blanks side by side.
    """
    spans, ranges = sorted(date_spans(text)), list[RangeOfDates]()
    for (start, end, first), (begin, last_end, last) in pairwise([(0, 0, ""), *spans]):
        if (
            first
            and (length := length_before(text[max(0, start - LONGEST_BEFORE) : start], text[end:begin])) is not None
        ):
            ranges.append(RangeOfDates(start - length, last_end, first, last))
        elif len(last) == _LENGTH and (found := _first_day(text[end:begin])):
            ranges.append(RangeOfDates(begin - len(found[0]), last_end, _day_before(found, last), last))
    for form in _OF_ONE_MONTH:
        for found in form.finditer(text):
            month = f"{found['year']}-{month_of(found['name']):02}"
            ranges.append(
                RangeOfDates(*found.span(), f"{month}-{int(found['day']):02}", f"{month}-{int(found['last']):02}")
            )
    return ranges


def length_before(before: str, joint: str) -> int | None:
    """The length of the word before the first date or period, with the blank; None if the joint makes no range."""
    if found := _BETWEEN_BEFORE.search(before):
        return len(found[0]) if _AND_DATE.fullmatch(joint) else None
    if not _TO_DATE.fullmatch(joint):
        return None
    return len(found[0]) if (found := _FROM_BEFORE.search(before)) else 0


def _first_day(before: str) -> re.Match[str] | None:
    return next(filter(None, (form.search(before) for form in _FIRST_DAYS)), None)


def _day_before(found: re.Match[str], last: str) -> str:
    """The first day, whose month or year may be that of the last one."""
    parts = found.groupdict()
    year, own = int(last[:4]), int(last[5:7])
    month = month_of(parts["name"]) if parts.get("name") else int(parts.get("month") or own)
    return f"{year - (month > own)}-{month:02}-{int(parts['day']):02}"
