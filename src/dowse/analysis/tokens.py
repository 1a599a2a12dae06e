"""Text to tokens: the one definition of a word, for every index, query and snippet.

Words are folded and stemmed (see stemmers_by_script).  Identifiers also yield their parts: `getUserById` → get user by
id, and the whole stays findable.  Scripts without spaces yield pairs of characters; of a query, runs
of two or three.  A run of katakana is a word: `ログ`, log, is not `プログラム`, program.  The whole is a term
beside the first pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import chain, pairwise
from operator import add

from .folding import UNSPACED, WORD, fold, unaccented, without_case
from .languages.stemmers_by_script import SHORTEST_STEMMED, porter_stem, stemmed

Token = tuple[str, ...]  # the terms at one position: a stem, and for an identifier also its full form

_ASCII_WORD = re.compile(r"[A-Za-z0-9_]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
# From the start of a word, and without going back into one, so that the time is linear.
_COMPOUND = re.compile(r"(?<!\w)\w++(?:[.:/\\@?&=%#~+-]++\w++)+")
_JOINT = re.compile(r"[.:\\@]|\A\d{4}-\d\d-\d\d\Z")
_INITIAL = re.compile(r"\b[^\W\d_]\.")
LONGEST_WORD = 128  # characters; longer runs are encoded data, not words
_THAI_TO_BURMESE, _KHMER = ("\u0e00", "\u10ff"), ("\u1780", "\u17ff")
# A word in katakana, of at most as many characters as a compound of several; and the mark before the term of the whole,
# which is no character of a word.
_KATAKANA_WORD = re.compile("[\u30a1-\u30fa\u30fc\u31f0-\u31ff]{2,32}+")
_FIRST_KATAKANA, _WHOLE = "\u30a1", "\ufdd0"
_CACHED = 1 << 17  # distinct words; some 30 MB at most, a vault of 100,000 notes has fewer in use at a time
_CACHED_PARTS = 1 << 15


def tokens(text: str) -> list[Token]:
    """The tokens of a text in order, one entry a position."""
    return list(chain.from_iterable(map(_known.__getitem__, words(text))))


def words(text: str) -> list[str]:
    """The words of a text in order, as written but for accents."""
    if text.isascii():
        return _ASCII_WORD.findall(text)
    return WORD.findall(unaccented(text))


def query_words(text: str) -> list[str]:
    """The words of a natural query: as `words`, but each run of a script without spaces as its overlapping pairs.

    Thai, Lao, Burmese and Khmer are cut into threes, each of which begins with the last character of the one before.

    The word boundaries in such a run are unknown, and a question has more words than one document, so a look-up of the
    whole run finds nothing.  A single character stays, and so does the rest of a word with other letters.
    """
    listed = words(text)
    if text.isascii():
        return listed
    return [part for word in listed for part in (_cut(word) if UNSPACED.search(word) else (word,))]


def katakana_words(text: str) -> list[str]:
    """The words in katakana of a natural query, each as the word whose one term is the whole."""
    return [] if text.isascii() else [_WHOLE + word for word in _KATAKANA_WORD.findall(fold(text))]


def compounds(text: str) -> list[str]:
    """The compound names in a text, in order: words joined by dots, colons, backslashes or @, such as `1.26.3`,
    `foo.bar`, `kubernetes.io/hostname`, `192.168.0.1`, a date such as `2026-05-27`, and the address of a web page.

    Prose has alternatives such as `and/or`, abbreviations such as `e.g.` and initials, which are no names.
    """
    return [name for name in _COMPOUND.findall(text) if _is_name(name)]


def _is_name(compound: str) -> bool:
    is_joined = "://" in compound or (bool(_JOINT.search(compound)) and not _INITIAL.search(compound))
    return is_joined and not UNSPACED.search(compound)


def spans(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, word) of each word as written in the text."""
    for match in WORD.finditer(text):
        yield match.start(), match.end(), match.group()


def word_tokens(word: str) -> tuple[Token, ...]:
    """The tokens of one word, one entry for each position; the whole of an identifier is beside its first part."""
    return _known[word]


def first_stem(word: str, stems: AbstractSet[str], initials: AbstractSet[str]) -> str:
    """The first of the stems among the terms of the word; empty without one. `initials` are their first letters.

    Most identifiers are new, but their parts are not: the whole is stemmed only if it may be one of the stems.
    """
    if word not in _known and word.isascii() and not word.isalpha() and len(word) <= LONGEST_WORD:
        parts = _PART.findall(word)
        if len(parts) > 1:
            first, *rest = map(_known_parts.__getitem__, parts)
            whole = (stem(word),) if first[0] not in stems and word[0].lower() in initials else ()
            return _first_of(stems, (first, whole, *rest))
    return _first_of(stems, _known[word])


def _first_of(stems: AbstractSet[str], listed: Iterable[Token]) -> str:
    for token in listed:
        for term in token:
            if term in stems:
                return term
    return ""


def each_analysed(listed: Iterable[str]) -> Iterable[tuple[Token, ...]]:
    """The tokens of each of the words."""
    return map(_known.__getitem__, listed)


def part_tokens(parts: Iterable[str]) -> list[Token]:
    """The token of each part of an identifier, of letters or of digits."""
    return list(map(_known_parts.__getitem__, parts))


def whole_stems(lowered: Iterable[str]) -> Iterable[str]:
    """The stem of each identifier, in lower-case ASCII, as a whole."""
    return map(_known_wholes.__getitem__, lowered)


def _analysed(word: str) -> tuple[Token, ...]:
    if word.isascii():
        if len(word) > LONGEST_WORD:
            return ()
        if word.isalpha() and word.islower():
            return ((word if len(word) < SHORTEST_STEMMED else porter_stem(word),),)  # nine words in ten
        if word.isdigit():
            return ((word,),)
        parts = _PART.findall(word)
        lowered = word.lower()
        # No suffix ends with a digit, and so no stem does: identifiers with numbers are the most varied words.
        whole = lowered if lowered[-1:].isdigit() else stem(lowered)
    else:
        word = unaccented(word)
        if UNSPACED.search(word):
            return tuple(_mixed(word))
        if len(word) > LONGEST_WORD:
            return ()
        parts, whole = _parts(word), stemmed(without_case(word))
    if not parts:
        return ()
    if len(parts[0]) == len(word):
        return ((whole,),)
    first, *rest = map(_known_parts.__getitem__, parts)
    return (first if whole == first[0] else (*first, whole), *rest)


class _Known(dict[str, tuple[Token, ...]]):
    """Words that were analysed already. Looking one up in a dict takes half the time of a cached function."""

    def __missing__(self, word: str) -> tuple[Token, ...]:
        if len(self) >= _CACHED:
            self.clear()  # the frequent words are back within a few texts
        found = self[word] = _analysed(word)
        return found


_known = _Known()


class _KnownParts(dict[str, Token]):
    """The token of each part of an identifier: different identifiers have the same parts."""

    def __missing__(self, part: str) -> Token:
        if len(self) >= _CACHED_PARTS:
            self.clear()
        found = self[part] = (part if part.isdigit() else stem(part),)
        return found


_known_parts = _KnownParts()


class _KnownWholes(dict[str, str]):
    """The stem of each identifier as a whole: a text repeats most of its own, and so does its next version."""

    def __missing__(self, lowered: str) -> str:
        if len(self) >= _CACHED_PARTS:
            self.clear()
        # No suffix ends with a digit, and so no stem does.
        found = self[lowered] = lowered if lowered[-1].isdigit() else stem(lowered)
        return found


_known_wholes = _KnownWholes()


def stem(word: str) -> str:
    """The stem of one word, folded."""
    if word.isascii():
        lowered = word.lower()
        return lowered if len(lowered) < SHORTEST_STEMMED else porter_stem(lowered)
    return stemmed(fold(word))


def beginning(term: str) -> str:
    """Letters in each folded word or part of a word with this term among its tokens: a prefix, but of Arabic anywhere.

    Porter maps flying to fli, coding to code and visibility to visibl.
    """
    return term[:-1] if term.endswith(("i", "e", "bl")) and len(term) > 1 else term


@lru_cache(4096)
def alternatives(word: str) -> tuple[Token, ...]:
    """The ways to look a query word up, each a phrase of tokens.

    `getUserById` is found as the word `getuserbyid` or as the phrase `get user by id`; `whidbey-island` as the
    phrase of its two words; a plain word as its stem; one of `katakana_words` as its term.
    """
    if word.startswith(_WHOLE):
        return ((word,),)
    positions = tokens(word)
    if not positions:
        return ()
    parts = tuple(token[0] for token in positions)
    if len(parts) > 1 and UNSPACED.fullmatch(word):
        return (parts[:-1],)  # the last character is in the last pair, and its own posting list would be long
    if len(positions[0]) > 1 and WORD.fullmatch(word) and not UNSPACED.search(word):
        return (positions[0][1:], parts)
    return (parts,)


def _parts(word: str) -> list[str]:
    if word.isascii():
        return _PART.findall(word)
    return [word] if word.islower() and word.isalpha() else word.replace("_", " ").split()


def _cut(word: str) -> Iterator[str]:
    """The word in pieces of scripts without spaces, and as written otherwise."""
    at = 0
    for run in UNSPACED.finditer(word):
        yield from WORD.findall(word[at : run.start()])
        yield from _pieces(run.group())
        at = run.end()
    yield from WORD.findall(word[at:])


def _pieces(run: str) -> Iterable[str]:
    """The pieces of a run of a script without spaces. Vowels and tones of Southeast Asia are characters of their own:
    two characters are hardly a syllable.
    """
    if len(run) == 1:
        return (run,)
    if any(first <= run[0] <= last for first, last in (_THAI_TO_BURMESE, _KHMER)):
        return (run[at : at + 3] for at in range(0, len(run) - 1, 2))
    return map("".join, pairwise(run))


def _mixed(word: str) -> Iterator[Token]:
    """A run with a script without spaces: pairs of characters there, words elsewhere."""
    at = 0
    for run in UNSPACED.finditer(word):
        for other in WORD.findall(word[at : run.start()]):
            yield from word_tokens(other)
        yield from unspaced_tokens(fold(run.group()))
        at = run.end()
    for other in WORD.findall(word[at:]):
        yield from word_tokens(other)


def unspaced_tokens(run: str) -> tuple[Token, ...]:
    """The tokens of a folded run of a script without spaces: pairs of neighbours, each beside its first character, so
    that one character alone is findable too; and the wholes of words in katakana.
    """
    found: list[Token] = [*zip(map(add, run, run[1:]), run, strict=False), (run[-1],)]
    if max(run) >= _FIRST_KATAKANA:
        for word in _KATAKANA_WORD.finditer(run):
            found[word.start()] = (*found[word.start()], _WHOLE + word.group())
    return tuple(found)
