"""Times as numbers, which some programs write into the properties of notes."""

from __future__ import annotations

_SECONDS = (10**8, 10**10)  # 1973 to 2286; a smaller number is a year or an id
_PLAIN = (
    1_000_000_000,
    4_102_444_800,
)  # 2001, with ten digits, to 2099; a population has fewer, most phone numbers more


def epoch_seconds(value: float) -> float | None:
    """The seconds since 1970 of a number of seconds or milliseconds since then, whole; None for any other number."""
    seconds = value / 1000 if value >= _SECONDS[1] else value
    return float(int(seconds)) if _SECONDS[0] <= seconds < _SECONDS[1] else None


def plain_epoch_seconds(value: float) -> float | None:
    """The same in a property that may have any number: only of ten or thirteen digits, and of this century."""
    seconds = epoch_seconds(value)
    return seconds if seconds is not None and _PLAIN[0] <= seconds < _PLAIN[1] else None
