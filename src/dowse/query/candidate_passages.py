"""The passages of a text that may meet a condition: those with the letters that every match has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ..analysis.folding import fold
from ..analysis.tokens import Token, alternatives, beginning
from ..model.document import Span
from .ast import And, ExactPhrase, Expr, MatchCase, Or, SamePassage, Word

_FOREIGN = b"?"  # stands for every character that is not ASCII: folded, it may be any letter
_SIGNS = "\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2022\u2026\u2192"  # of typography, between words
_LETTERS = re.compile(r"[a-z0-9]+")
_Clause = tuple[bytes, ...]  # a passage without characters that are not ASCII has one of them


def plain_letters(text: str) -> bytes:
    """The text in lower case, with the same offsets and a sign for each character that is not ASCII, signs aside."""
    if not text.isascii():
        for sign in _SIGNS:
            text = text.replace(sign, " ")
    return text.replace("?", " ").encode("ascii", "replace").lower()


def candidate_passages(passages: Iterable[Span], item: Expr, letters: bytes) -> Iterator[Span]:
    """The passages, in order, without those that lack letters of every match; `letters` are those of the whole text."""
    clauses = sorted(_clauses(item), key=lambda clause: -min(map(len, clause)))
    if not clauses:
        yield from passages
        return
    foreign = _following(letters, _FOREIGN)
    first, *rest = [[_following(letters, each) for each in clause] for clause in clauses]
    nearest = -1
    for start, end in passages:
        if nearest < start:
            nearest = min(foreign(start), *(following(start) for following in first))
        if nearest < end and (
            foreign(start) < end or all(any(following(start) < end for following in clause) for clause in rest)
        ):
            yield start, end


def _clauses(expr: Expr) -> list[_Clause]:
    match expr:
        case Word(word):
            phrases = alternatives(word)
            return [tuple(map(_longest, phrases))] if phrases else []
        case ExactPhrase(text) | MatchCase(text):
            found = _LETTERS.findall(fold(text)) if text.isascii() else ()
            return [(max(found, key=len).encode(),)] if found else []
        case SamePassage(_, item):
            return _clauses(item)
        case And(items):
            return [clause for item in items for clause in _clauses(item)]
        case Or(items):
            of_each = [_clauses(item) for item in items]
            return [tuple(literal for clauses in of_each for literal in clauses[0])] if all(of_each) else []
        case _:
            return []


def _longest(phrase: Token) -> bytes:
    if not all(map(str.isascii, phrase)):
        return _FOREIGN
    return max(map(beginning, phrase), key=len).encode()


def _following(letters: bytes, wanted: bytes) -> Callable[[int], int]:
    """Where the letters are next, at an offset or behind it; the offsets asked for never decrease."""
    at = -1

    def following(start: int) -> int:
        nonlocal at
        if at < start:
            at = letters.find(wanted, start)
            if at < 0:
                at = len(letters)
        return at

    return following
