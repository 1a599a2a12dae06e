"""Find the words of a query in a text, without tokenizing the whole text."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from .folding import UNSPACED, WORD
from .tokens import word_tokens

TermMatch = tuple[int, int, str]  # start, end, the stem that was found there


def _plain_letters() -> dict[str, str]:
    """Each accented Latin, Greek and Cyrillic letter to its plain one; one character for one, so that offsets stay."""
    plain = {"ß": "s", "ẞ": "s"}
    for letter in map(chr, (*range(0xC0, 0x530), *range(0x1E00, 0x2000))):
        base, *marks = tuple(unicodedata.normalize("NFKD", letter))
        if base.isalpha() and marks and all(map(unicodedata.combining, marks)):
            plain[letter] = base
    return plain


_PLAIN = _plain_letters()
_ACCENTED = re.compile(f"[{''.join(_PLAIN)}]")
_DIACRITIC = re.compile("[\u0300-\u036f]")
_ROUNDING = 1e-6  # of sums of weights, which depend on their order


class TermMatcher:
    """Finds the words of a query, and words with other stems, by stem; made once for a query, used on many texts."""

    def __init__(self, words: Iterable[str] = (), *, stems: Iterable[str] = ()) -> None:
        self.stems = frozenset((*stems, *(stem for word in words for stem in _stems(word))))
        # In folded text each word with one of the stems contains a beginning of that stem.
        self.beginnings = sorted({spelling for stem in self.stems for spelling in _beginnings(stem)})
        self._known: dict[str, str | None] = {}  # the matched stem of each word so far: texts repeat few words

    def marks(self, text: str, start: int = 0, end: int | None = None) -> Iterator[TermMatch]:
        """The matches in `text[start:end]`, in order; in scripts without spaces matches may overlap."""
        flat = _flat(text[start:end])
        is_ascii = flat.isascii()
        seen, stop = start, start + len(flat)
        for found_at in sorted(self._candidates(flat)):
            at = start + found_at
            if at < seen:
                continue
            if at and text[at - 1] == " ":  # as most words begin
                match = WORD.match(text, at)
                first, last = at, match.end() if match else at + 1
            else:
                first, last = _around(text, at)
            seen = last
            if not (is_ascii and start <= first and last <= stop) and UNSPACED.search(text, first, last):
                inside = sorted(self._inside(flat, max(0, first - start), last - start))
                yield from ((start + a, start + b, stem) for a, b, stem in inside)
            elif found := self._found(text[first:last]):
                yield first, last, found

    def _candidates(self, flat: str) -> Iterator[int]:
        """Where a stem begins, in a word or at its start: str.find is many times faster than an expression."""
        if self.beginnings and not flat.isascii():
            yield from (
                match.start() for match in _DIACRITIC.finditer(flat)
            )  # a diacritic separates the letters of a stem
        for beginning in self.beginnings:
            at = flat.find(beginning)
            while at >= 0:
                yield at
                at = flat.find(beginning, at + len(beginning))

    def _found(self, word: str) -> str | None:
        try:
            return self._known[word]
        except KeyError:
            found = next((stem for token in word_tokens(word) for stem in token if stem in self.stems), None)
            self._known[word] = found
            return found

    def _inside(self, flat: str, first: int, last: int) -> Iterator[TermMatch]:
        """In scripts without spaces a run is not a word: mark the characters themselves."""
        for stem in self.stems:
            at = flat.find(stem, first, last)
            while at >= 0:
                yield at, at + len(stem), stem
                at = flat.find(stem, at + len(stem), last)


def densest(marks: Sequence[TermMatch], size: int, starts: Sequence[int], *, prefer: tuple[int, int]) -> int:
    """The offset of the window of `size` characters with most words inside one section; rarer words count more.

    `starts` are the offsets of sections.  Of equal windows the first inside `prefer`, then the first.
    """
    frequency = Counter(stem for _, _, stem in marks)
    worth = {stem: 1.0 / (1.0 + 0.1 * count) for stem, count in frequency.items()}
    sections = [bisect_right(starts, at) for at, _, _ in marks]
    best, place, first = (-1.0, False), marks[0][0], 0
    held: Counter[str] = Counter()
    value = 0.0
    for (_, end, stem), section in zip(marks, sections, strict=True):
        value += 0.0 if held[stem] else worth[stem]
        held[stem] += 1
        while sections[first] != section or (end - marks[first][0] > size and marks[first][1] < end):
            left = marks[first][2]
            held[left] -= 1
            value -= 0.0 if held[left] else worth[left]
            first += 1
        start = marks[first][0]
        if value > best[0] - _ROUNDING and (candidate := (round(value, 6), prefer[0] <= start < prefer[1])) > best:
            best, place = candidate, start
    return place


def _flat(text: str) -> str:
    """The text in lower case without accents, as `fold` writes it but character for character.

    So the folded stretch is the stretch of the folded text: of the letters that lower case depends on, `İ` is an `I`
    before, and both forms of a small sigma are one after.
    """
    if text.isascii():
        return text.lower()
    return _ACCENTED.sub(lambda letter: _PLAIN[letter.group()], text).lower().replace("ς", "σ")


def _around(text: str, at: int) -> tuple[int, int]:
    """The word at the character."""
    first = at
    while first > 0 and (text[first - 1].isalnum() or WORD.match(text, first - 1, first)):
        first -= 1
    match = WORD.match(text, at)
    return first, match.end() if match else at + 1


def _stems(word: str) -> list[str]:
    """The stems of a word and of its parts; for a run without spaces, its pairs of characters."""
    stems = [stem for token in word_tokens(word) for stem in token]
    paired = any(len(stem) > 1 and UNSPACED.fullmatch(stem) for stem in stems)
    return [stem for stem in stems if len(stem) > 1 or not (paired and UNSPACED.fullmatch(stem))]


def _beginnings(stem: str) -> set[str]:
    """A common prefix of all words with the stem, in the form of `_flat`: there `ß`, which folds to `ss`, is an `s`.

    Porter maps flying to fli, coding to code and visibility to visibl.
    """
    beginning = stem[:-1] if stem.endswith(("i", "e", "bl")) and len(stem) > 2 else stem
    return {beginning, beginning.replace("ss", "s")}
