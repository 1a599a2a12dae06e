"""Times as numbers, which some programs write into the properties of notes."""

from __future__ import annotations

_SECONDS = (10**8, 10**10)  # 1973 to 2286; a smaller number is a year or an id
# 2001, with ten digits, to 2033: a population has fewer digits, and no telephone number of North America begins with 1.
_PLAIN = (1_000_000_000, 2_000_000_000)


def epoch_seconds(value: float) -> float | None:
    """The seconds since 1970 of a number of seconds or milliseconds since then, whole; None for any other number."""
    seconds = value / 1000 if value >= _SECONDS[1] else value
    return float(int(seconds)) if _SECONDS[0] <= seconds < _SECONDS[1] else None


def plain_epoch_seconds(value: float) -> float | None:
    """The same in a property that may have any number: only of ten or thirteen digits that begin with 1."""
    seconds = epoch_seconds(value)
    return seconds if seconds is not None and _PLAIN[0] <= seconds < _PLAIN[1] else None
