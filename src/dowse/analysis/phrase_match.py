"""Phrases in a text: whole words in their order, compared without case, accents and the kind of white space."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from .folding import WORD, fold, unspaced

_BLANKS = re.compile(r"\s+")
_NOT_BLANKS = re.compile(r"\S+")
_MOST_PER_CHARACTER = 8  # characters of a text for one of a phrase: its accents, and the blanks beside it


def holds_phrase(text: str, phrase: str) -> bool:
    """Whether the text contains the phrase: case, accents and white space folded, whole words, no stems."""
    return _holds(fold(text), fold(phrase))


def holds_exact(text: str, wanted: str) -> bool:
    """Whether the text contains the words in this case and with these accents; only white space is folded."""
    return _holds(unicodedata.normalize("NFC", text), unicodedata.normalize("NFC", wanted))


def _holds(text: str, phrase: str) -> bool:
    folded = _BLANKS.sub(" ", text)
    wanted = _BLANKS.sub(" ", phrase).strip()
    return bool(wanted) and any(_at_word_bounds(folded, at, at + len(wanted)) for at in _occurrences(folded, wanted))


def phrase_spans(text: str, phrase: str) -> Iterator[tuple[int, int]]:
    """The occurrences of the phrase that `holds_phrase` finds, as offsets of the text.

    A word whose folded form has another length is in the span as a whole.
    """
    wanted = _BLANKS.sub(" ", fold(phrase)).strip()
    words = [(match, folded) for match in _NOT_BLANKS.finditer(text) for folded in fold(match.group()).split()]
    starts = list(accumulate((len(folded) + 1 for _, folded in words), initial=0))
    joined = " ".join(folded for _, folded in words)
    for at in _occurrences(joined, wanted) if wanted else ():
        end = at + len(wanted)
        if _at_word_bounds(joined, at, end):
            yield _offset(words, starts, at)[0], _offset(words, starts, end - 1)[1]


def phrase_spans_from(text: str, phrase: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The occurrences of the phrase that begin in this part of the text and may end after it, as offsets of the text.

    Beyond the end, the text is read as far as the phrase may extend with accents and some blanks between its words.
    """
    part = text[start : end + _MOST_PER_CHARACTER * len(phrase)]
    if holds_phrase(part, phrase):  # in a fraction of the time
        for at, stop in phrase_spans(part, phrase):
            if start + at < end:
                yield start + at, start + stop


def _offset(words: Sequence[tuple[re.Match[str], str]], starts: Sequence[int], at: int) -> tuple[int, int]:
    """Start and end of the character in the text, or of the word around it."""
    n = bisect_right(starts, at) - 1
    match, folded = words[n]
    if len(folded) != len(match.group()):
        return match.span()
    start = match.start() + at - starts[n]
    return start, start + 1


def _occurrences(text: str, wanted: str) -> list[int]:
    places, at = [], text.find(wanted)
    while at >= 0:
        places.append(at)
        at = text.find(wanted, at + 1)
    return places


def _at_word_bounds(text: str, start: int, end: int) -> bool:
    """Whether the match cuts no word at either end; scripts without spaces have no such bounds."""
    return not _joined(text, start) and not _joined(text, end)


def _joined(text: str, at: int) -> bool:
    if at <= 0 or at >= len(text):
        return False
    before, after = text[at - 1], text[at]
    return bool(WORD.match(before) and WORD.match(after)) and not (unspaced(before) or unspaced(after))
