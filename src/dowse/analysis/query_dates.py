"""Dates in words, as documents have them in their names: "July 2022" is 2022-07, "12 September 2023" 2023-09-12."""

from __future__ import annotations

import re
from functools import lru_cache

from ..model.lazy_pattern import lazy_pattern

_MONTHS = (
    *("jan(?:uary)?", "feb(?:ruary)?", "mar(?:ch)?", "apr(?:il)?", "may", "june?", "july?"),
    *("aug(?:ust)?", "sept?(?:ember)?", "oct(?:ober)?", "nov(?:ember)?", "dec(?:ember)?"),
)
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})\.?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_FORMS = tuple(
    lazy_pattern(rf"(?<![\w-]){form}(?![\w-])", re.IGNORECASE)
    for form in (
        rf"(?:{_DAY} (?:of )?)?{_MONTH},? {_YEAR}",  # 12 September 2023, September 2023
        rf"{_MONTH} {_DAY},? {_YEAR}",  # September 12, 2023
        rf"{_YEAR},? {_MONTH}(?: {_DAY})?",  # 2023 September 12
    )
)
_A_YEAR = lazy_pattern(_YEAR)
_A_MONTH = tuple(lazy_pattern(month, re.IGNORECASE) for month in _MONTHS)


@lru_cache(64)  # a search asks several times
def query_dates(text: str) -> tuple[str, ...]:
    """The dates in English words, as `2023-09-12` or, without a day, as `2023-09`, each once."""
    return tuple(dict.fromkeys(date for date, _ in written_dates(text)))


@lru_cache(64)
def written_dates(text: str) -> tuple[tuple[str, str], ...]:
    """The dates in English words, each with the words as written."""
    if not _A_YEAR.search(text):  # as in most queries
        return ()
    joined = " ".join(text.split())
    dates: list[tuple[str, str]] = []
    for form in _FORMS:
        dates += ((_date(found), found[0]) for found in form.finditer(joined))
        joined = form.sub(" / ", joined)  # a later form may not take a part of the date
    return tuple(dates)


def _date(found: re.Match[str]) -> str:
    month = next(n for n, each in enumerate(_A_MONTH, start=1) if each.fullmatch(found["month"]))
    day = found["day"]
    return f"{found['year']}-{month:02}" + (f"-{int(day):02}" if day else "")
