"""Dates as people write them, as stretches of time."""

from __future__ import annotations

import re
from datetime import date, time, timedelta

from ..analysis.dates.query_dates import query_dates
from ..model.lazy_pattern import lazy_pattern

DateRange = tuple[float, float]  # [from, to) in seconds since 1970, of the date as written, whatever the time zone

_DATE = lazy_pattern(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_WEEK = lazy_pattern(r"(\d{4})-?W(\d\d)(?:-?([1-7]))?", re.ASCII | re.IGNORECASE)
_TIME = lazy_pattern(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?[ ]?(Z|[+-]\d\d:?\d\d)?", re.ASCII | re.IGNORECASE
)
_WEEKDAY = lazy_pattern(
    r"(?:(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?|(?:montag|dienstag|mittwoch|donnerstag|freitag|"
    r"samstag|sonntag)|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)[.,]{0,2} ",
    re.IGNORECASE,
)
_HOUR = lazy_pattern(
    r"[, ] ?(?:at |um |à )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?(?: ?(?:[a-z]{1,4}|[+-]\d\d:?\d\d))?\Z", re.IGNORECASE
)
_AGE = lazy_pattern(r"(\d{1,6}(?:\.\d{1,3})?)(h|d|w|m|y)", re.ASCII | re.IGNORECASE)
_LIKE_DATE = lazy_pattern(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?![\d-]).*", re.ASCII | re.DOTALL)
_EITHER_ORDER = lazy_pattern(r"(0?[1-9]|1[0-2])[/-](0?[1-9]|1[0-2])[/-]((?:19|20)\d\d)", re.ASCII)
_SHORTEST, _SHORTEST_TIME = len("2026"), len("2026-01-31T10:00")
_LONGEST = 64  # characters of a date; a longer text is none
_SECONDS = {"h": 3_600.0, "d": 86_400.0, "w": 7 * 86_400.0, "m": 30 * 86_400.0, "y": 365 * 86_400.0}
_DAY = _SECONDS["d"]
_EPOCH = date(1970, 1, 1).toordinal()


def date_range(text: str) -> DateRange | None:
    """The time span of an ISO date: a year, month, week, day, minute or second; None for any other text.

    The time zone is ignored: `2026-01-31T23:30-08:00` is on the 31st, as in the text.
    """
    if not (_SHORTEST <= len(text) <= _LONGEST and text[:_SHORTEST].isdecimal()):
        return None
    try:
        return _calendar(text) or _week(text) or _clock(text)
    except (ValueError, OverflowError):  # the 31st of February, the year 0
        return None


def written_date_range(text: str) -> DateRange | None:
    """As `date_range`, also of a date that is written otherwise, as one of a property may be: `12 March 2021`,
    `Mar 12th, 2021`, `2021/3/12`, `12.03.2021`, `Fri, 12 Mar 2021 10:00:00 +0000`.

    None for one of two meanings, such as `03/04/2021`.  The time of the day is left out.
    """
    if (covered := date_range(text)) or not _SHORTEST < len(text) <= _LONGEST:
        return covered
    day = _HOUR.sub("", _WEEKDAY.sub("", text, 1) if _WEEKDAY.match(text) else text)
    dates = query_dates(day)
    is_whole = len(dates) == 1 and dates[0][1] == " ".join(day.split())
    return date_range(dates[0][0]) if is_whole else None


def date_fault(text: str) -> str:
    """Why a text in the form of a date is none, as a clause; empty for any other text."""
    match = _LIKE_DATE.fullmatch(text)
    if match is None:
        return ""
    year, month, day = match.groups()
    if not 1 <= int(month) <= 12:
        return "months are 01 to 12"
    if len(month) == 1 or len(day or month) == 1:
        return "months and days have two digits"
    covered = date_range(f"{year}-{month}")
    days = int((covered[1] - covered[0]) / _DAY) if covered else 0
    return f"{year}-{month} has {days} days" if day and days and not 1 <= int(day) <= days else ""


def days_meant(text: str) -> tuple[str, ...]:
    """The two days that a date may be by its order, as `2021-04-03`: of `03/04/2021`; empty for any other text."""
    match = _EITHER_ORDER.fullmatch(text)
    if match is None or int(match[1]) == int(match[2]):
        return ()
    return tuple(
        f"{match[3]}-{int(month):02}-{int(day):02}" for day, month in ((match[1], match[2]), (match[2], match[1]))
    )


def zone(text: str) -> float | None:
    """Seconds to subtract from a written time to get UTC; None when it names no zone."""
    match = _TIME.fullmatch(text) if _SHORTEST_TIME < len(text) <= _LONGEST else None
    if match is None or not match[6]:
        return None
    if match[6] in "Zz":
        return 0.0
    digits = match[6].replace(":", "")
    offset = timedelta(hours=int(digits[1:3]), minutes=int(digits[3:5]))
    return (offset if digits[0] == "+" else -offset).total_seconds()


def age(text: str) -> float | None:
    """Seconds of an age such as `30d`, `2w` or `36h`; a month counts 30 days, a year 365."""
    match = _AGE.fullmatch(text)
    return float(match[1]) * _SECONDS[match[2].lower()] if match else None


def _calendar(text: str) -> DateRange | None:
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    year, month, day = int(match[1]), match[2], match[3]
    if day:
        start = _seconds(date(year, int(month), int(day)))
        return start, start + _DAY
    if month:
        return _seconds(date(year, int(month), 1)), _first(year + int(month) // 12, int(month) % 12 + 1)
    return _seconds(date(year, 1, 1)), _first(year + 1, 1)


def _first(year: int, month: int) -> float:
    """The first of a month; after the last year that the calendar has, one day later than its end."""
    if year > date.max.year:
        return _seconds(date.max) + _DAY
    return _seconds(date(year, month, 1))


def _week(text: str) -> DateRange | None:
    match = _WEEK.fullmatch(text)
    if match is None:
        return None
    monday = _seconds(date.fromisocalendar(int(match[1]), int(match[2]), 1))
    if match[3] is None:
        return monday, monday + 7 * _DAY
    return monday + (int(match[3]) - 1) * _DAY, monday + int(match[3]) * _DAY


def _clock(text: str) -> DateRange | None:
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    day, hour, minute, second, fraction, _ = match.groups()
    at = time(int(hour), int(minute), int(second or 0))
    start = _seconds(date.fromisoformat(day)) + at.hour * 3_600.0 + at.minute * 60.0 + at.second
    if second is None:
        return start, start + 60.0
    if fraction is None:
        return start, start + 1.0
    return start + float(f"0.{fraction}"), start + float(f"0.{fraction}") + 10.0 ** -len(fraction)


def _seconds(day: date) -> float:
    return (day.toordinal() - _EPOCH) * _DAY
