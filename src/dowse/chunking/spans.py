"""Where a text can be cut: offsets of paragraphs, sentences and words. Offsets only, never copies."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..model.document import Span
from ..model.lazy_pattern import lazy_pattern

_PARAGRAPH_END = lazy_pattern(r"\n[ \t]*(?:\r?\n[ \t\r]*)+")
_BEFORE_BLANK_LINE = ("\n\n", "\n ", "\n\t", "\n\r")  # one of these is in each match
# A full stop, question or exclamation mark (closing quotes and brackets included) before a blank, or the
# full stops of Chinese and Japanese, which need no blank. The expression begins with a class, which is searched fast.
_SENTENCE_END = lazy_pattern(r"[\n.!?…。！？](?:(?<=\n)|(?<=[.!?…])[\"'”’)\]]*+\s++|(?<=[。！？])\s*+)")
_STOP = lazy_pattern("[.!?]")
_WORD = lazy_pattern(r"\S++\s*+")
_WORD_START = lazy_pattern(r"\s(?=\S)")
_LONG = 10_000  # characters; in fewer, the expression is as fast
_BLOCK = 150  # characters that are read at a time from the end of a text


def paragraphs(text: str, start: int, end: int) -> Iterator[Span]:
    """Stretches between blank lines, blank lines included in the one before; they cover start to end."""
    return pairwise((start, *paragraph_ends(text, start, end)))


def sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """Stretches that end with a sentence or a line; they cover start to end."""
    return pairwise((start, *sentence_ends(text, start, end)))


def words(text: str, start: int, end: int) -> Iterator[Span]:
    """Words with the spaces after them; they cover start to end."""
    return pairwise((start, *word_ends(text, start, end)))


def paragraph_ends(text: str, start: int, end: int) -> Sequence[int]:
    """The end of each of `paragraphs`."""
    if end - start >= _LONG and all(text.find(mark, start, end) < 0 for mark in _BEFORE_BLANK_LINE):
        return _covering(array("q"), start, end)
    return _ends(_PARAGRAPH_END, text, start, end)


def sentence_ends(text: str, start: int, end: int) -> Sequence[int]:
    """The end of each of `sentences`."""
    if end - start >= _LONG and text.isascii() and not _STOP.search(text, start, end):
        return _line_ends(text, start, end)
    return _ends(_SENTENCE_END, text, start, end)


def word_ends(text: str, start: int, end: int) -> Sequence[int]:
    """The end of each of `words`."""
    return _ends(_WORD, text, start, end)


def words_backwards(text: str, start: int, end: int) -> Iterator[Span]:
    """The same spans as `words`, the last one first; a caller that stops early pays for few of them."""
    until, size = end, _BLOCK
    while until > start:
        low = until - size
        found = _WORD_START.search(text, low, until) if low > start else None
        if found is None and low > start:
            size *= 2  # the block is inside of one word
            continue
        begin = found.end() if found else start
        yield from reversed(list(words(text, begin, until)))
        until = begin


def longest_piece(start: int, ends: Sequence[int]) -> int:
    """The length of the longest of many neighbouring pieces."""
    import numpy as np  # noqa: PLC0415  # here, since most texts do without it

    return int(np.diff(np.array(ends, np.int64), prepend=start).max())


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without spaces at its ends; empty at `start` for a span of spaces."""
    stretch = text[start:end]
    inner = stretch.strip()
    if not inner:
        return start, start
    lead = len(stretch) - len(stretch.lstrip())
    return start + lead, start + lead + len(inner)


def _ends(pattern: re.Pattern[str], text: str, start: int, end: int) -> Sequence[int]:
    """The ends of the matches, and `end`; a note of megabytes may have one every two bytes."""
    return _covering(array("q", map(re.Match.end, pattern.finditer(text, start, end))), start, end)


def _line_ends(text: str, start: int, end: int) -> Sequence[int]:
    """The end of each line of a text of ASCII, and `end`."""
    import numpy as np  # noqa: PLC0415  # here, since most texts do without it

    characters = np.frombuffer(text[start:end].encode("ascii"), np.uint8)
    found = np.flatnonzero(characters == ord("\n")) + (start + 1)
    return _covering(array("q", found.astype(np.int64).tobytes()), start, end)


def _covering(found: array[int], start: int, end: int) -> Sequence[int]:
    if start < end and (not found or found[-1] < end):
        found.append(end)
    return found
