"""Times as numbers, which some programs write into the properties of notes."""

from __future__ import annotations

_SECONDS = (10**8, 10**10)  # 1973 to 2286; a smaller number is a year or an id


def epoch_seconds(value: float) -> float | None:
    """The seconds since 1970 of a number of seconds or milliseconds since then, whole; None for any other number."""
    seconds = value / 1000 if value >= _SECONDS[1] else value
    return float(int(seconds)) if _SECONDS[0] <= seconds < _SECONDS[1] else None
