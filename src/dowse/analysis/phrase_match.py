"""Phrases in a text: whole words in their order, compared without case, accents and the kind of white space.

Markup between the words does not count, so that what a page shows is found: signs of emphasis and of code, the brackets
of links and their targets (`is **very** important`, `see [the manual](https://…) for`).  Quotation marks and
apostrophes of typography equal those of a keyboard.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from ..model.normal_form import normal_form
from .folding import WORD, fold, unspaced
from .text_offsets import offsets_of

_BLANKS = re.compile(r"\s+")
_NOT_BLANKS = re.compile(r"\S+")
_MOST_PER_CHARACTER = 8  # characters of a text for one of a phrase: its accents, and the blanks beside it
_MOST_MARKUP = 300  # characters of a text beside those, such as the target of a link
_PIECE = 2_000  # characters of a text with accents that are compared at once
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc-\u30fe\u31f0-\u31ff]")  # a run of it is a word
_FARTHEST_BLANK = 200  # characters beside a match that are searched for a blank
_MOST_WORDS = 50  # of a phrase that is compared with markup in it
# Possessive throughout: markup that could be split in several ways would take exponential time.
_SIGNS = "[*_`]{1,3}+|==|~~"  # of emphasis and of code, at the beginning and at the end
_NAME, _TITLE = rf"[^\[\]|]{{1,{_MOST_MARKUP}}}", rf' "[^"]{{0,{_MOST_MARKUP}}}"'
_ADDRESS = rf"\((?:<[^<>]{{0,{_MOST_MARKUP}}}>|[^()\s]{{0,{_MOST_MARKUP}}})(?:{_TITLE})?\)"
_OPENING = rf"{_SIGNS}|!?\[\[(?:{_NAME}\|)?|!?\["  # of a link too; a wikilink has its target first
_CLOSING = rf"{_SIGNS}|\]\]|\]{_ADDRESS}|\]\[(?:{_NAME})?\]"
_BETWEEN = rf"(?:{_CLOSING}){{0,4}}+ (?:{_OPENING}){{0,4}}+"  # two words of a phrase
_TYPOGRAPHIC = (("\u2019", "'"), ("\u2018", "'"), ("\u201c", '"'), ("\u201d", '"'), ("\u201e", '"'))


def holds_phrase(text: str, phrase: str) -> bool:
    """Whether the text contains the phrase: case, accents and white space folded, whole words, no stems."""
    return _holds(fold(text), fold(phrase))


def holds_exact(text: str, wanted: str) -> bool:
    """As `holds_phrase`, in this case and with these accents."""
    return _holds(_composed(text), _composed(wanted))


def _composed(text: str) -> str:
    return normal_form("NFC", text)


def _holds(text: str, phrase: str) -> bool:
    typed, wanted = _typed(text), _comparable(phrase)
    words = wanted.split()
    if not words or not all(word in typed for word in words):  # markup stands between words; most texts lack one
        return False
    return next(_occurrences(_comparable(typed) if len(words) > 1 else typed, wanted), None) is not None


def _comparable(text: str) -> str:
    """With one blank for white space but at the ends, and the quotation marks of a keyboard."""
    return " ".join(_typed(text).split())


def _typed(text: str) -> str:
    """With the quotation marks of a keyboard, of the same length."""
    if not text.isascii():
        for mark, plain in _TYPOGRAPHIC:
            text = text.replace(mark, plain)
    return text


def phrase_spans(text: str, phrase: str, *, is_exact: bool = False) -> Iterator[tuple[int, int]]:
    """The occurrences of the phrase that `holds_phrase` finds, or `holds_exact` does, as offsets of the text.

    A character whose folded form has another length is in the span as a whole, with the marks behind it.
    """
    folded_form = _composed if is_exact else fold
    wanted = _comparable(folded_form(phrase))
    words = [(match, folded) for match in _NOT_BLANKS.finditer(text) for folded in folded_form(match.group()).split()]
    starts = list(accumulate((len(folded) + 1 for _, folded in words), initial=0))
    joined = _comparable(" ".join(folded for _, folded in words))
    for at, end in sorted(set(_occurrences(joined, wanted))) if wanted else ():
        yield _offset(words, starts, at, folded_form)[0], _offset(words, starts, end - 1, folded_form)[1]


def phrase_spans_from(
    text: str, phrase: str, start: int, end: int, *, is_exact: bool = False
) -> Iterator[tuple[int, int]]:
    """The occurrences of the phrase that begin in this part of the text and may end after it, as offsets of the text.

    Beyond the end, the text is read as far as the phrase may extend with accents, some blanks and markup in it.
    """
    part = text[start : end + _extent(phrase)]
    for low, high in _windows(part, phrase, is_exact=is_exact):
        for at, stop in phrase_spans(part[low:high], phrase, is_exact=is_exact):
            if start + low + at < end:
                yield start + low + at, start + low + stop


def _windows(text: str, phrase: str, *, is_exact: bool) -> Iterator[tuple[int, int]]:
    """The parts of the text in which the phrase may occur, each of whole words; in a fraction of the time."""
    folded_form = _composed if is_exact else fold
    wanted = _comparable(folded_form(phrase))
    if not (unicodedata.is_normalized("NFC", text) if is_exact else text.isascii()):  # the offsets may be others
        yield from _holding_pieces(text, wanted, folded_form)
        return
    folded = _typed(folded_form(text))
    pattern, low, high = _with_markup(wanted, r"\s+"), -1, -1
    found = pattern.search(folded) if wanted else None
    while found:
        start, end = found.span()
        if _at_word_bounds(folded, start, end) or "_" in folded[max(0, start - 1) : start] + folded[end : end + 1]:
            if start >= high:
                if high >= 0:
                    yield low, high
                low = max(_blank_before(text, start), high)
            high = max(high, _blank_behind(text, end))
        found = pattern.search(folded, start + 1)
    if high >= 0:
        yield low, high


def _holding_pieces(text: str, wanted: str, folded_form: Callable[[str], str]) -> Iterator[tuple[int, int]]:
    """The pieces of the text with the phrase, and what it may extend to behind them; those that overlap as one."""
    first_word, extent = wanted.split(" ", 1)[0], _extent(wanted)
    start, low, high = 0, -1, -1
    while start < len(text):
        end = _blank_behind(text, start + _PIECE)
        last = _blank_behind(text, end + extent)
        piece = folded_form(text[start:last])
        if first_word in _typed(piece) and _holds(piece, wanted):
            if start >= high:
                if high >= 0:
                    yield low, high
                low = start
            high = last
        start = end
    if high >= 0:
        yield low, high


def _extent(phrase: str) -> int:
    """The characters that the phrase may take at most, with accents, some blanks and markup in it."""
    return _MOST_PER_CHARACTER * len(phrase) + _MOST_MARKUP


def _blank_before(text: str, at: int) -> int:
    """Where the word around the offset begins, or the text near it."""
    first = max(0, at - _FARTHEST_BLANK)
    near = text[first:at]
    return at if near[-1:].isspace() or not near else at - len(near.rsplit(None, 1)[-1])


def _blank_behind(text: str, at: int) -> int:
    """Where that word ends, or the text near it."""
    last = min(len(text), at + _FARTHEST_BLANK)
    found = _BLANKS.search(text, at, last)
    return found.start() if found else last


def _offset(
    words: Sequence[tuple[re.Match[str], str]], starts: Sequence[int], at: int, folded_form: Callable[[str], str]
) -> tuple[int, int]:
    """Start and end of the character in the text, with the marks behind it."""
    n = bisect_right(starts, at) - 1
    match, folded = words[n]
    if len(folded) == len(match.group()) and not _has_marks(match.group()):
        start = match.start() + at - starts[n]
        return start, start + 1
    ends, folded_ends = _characters(match.group(), folded_form)
    if folded_ends[-1] != len(folded):  # it has blanks, or characters that fold in another way together
        return match.span()
    character = bisect_right(folded_ends, at - starts[n])
    return match.start() + (ends[character - 1] if character else 0), match.start() + ends[character]


@lru_cache(16)
def _has_marks(word: str) -> bool:
    return not word.isascii() and any(map(unicodedata.combining, word))


@lru_cache(16)
def _characters(word: str, folded_form: Callable[[str], str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where each character of a word ends, with the marks behind it, and where its folded form ends."""
    ends = [n for n in range(1, len(word)) if not unicodedata.combining(word[n])] + [len(word)]
    parts = (word[start:end] for start, end in pairwise([0, *ends]))
    return tuple(ends), tuple(accumulate(len(folded_form(part)) for part in parts))


def _occurrences(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Start and end of the phrase in the text: first where it stands as it is, then, once more, with markup in it."""
    for at in offsets_of(wanted, text):
        if _at_word_bounds(text, at, at + len(wanted)):
            yield at, at + len(wanted)
    blanks = wanted.count(" ")
    if blanks >= _MOST_WORDS or (not blanks and f"_{wanted}_" not in text):
        return
    pattern = _with_markup(wanted)
    found = pattern.search(text)
    while found:
        if _at_word_bounds(text, *found.span()) or _is_emphasised(text, *found.span()):
            yield found.span()
        found = pattern.search(text, found.start() + 1)


@lru_cache(64)
def _with_markup(wanted: str, blank: str = " ") -> re.Pattern[str]:
    """The phrase, with markup between its words unless it is very long."""
    words = wanted.split(" ")
    between = _BETWEEN.replace(" ", blank) if len(words) <= _MOST_WORDS else blank
    return re.compile(between.join(map(re.escape, words)))


def _is_emphasised(text: str, start: int, end: int) -> bool:
    """Whether the match cuts no word but for underscores of emphasis: one at an end has another one at a word of it."""
    opened, closed = text[max(0, start - 3) : start], text[end : end + 3]
    before, after = len(opened) - len(opened.rstrip("_")), len(closed) - len(closed.lstrip("_"))
    inside = text[start:end]
    is_pair = (before and after) or (before and "_ " in inside) or (after and " _" in inside)
    return bool(is_pair) and _at_word_bounds(text, start - before, end + after)


def _at_word_bounds(text: str, start: int, end: int) -> bool:
    """Whether the match cuts no word at either end; of scripts without spaces katakana alone has such bounds."""
    return not _joined(text, start) and not _joined(text, end)


def _joined(text: str, at: int) -> bool:
    if at <= 0 or at >= len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isascii() and after.isascii():  # thousands of times for a snippet
        return (before.isalnum() or before == "_") and (after.isalnum() or after == "_")
    if unspaced(before) or unspaced(after):
        return _KATAKANA.match(before) is not None and _KATAKANA.match(after) is not None
    return bool(WORD.match(before) and WORD.match(after))
