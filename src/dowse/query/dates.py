"""Dates as people write them, as stretches of time."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

Stretch = tuple[float, float]  # [from, to) in seconds since 1970, of the date as written, whatever the time zone

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_WEEK = re.compile(r"(\d{4})-?W(\d\d)(?:-?([1-7]))?", re.ASCII | re.IGNORECASE)
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?[ ]?(Z|[+-]\d\d:?\d\d)?", re.ASCII | re.IGNORECASE
)
_AGE = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)(h|d|w|m|y)", re.ASCII | re.IGNORECASE)
_LONGEST = 64  # characters of a date; a longer text is none
_SECONDS = {"h": 3_600.0, "d": 86_400.0, "w": 7 * 86_400.0, "m": 30 * 86_400.0, "y": 365 * 86_400.0}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def stretch(text: str) -> Stretch | None:
    """The time that an ISO date covers: a year, month, week, day, minute or second; None for any other text.

    A time zone is left out of account: `2026-01-31T23:30-08:00` lies on the 31st, as its writer saw it.
    """
    if len(text) > _LONGEST:
        return None
    try:
        return _calendar(text) or _week(text) or _clock(text)
    except (ValueError, OverflowError):  # the 31st of February, the year 0
        return None


def zone(text: str) -> float | None:
    """Seconds to subtract from a written time to get UTC; None when it names no zone."""
    found = _TIME.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None or not found[6]:
        return None
    if found[6] in "Zz":
        return 0.0
    digits = found[6].replace(":", "")
    offset = timedelta(hours=int(digits[1:3]), minutes=int(digits[3:5]))
    return (offset if digits[0] == "+" else -offset).total_seconds()


def age(text: str) -> float | None:
    """Seconds of an age such as `30d`, `2w` or `36h`; a month counts 30 days, a year 365."""
    found = _AGE.fullmatch(text)
    return float(found[1]) * _SECONDS[found[2].lower()] if found else None


def _calendar(text: str) -> Stretch | None:
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = int(found[1]), found[2], found[3]
    if day:
        first = date(year, int(month), int(day))
        return _seconds(first), _seconds(first) + _SECONDS["d"]
    if month:
        first = date(year, int(month), 1)
        return _seconds(first), _first_after(year + int(month) // 12, int(month) % 12 + 1)
    return _seconds(date(year, 1, 1)), _first_after(year + 1, 1)


def _first_after(year: int, month: int) -> float:
    """The first of a month; after the last year that the calendar has, one day later than its end."""
    if year > date.max.year:
        return _seconds(date.max) + _SECONDS["d"]
    return _seconds(date(year, month, 1))


def _week(text: str) -> Stretch | None:
    found = _WEEK.fullmatch(text)
    if found is None:
        return None
    first = _seconds(date.fromisocalendar(int(found[1]), int(found[2]), int(found[3] or 1)))
    return first, first + _SECONDS["d" if found[3] else "w"]


def _clock(text: str) -> Stretch | None:
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    day, hour, minute, second, fraction = found[1], int(found[2]), int(found[3]), found[4], found[5]
    at = datetime.fromisoformat(day).replace(hour=hour, minute=minute, second=int(second or 0), tzinfo=UTC)
    start = (at - _EPOCH).total_seconds() + (float(f"0.{fraction}") if fraction else 0.0)
    return start, start + (60.0 if second is None else 10.0 ** -len(fraction) if fraction else 1.0)


def _seconds(day: date) -> float:
    return (day - _EPOCH.date()).total_seconds()
