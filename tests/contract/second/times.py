"""Dates and ages of the second reading."""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

ZONE = timedelta(hours=2)  # of the clock on the wall, summer and winter


def age(text: str) -> timedelta:
    """How long ago `30d` is."""
    return timedelta(hours=float(text[:-1]) * {"h": 1, "d": 24, "w": 7 * 24, "m": 30 * 24, "y": 365 * 24}[text[-1]])


def zoned(text: str) -> bool:
    """Whether the time names a zone."""
    return "T" in text and (text.endswith("Z") or text[-6] in "+-")


def unzoned(text: str) -> str:
    """The time as its writer's clock shows it."""
    return text.removesuffix("Z") if text.endswith("Z") else text[:-6] if zoned(text) else text


def span(text: str, now: datetime) -> tuple[datetime, datetime] | None:
    """From when to when the text says; None for what is no time. Without a zone it is that of the clock on the wall."""
    if text in _DAYS:
        midnight = (now + ZONE).replace(hour=0, minute=0, second=0, microsecond=0)
        start = midnight + timedelta(days=_DAYS.index(text) - 1)
        return start - ZONE, start + timedelta(days=1) - ZONE
    for pattern, length in _FORMS.items():
        if re.fullmatch(pattern, text):
            start = datetime.fromisoformat(_filled(text)).replace(tzinfo=UTC)
            days = {"month": calendar.monthrange(start.year, start.month)[1], "year": 365 + calendar.isleap(start.year)}
            end = start + (length if isinstance(length, timedelta) else timedelta(days=days[length]))
            stated = datetime.fromisoformat(text).utcoffset() if zoned(text) else None
            ahead = ZONE if stated is None else stated
            return start - ahead, end - ahead
    return None


_DAYS = ("yesterday", "today", "tomorrow")
_FORMS: Mapping[str, timedelta | str] = {
    r"\d{4}": "year",
    r"\d{4}-\d\d": "month",
    r"\d{4}-W\d\d": timedelta(weeks=1),
    r"\d{4}-W\d\d-\d": timedelta(days=1),
    r"\d{4}-\d\d-\d\d": timedelta(days=1),
    r"\d{4}-\d\d-\d\dT\d\d:\d\d(Z|[+-]\d\d:\d\d)?": timedelta(minutes=1),
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?": timedelta(seconds=1),
}


def _filled(text: str) -> str:
    """The beginning of the time, in full and without its zone."""
    plain = unzoned(text)
    return plain + {4: "-01-01", 7: "-01"}.get(len(plain), "") if "W" not in plain else plain
