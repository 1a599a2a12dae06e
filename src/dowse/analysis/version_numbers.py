"""Numbers of versions, as names of folders and queries have them: 7.2, v2, 10.x, 2.0rc1."""

from __future__ import annotations

from math import inf

from ..model.lazy_pattern import lazy_pattern

VersionNumber = tuple[str, ...]  # ("10", "x") for 10.x

# How long before a release a version is by the word for its state, as in 2.0rc1, v1beta1 and 2.0.final.
_STATES = {"dev": 5.0, "m": 4.0, "alpha": 3.0, "a": 3.0, "beta": 2.0, "b": 2.0, "rc": 1.0, "c": 1.0}
_RELEASED = ("final", "ga", "release")
_PART, _PIECE = lazy_pattern(r"[^\W_]+"), lazy_pattern(r"\d+|\D+")
_ANY = "x"  # stands for any number


def version_number(written: str) -> VersionNumber:
    """The parts of the number, folded; those of "v2" are ("v2",)."""
    return tuple(_PART.findall(written.lower()))


def agree(one: VersionNumber, other: VersionNumber) -> bool:
    """Whether one of the versions is the other or a part of it: 10.x has 10 and 10.4, and 10.2 has 10 and not 10.4."""
    return all(mine == its or _ANY in {mine, its} for mine, its in zip(one, other, strict=False))


def age(number: VersionNumber) -> tuple[float, ...]:
    """Compares versions, the newest first: 7.10 before 7.2, 7.x before 7.10, 7.0.1 before 7.0, this before 7.0.rc2, and
    this before 7.0rc1.
    """
    pieces = (piece for part in number for piece in _PIECE.findall(part))
    return *map(_age_of_piece, pieces), 0.0


def _age_of_piece(piece: str) -> float:
    if piece == _ANY:
        return -inf
    if piece.isdecimal():
        return -float(piece)
    return 0.0 if piece in _RELEASED else _STATES.get(piece, 1.0)
