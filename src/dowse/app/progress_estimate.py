"""How long a job in progress takes until its end."""

from __future__ import annotations

_LEAST_SECONDS = 3.0  # before that, an estimate is too unstable


def time_left(seconds: float, done: int, remaining: int) -> str:
    """The estimated remaining time; empty before an estimate is possible, and near the end."""
    if seconds < _LEAST_SECONDS or done <= 0:
        return ""
    remaining_seconds = seconds / done * remaining
    if remaining_seconds < _LEAST_SECONDS:
        return ""
    for size, unit in ((3600, "h"), (60, "min")):
        if remaining_seconds >= 1.5 * size:
            return f", about {remaining_seconds / size:.0f} {unit} left"
    return f", about {remaining_seconds:.0f} s left"
