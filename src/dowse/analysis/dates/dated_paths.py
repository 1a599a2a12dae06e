"""Dates that the folders and the name of a file have together: `2020/minutes-03-12.md`, `2020/03/12.md`."""

from __future__ import annotations

from functools import lru_cache

from ...model.lazy_pattern import lazy_pattern
from ..folding import fold
from .query_dates import MONTH_NAME, month_of

_IN_YEAR = lazy_pattern(r"(?:.*/)?((?:19|20)\d\d)/(.+)")
_A_YEAR = lazy_pattern(r"(?<!\d)(?:19|20)\d\d")
_MONTH, _DAY = r"(?P<month>0[1-9]|1[0-2])", r"(?P<day>0[1-9]|[12]\d|3[01])"
_SHORT_MONTH, _SHORT_DAY = r"(?P<month>0?[1-9]|1[0-2])", r"(?P<day>0?[1-9]|[12]\d|3[01])"
_REST = r"(?:[-_. ].*)?"
_NUMBERED_MONTH, _NAMED_MONTH = lazy_pattern(_MONTH + _REST), lazy_pattern(rf"(?:\d\d?[-_. ]+)?{MONTH_NAME}{_REST}")
_NUMBERED_DAY = lazy_pattern(_SHORT_DAY + _REST)
_NO_TALK = r"(?!1[-_]1(?!\d))"  # of two people, `1-1 Anna`
_DAYS = (  # `03-12` and `12.03.` anywhere, `3-12` at an end of the name
    lazy_pattern(rf"(?<!\d){_MONTH}[-_]{_DAY}(?!\d)"),
    lazy_pattern(rf"(?<!\d){_DAY}\.{_MONTH}(?!\d)"),
    lazy_pattern(rf"\A(?:{_NO_TALK}|(?=1[-_]1\Z)){_SHORT_MONTH}[-_]{_SHORT_DAY}(?!\d)"),
    lazy_pattern(rf"(?<![\d.])(?<!\d[-_]){_NO_TALK}{_SHORT_MONTH}[-_]{_SHORT_DAY}\Z"),
)


@lru_cache(4096)  # the next search has mostly the same paths
def date_of_path(path: str) -> str:
    """The date, `2020-03-12`, or the month, `2020-03`, whose year is the name of a folder; empty without one.

    The day is in the name of the file, or of a folder.  A file whose own name has a year has none here.
    """
    found = _IN_YEAR.fullmatch(fold(path))
    if not found:
        return ""
    year, rest = found.groups()
    *folders, file = rest.split("/")
    name = file.rpartition(".")[0] or file
    if _A_YEAR.search(name):
        return ""
    if day := next((day for form in _DAYS if (day := form.search(name))), None):
        return f"{year}-{int(day['month']):02}-{int(day['day']):02}"
    if not folders:
        month = _month_of_file(name)
        return f"{year}-{month}" if month else ""
    month = _month_of_folder(folders[0])
    numbered = _NUMBERED_DAY.fullmatch((*folders, name)[1])
    return f"{year}-{month}" + (f"-{int(numbered['day']):02}" if numbered else "") if month else ""


def _month_of_file(name: str) -> str:
    """The month that is the whole name: `03`, `March`, `03-march`."""
    number = _NUMBERED_MONTH.fullmatch(name)
    if number and name == number["month"]:
        return name
    named = _NAMED_MONTH.fullmatch(name)
    return f"{month_of(named['name']):02}" if named and named.end("name") == len(name) else ""


def _month_of_folder(name: str) -> str:
    """The month with which the name begins: `03`, `03-march`, `03 minutes`, `March`."""
    if number := _NUMBERED_MONTH.fullmatch(name):
        return number["month"]
    named = _NAMED_MONTH.fullmatch(name)
    return f"{month_of(named['name']):02}" if named else ""
