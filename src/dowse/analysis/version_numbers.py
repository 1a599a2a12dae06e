"""Numbers of versions, as names of folders and queries have them: 7.2, v2, 10.x."""

from __future__ import annotations

from math import inf

from ..model.lazy_pattern import lazy_pattern

VersionNumber = tuple[str, ...]  # ("10", "x") for 10.x

_PART = lazy_pattern(r"[^\W_]+")
_ANY = "x"  # stands for any number


def version_number(written: str) -> VersionNumber:
    """The parts of the number, folded; those of "v2" are ("v2",)."""
    return tuple(_PART.findall(written.lower()))


def agree(one: VersionNumber, other: VersionNumber) -> bool:
    """Whether one of the versions is the other or a part of it: 10.x has 10 and 10.4, and 10.2 has 10 and not 10.4."""
    return all(mine == its or _ANY in {mine, its} for mine, its in zip(one, other, strict=False))


def age(number: VersionNumber) -> tuple[float, ...]:
    """Compares versions, the newest first: 7.10 before 7.2, 7.x before 7.10, 7.0.1 before 7.0, this before 7.0.rc1."""
    return *(-inf if part == _ANY else -float(part) if part.isdecimal() else 1.0 for part in number), 0.0
