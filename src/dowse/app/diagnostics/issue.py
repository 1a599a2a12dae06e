"""What a look at an installation and a vault finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

Severity = Literal["ok", "hint", "warning", "error"]
LEVELS: tuple[Severity, ...] = get_args(Severity)  # from nothing to do to must be mended


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that was looked at, how it stands, and what to do about it."""

    about: str  # a word: what was looked at
    level: Severity
    what: str
    fix: str = ""  # a command or advice; empty when there is nothing to do


def worst(findings: Iterable[Issue]) -> Severity:
    """The most serious level of all."""
    return max((each.level for each in findings), key=LEVELS.index, default="ok")


def megabytes(count: float) -> str:
    """`12.3 MB`."""
    return f"{count / 1e6:,.1f} MB"


def counted(count: int, what: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
