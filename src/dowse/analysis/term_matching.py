"""Find the words of a query in a text, without tokenizing the whole text."""

from __future__ import annotations

import re
import string
import unicodedata
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from ..model.document import Span
from ..model.inflected_words import InflectedTerms
from ..model.lazy_pattern import lazy_pattern
from ..model.points import POINTS
from .character_forms import character_forms
from .folding import DIGRAPHS, PLAIN_FORMS, UNSPACED, WORD
from .tokens import beginning, first_stem, word_tokens
from .word_offsets_cache import LEAST_CHARACTERS, WordOffsetsCache

if TYPE_CHECKING:
    from .word_offsets import WordOffsets

TermMatch = tuple[int, int, str]  # start, end, the stem that was found there


@cache  # 2 ms, which a command that reads ASCII alone does without
def _plain_letters() -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Each accented letter of Latin, Greek, Cyrillic, Arabic and Devanagari, and digit, to the plain one, so that
    offsets stay; and the expression that finds them.
    """
    plain = {**PLAIN_FORMS, **{letter: both[0] for letter, both in _PAIRS.items()}}
    for letter in map(chr, (*range(0xC0, 0x530), *range(0x620, 0x6D4), *range(0x900, 0x960), *range(0x1E00, 0x2000))):
        base, *marks = tuple(unicodedata.normalize("NFKD", letter))
        if base.isalpha() and marks and all(map(unicodedata.combining, marks)):
            plain[letter] = plain.get(base, base)
    return plain, re.compile(f"[{''.join(plain)}]")


_PAIRS = {"ß": "ss", "ẞ": "ss", "Æ": "ae", "Œ": "oe", **DIGRAPHS}  # letters that fold to two
_DIACRITIC = lazy_pattern(f"[\u0300-\u036f{POINTS}]")
_ASCII_WORD = lazy_pattern(r"\w+", re.ASCII)  # WORD for a text in ASCII, in half of the time
_ASCII_LETTERS = f"{string.ascii_letters}{string.digits}_"
_NEAR = 40  # characters before a match that are compared with these letters at once
_BEFORE_WORDS = frozenset(" \n\t\"'`()[]{}<>*#|/-.,:;=")  # as most words begin; no character of a word
# The first bytes of the letters of _plain_letters and of _DIACRITIC in UTF-8, as 1: a scan for them takes a fifth of
# the time of an expression, and most texts that are not ASCII have dashes and quotation marks alone.
_ACCENTED_BYTES = bytes(0xC3 <= byte <= 0xD4 or 0xD8 <= byte <= 0xDB or byte in b"\xe0\xe1" for byte in range(256))
_DIACRITIC_BYTES = bytes(0xCC <= byte <= 0xCD or 0xD6 <= byte <= 0xDB for byte in range(256))
_WORD_OFFSETS = WordOffsetsCache()
_MOST_KEPT = 20_000  # matches that a matcher keeps: 2 MB
_MOST_WORDS = 20_000  # of which a matcher keeps the stem: 2 MB
_MOST_DIVIDED = 200  # words with them in a text with a table; tests of source code have a few


class _StemsOfWords(dict[str, str | None]):
    """The stem that matches in each word so far, "" without one: texts repeat few words.

    None stands for words in a script without spaces, which are not kept.
    """

    def __init__(self, stems: frozenset[str], lengths: Container[int] | None, own: Mapping[str, str]) -> None:
        super().__init__()
        self._stems, self._lengths, self._own = stems, lengths, own
        self._initials = {stem[0] for stem in stems if stem}

    def __missing__(self, word: str) -> str | None:
        if len(self) >= _MOST_WORDS:
            self.clear()
        if not word.isascii():
            if UNSPACED.search(word):
                return None
        elif self._lengths is not None and len(word) not in self._lengths:
            self[word] = ""
            return ""
        found = first_stem(word, self._stems, self._initials)
        found = self[word] = self._own.get(found, found)
        return found


class TermMatcher:
    """Finds the words of a query, and words with other stems, by stem; made once for a query, used on many texts.

    With `lengths`, ASCII words that have another number of letters are left out.  Words of the terms in `others` match
    as the term before them, and so do words of the query that are among those.  The matches in long texts are kept: the
    snippet and the passages of a hit need the same ones.  Threads may share it: an entry has one possible value.
    """

    def __init__(
        self,
        words: Iterable[str] = (),
        *,
        stems: Iterable[str] = (),
        lengths: Container[int] | None = None,
        others: InflectedTerms = (),
    ) -> None:
        given = tuple(words)
        asked = frozenset((*stems, *query_terms(given)))
        self._others = tuple((term, listed) for term, listed in others if term in asked)
        own = own_terms(self._others)
        self.stems = asked.difference(own)
        self.key = self.stems, self._others  # equal for matchers that match the same
        matched = self.stems.union(own)
        # In lower case, with the words that the whole is worth beside one: twice its own.
        parts = {word.lower(): len(word_tokens(word)) for word in given if not word.isalpha() or not word.islower()}
        self.identifiers = {word: 2 * count for word, count in parts.items() if count > 1}
        # In folded text each word with one of the stems contains a beginning of that stem.
        self.beginnings = sorted({spelling for stem in matched for spelling in _beginnings(stem)})
        self._own = own
        self._known = _StemsOfWords(matched, lengths, own)
        self._shortest = min(map(len, self.beginnings), default=1)
        self._are_in_words = all(map(WORD.fullmatch, self.beginnings))
        self._kept: dict[tuple[int, int], tuple[int, int, list[TermMatch]]] = {}  # by hash and length of the text
        self._room = _MOST_KEPT

    def of(self, stems: Iterable[str]) -> TermMatcher:
        """A matcher of some of the stems alone."""
        return TermMatcher(stems=stems, others=self._others)

    def stems_of(self, word: str) -> set[str]:
        """All stems that match in the word: of an identifier such as `sha256` `marks` gives the first."""
        return {self._own.get(stem, stem) for token in word_tokens(word) for stem in token} & self.stems

    def marks(self, text: str, start: int = 0, end: int | None = None) -> Iterator[TermMatch]:
        """The matches in `text[start:end]`, in order; in scripts without spaces matches may overlap."""
        end = len(text) if end is None else min(end, len(text))
        if text.isascii() or not (forms := character_forms(text)):
            return self._marks_or_kept(text, start, end)
        found = self._marks_or_kept(forms.text, *forms.inside(start, end))
        return iter(sorted({(*forms.span(first, last), stem) for first, last, stem in found}))

    def _marks_or_kept(self, text: str, start: int, end: int) -> Iterator[TermMatch]:
        if end - start < LEAST_CHARACTERS:
            return self._marks(text, start, end)
        key = hash(text), len(text)
        if kept := self._kept.get(key):
            first, last, found = kept
            if _is_part(text, (start, end), (first, last)):
                return iter(found[bisect_left(found, (start,)) : bisect_left(found, (end,))])
        found = list(self._found(text, start, end))
        if len(found) <= self._room and key not in self._kept:
            self._room -= len(found)
            self._kept[key] = start, end, found
        return iter(found)

    def _found(self, text: str, start: int, end: int) -> Iterator[TermMatch]:
        """The matches, by the table of the words of the text if it has one."""
        if not self._are_in_words:
            return self._marks(text, start, end)
        offsets = _offsets_of(text)
        first, last = offsets.inside(start, end) if offsets else (0, 0)
        if offsets is None or first == last:
            return self._marks(text, start, end)
        found = offsets.matches(self.beginnings, self._known, first, last, inside=partial(self._marks, text))
        before, behind = offsets.start(first), offsets.end(last - 1)  # of these are words that the span cuts
        if max(before - start, end - behind) < self._shortest:
            return iter(found)
        return chain(self._marks(text, start, before), found, self._marks(text, behind, end))

    def matched_words(self, text: str, end: int) -> Iterator[str]:
        """The distinct words of `text[:end]` that match, as written but for `character_forms`, in the order in
        which each stands there first.
        """
        if not text.isascii() and (forms := character_forms(text)):
            return self._matched_words(forms.text, forms.inside(0, end)[1])
        return self._matched_words(text, end)

    def _matched_words(self, text: str, end: int) -> Iterator[str]:
        seen = set[str]()
        offsets = None
        if LEAST_CHARACTERS <= end <= len(text) and self._are_in_words:
            offsets = _offsets_of(text)
        if offsets:
            last = offsets.inside(0, end)[1]
            for word in offsets.matched(self.beginnings, self._known, last):
                found = self._marks(word, 0, len(word)) if self._known[word] is None else ((0, len(word), ""),)
                for part in dict.fromkeys(word[at:stop] for at, stop, _ in found):
                    if part not in seen:
                        seen.add(part)
                        yield part
            rest = self._marks(text, offsets.end(last - 1) if last else 0, end)
        else:
            rest = self._marks(text, 0, end)
        for start, stop, _ in rest:
            if (word := text[start:stop]) not in seen:
                seen.add(word)
                yield word

    def _marks(self, text: str, start: int, end: int) -> Iterator[TermMatch]:
        flat = _flat(text[start:end])
        # Thousands of times for a query on source code, so that each call counts.
        word_at = (_ASCII_WORD if text.isascii() else WORD).match
        known, seen = self._known, start
        for found_at in self._candidates(flat):
            at = start + found_at
            if at < seen:
                continue
            first = at if at and text[at - 1] in _BEFORE_WORDS else _beginning_of_word(text, at)
            match = word_at(text, at)
            last = seen = match.end() if match else at + 1
            word = text[first:last]
            found = known[word]
            if found:
                yield first, last, found
            elif found is None:
                inside = sorted(self._inside(flat, max(0, first - start), last - start))
                yield from ((start + a, start + b, stem) for a, b, stem in inside)

    def _candidates(self, flat: str) -> list[int]:
        """Where a stem begins, in a word or at its start: str.find is many times faster than an expression."""
        places: list[int] = []
        if self.beginnings and not flat.isascii() and (_has_byte(flat, _DIACRITIC_BYTES) or "\u093c" in flat):
            # A diacritic separates the letters of a stem.
            places.extend(match.start() for match in _DIACRITIC.finditer(flat))
        find, add = flat.find, places.append
        for prefix in self.beginnings:
            length = len(prefix)
            at = find(prefix)
            while at >= 0:
                add(at)
                at = find(prefix, at + length)
        places.sort()
        return places

    def _inside(self, flat: str, first: int, last: int) -> Iterator[TermMatch]:
        """In scripts without spaces a run is not a word: mark the characters themselves."""
        for stem in self.stems:
            at = flat.find(stem, first, last)
            while at >= 0:
                yield at, at + len(stem), stem
                at = flat.find(stem, at + len(stem), last)


@lru_cache(4)  # the steps of a search need the same one
def matcher_of(words: tuple[str, ...], others: InflectedTerms = ()) -> TermMatcher:
    """The matcher of the words."""
    return TermMatcher(words, others=others)


def _is_part(text: str, inner: Span, outer: Span) -> bool:
    """Whether one span is inside another, and its ends cut no word."""
    (start, end), (first, last) = inner, outer
    return (start == first or (start > first and text[start - 1].isspace())) and (
        end == last or (end < last and text[end].isspace())
    )


@cache  # 1 ms, as for _plain_letters
def _divided() -> re.Pattern[str]:
    """Finds diacritics, and runs in scripts without spaces."""
    return re.compile(f"{_DIACRITIC.pattern}|{UNSPACED.pattern}")


def _offsets_of(text: str) -> WordOffsets | None:
    return _WORD_OFFSETS.of(text, _word_offsets)


def _word_offsets(text: str) -> WordOffsets | None:
    """The offsets of the words of the text; None if it has many words whose letters have to be compared."""
    from .word_offsets import WordOffsets, foreign_characters  # noqa: PLC0415  # so that `find` starts without numpy

    divided = _divided().finditer(text) if _divided().search(foreign_characters(text)) else ()
    if len(list(islice(divided, _MOST_DIVIDED + 1))) > _MOST_DIVIDED:
        return None
    return WordOffsets(text, _flat, _divided().search)


def own_terms(others: InflectedTerms) -> Mapping[str, str]:
    """By each of the other forms the term as which it counts: of two terms that are forms of one word the first."""
    own: dict[str, str] = {}
    first = set[str]()
    for term, listed in others:
        counted_as = own.get(term, term)
        first.add(counted_as)
        own |= {each: counted_as for each in listed if each not in own and each not in first}
    return own


def query_terms(words: Iterable[str]) -> tuple[str, ...]:
    """The distinct stems of the words and of their parts, in order."""
    return tuple(dict.fromkeys(stem for word in words for stem in _stems(word)))


def _flat(text: str) -> str:
    """The text in lower case without accents, as `fold` writes it but character for character.

    So the folded stretch is the stretch of the folded text: of the letters that lower case depends on, `İ` is an `I`
    before, and both forms of a small sigma are one after.
    """
    if text.isascii():
        return text.lower()
    if _has_byte(text, _ACCENTED_BYTES):
        plain, accented = _plain_letters()
        text = accented.sub(lambda letter: plain[letter.group()], text)
    return text.lower().replace("ς", "σ")


def _has_byte(text: str, table: bytes) -> bool:
    """Whether the table has 1 for a byte of the text in UTF-8."""
    return b"\1" in text.encode("utf-8", "replace").translate(table)


def _beginning_of_word(text: str, at: int) -> int:
    """Where the word at the character begins."""
    near = text[max(0, at - _NEAR) : at]
    rest = near.rstrip(_ASCII_LETTERS)  # a tenth of the time of what follows
    first = at - len(near) + len(rest)
    if rest and rest[-1].isascii():
        return first
    while first > 0 and (text[first - 1].isalnum() or WORD.match(text, first - 1, first)):
        first -= 1
    return first


def terms_in_all_forms(words: Iterable[str], others: InflectedTerms) -> Mapping[str, str]:
    """The stems of the words and of their parts, and those of other forms, each with the one as which it counts."""
    terms = query_terms(words)
    own = own_terms(tuple(each for each in others if each[0] in terms)) if others else {}
    return {term: own.get(term, term) for term in (*terms, *own)}


def _stems(word: str) -> list[str]:
    """The stems of a word and of its parts; for a run without spaces, its pairs of characters."""
    stems = [stem for token in word_tokens(word) for stem in token]
    paired = any(len(stem) > 1 and UNSPACED.fullmatch(stem) for stem in stems)
    return [stem for stem in stems if len(stem) > 1 or not (paired and UNSPACED.fullmatch(stem))]


def _beginnings(stem: str) -> set[str]:
    """The prefixes of all words with the stem, in the form of `_flat`: there `ß`, which folds to `ss`, is an `s`."""
    found = {beginning(stem)}
    for both in {*_PAIRS.values()}:
        found |= {each.replace(both, both[0]) for each in found}
    return found
