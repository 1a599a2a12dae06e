"""Numbers of versions, as names of folders and queries have them: 7.2, v2, 10.x, 2.0rc1."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from ..model.lazy_pattern import lazy_pattern

VersionNumber = tuple[str, ...]  # ("10", "x") for 10.x

# How long before a release a version is by the word for its state, as in 2.0rc1, v1beta1 and 2.0.final.
_STATES = {"dev": 5.0, "m": 4.0, "alpha": 3.0, "a": 3.0, "beta": 2.0, "b": 2.0, "rc": 1.0, "c": 1.0}
_RELEASED = ("final", "ga", "release")
_PART, _PIECE = lazy_pattern(r"[^\W_]+"), lazy_pattern(r"\d+|\D+")
_ANY = "x"  # stands for any number
_IN_QUERY = lazy_pattern(r"(?<![\w.])(version\s+v?|v)?(\d+(?:(?:alpha|beta|rc)\d*)?(?:\.\w+)*)(?!\w)")
_LONGEST_WORD = 50  # characters


class QueryVersion(NamedTuple):
    """A number in a query that may be that of a version, in small letters."""

    start: int
    end: int
    written: str  # the number without the word before it
    has_word: bool  # "v10", "version 10"
    before: str  # the last word before these

    @property
    def number(self) -> VersionNumber:
        """The parts of the number."""
        return version_number(self.written)

    @property
    def is_sure(self) -> bool:
        """Whether it is no whole number alone, which may count anything: "10 questions"."""
        return self.has_word or "." in self.written

    def is_of_title(self, titles: str) -> bool:
        """Whether the titles, in small letters, have the number behind the same word: OAuth 2.0."""
        return not self.has_word and bool(self.before) and f"{self.before} {self.written}" in titles


def versions_in_query(text: str) -> Sequence[QueryVersion]:
    """The numbers in the text that may be those of versions."""
    text = text.lower()
    return [
        QueryVersion(*found.span(), found[2], bool(found[1]), _last_word(text, found.start()))
        for found in _IN_QUERY.finditer(text)
    ]


def _last_word(text: str, end: int) -> str:
    """The word before the offset, without its beginning if it is long; empty without one."""
    before = text[max(0, end - _LONGEST_WORD) : end].split()
    return before[-1] if before else ""


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
    ages = list[float]()
    for part in number:
        if part.isdecimal():
            ages.append(-float(part))
        else:
            ages.extend(map(_age_of_piece, _PIECE.findall(part)))
    return *ages, 0.0


def _age_of_piece(piece: str) -> float:
    if piece == _ANY:
        return -inf
    if piece.isdecimal():
        return -float(piece)
    return 0.0 if piece in _RELEASED else _STATES.get(piece, 1.0)
