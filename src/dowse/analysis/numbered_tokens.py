"""The tokens of a text, and how many of them begin before a place of it.

A long text is analysed by numpy: most of its words may be new, and each takes some microseconds alone.  Where words and
their parts begin follows from the kinds of characters, so that all of them are cut out together.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, compress
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining

import numpy as np

from ..model.printable_lines import printable_stretches
from .folding import WORD, unaccented
from .letter_words import among, distinct, letter_form, letter_tokens
from .line_difference import line_difference
from .tokens import LONGEST_WORD, Token, each_analysed, part_tokens, tokens, whole_stems, words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Characters = NDArray[np.uint8]
    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.intp]

# Characters beside which a text can be cut: the tokens of the two parts are those of the whole.
_SEPARATOR = re.compile(r"[\s!-/:-@\[-^`{-~、。]")
_MANY_OFFSETS = 64  # in fewer, preparing the arrays takes longer than cutting the text
_LONG = 20_000  # characters
_LONGEST_KEPT = 1_000_000  # characters of the last text whose tokens are kept, in 6 to 12 MB
_LEAST_PRINTABLE = 4_000  # characters between two other lines

_SIGN = "\x01"  # neither in a word nor a separator

_ASCII = [chr(code) for code in range(128)]
_IS_SEPARATOR = np.array([bool(_SEPARATOR.match(char)) for char in _ASCII])
_OTHER, _LOWER, _UPPER, _DIGIT = range(4)
_KIND = np.array(
    [
        _LOWER if char.islower() else _UPPER if char.isupper() else _DIGIT if char.isdigit() else _OTHER
        for char in _ASCII
    ],
    np.uint8,
)
_IS_WORD = np.array([char.isalnum() or char == "_" for char in _ASCII])
_WORDS_ALONE = bytes(code if code < 128 and _IS_WORD[code] else ord(" ") for code in range(256))


def numbered_tokens(text: str, offsets: Iterable[int]) -> tuple[list[Token], Mapping[int, int]]:
    """The tokens of a text, and for each offset the number of tokens that begin before it.

    An offset inside of a word, or of several without a separator between them, counts as the one after the last word.
    """
    wanted = sorted(set(offsets))
    if len(text) >= _LONG and not text.isascii():
        return _numbered_by_stretches(_in_ascii(text), wanted)
    return _numbered(text, wanted)


def _in_ascii(text: str) -> str:
    """The text with ASCII in place of letters with accents and of signs, such as curly quotation marks: it has the same
    words, at the same offsets.
    """
    for char in distinct(text):
        if char > "\x7f" and (replacement := _ascii_form(char)):
            text = text.replace(char, replacement)
    return text


@lru_cache(4_096)
def _ascii_form(char: str) -> str:
    """The character of ASCII that makes the same words; empty without one."""
    plain = unaccented(char)
    if combining(char) or not plain:  # it belongs to the letter before it
        return ""
    if WORD.search(plain):
        return plain if len(plain) == 1 and plain.isascii() else ""
    return " " if _SEPARATOR.match(char) else _SIGN


def _numbered_by_stretches(text: str, offsets: Sequence[int]) -> tuple[list[Token], Mapping[int, int]]:
    """The same of a text of which most lines may be ASCII: no word goes over the end of a line."""
    listed: list[Token] = []
    numbers: dict[int, int] = {}
    at = 0
    for start, end, _ in printable_stretches(text.replace(_SIGN, " "), _LEAST_PRINTABLE):
        after = bisect_left(offsets, end, at) if end < len(text) else len(offsets)
        found, own = _numbered(text[start:end], [offset - start for offset in offsets[at:after]])
        numbers.update((offset + start, len(listed) + number) for offset, number in own.items())
        listed += found
        at = after
    return listed, numbers


def _numbered(text: str, wanted: Sequence[int]) -> tuple[list[Token], Mapping[int, int]]:
    if text.isascii() and (len(wanted) >= _MANY_OFFSETS or len(text) >= _LONG):
        return _numbered_at_once(text, wanted)
    if len(text) >= _LONG and (bare := letter_form(text)):
        found, starts, lengths = letter_tokens(bare)
        return found, _numbers(wanted, among(bare, _SEPARATOR.match), starts, lengths)
    listed: list[Token] = []
    numbers: dict[int, int] = {}
    last = 0
    for offset in wanted:
        end = last if offset <= last else _separated(text, offset)
        listed += tokens(text[last:end])
        numbers[offset] = len(listed)
        last = end
    listed += tokens(text[last:])
    return listed, numbers


def _numbered_at_once(text: str, offsets: Sequence[int]) -> tuple[list[Token], Mapping[int, int]]:
    """The same of an ASCII text: the text is cut into words once, and not at each offset."""
    characters = np.frombuffer(text.encode("ascii"), np.uint8)
    starts, ends = _stretches(_IS_WORD[characters])
    if len(text) < _LONG:
        analysed = list(each_analysed(words(text)))
        listed, lengths = list(chain.from_iterable(analysed)), np.array([*map(len, analysed)], np.intp)
    else:
        listed, lengths = _LAST.updated(text, characters, starts, ends)
    return listed, _numbers(offsets, _IS_SEPARATOR[characters], starts, lengths)


def _numbers(offsets: Sequence[int], is_separator: Flags, starts: Numbers, lengths: Numbers) -> Mapping[int, int]:
    """For each offset the number of tokens before it, from the start of each word and the number of its tokens."""
    counts = np.concatenate(([0], np.cumsum(lengths)))
    separators = np.append(np.flatnonzero(is_separator), len(is_separator))
    at = np.minimum(np.array(offsets, np.int64), len(is_separator))
    before = np.maximum(at - 1, 0)
    cuts = separators[np.searchsorted(separators, at)]  # the next ones
    cuts = np.where(np.isin(before, separators) | (at <= 0), at, cuts)
    return dict(zip(offsets, counts[np.searchsorted(starts, cuts)].tolist(), strict=True))


def _long_text(text: str, characters: Characters, starts: Numbers, ends: Numbers) -> tuple[list[Token], Numbers]:
    """The tokens of the words between these places, and the number of tokens of each word."""
    kinds = _KIND[characters]
    for word in np.flatnonzero(ends - starts > LONGEST_WORD).tolist():
        kinds[starts[word] : ends[word]] = _OTHER
    lowered = text.lower().encode("ascii")
    is_first = _begins_part(kinds)
    found = part_tokens(_cut_before(np.frombuffer(lowered, np.uint8), is_first, kinds != _OTHER))
    bounds = np.searchsorted(np.flatnonzero(is_first), np.append(starts, len(text)))
    firsts, lengths = bounds[:-1], np.diff(bounds)
    inside = np.concatenate(([0], np.cumsum(kinds != _OTHER)))
    # A word of one part is that part; any other one is an identifier, whose whole is beside its first part.
    is_compound = (lengths > 1) | ((lengths == 1) & (inside[ends] - inside[starts] < ends - starts))
    wholes = compress(lowered.translate(_WORDS_ALONE).decode("ascii").split(), is_compound.tolist())
    for at, stemmed in zip(firsts[is_compound].tolist(), whole_stems(wholes), strict=True):
        (part,) = found[at]
        if stemmed != part:
            found[at] = part, stemmed
    return found, lengths


class _AnalysedText(NamedTuple):
    text: str
    tokens: list[Token]
    lengths: Numbers  # the number of tokens of each word


class _LastText:
    """The tokens of the last long text; of its next version, as of a saved file, only changed lines are analysed."""

    def __init__(self) -> None:
        self._last: _AnalysedText | None = None

    def updated(self, text: str, characters: Characters, starts: Numbers, ends: Numbers) -> tuple[list[Token], Numbers]:
        """As `_long_text`."""
        before = self._last
        found = _from_version(before, text, characters, starts, ends) if before else None
        listed, lengths = found or _long_text(text, characters, starts, ends)
        self._last = _AnalysedText(text, listed, lengths) if len(text) <= _LONGEST_KEPT else None
        return listed, lengths


def _from_version(
    before: _AnalysedText, text: str, characters: Characters, starts: Numbers, ends: Numbers
) -> tuple[list[Token], Numbers] | None:
    """As `_long_text`, of a text that has most lines of the version before; None of another text."""
    start, _, end = line_difference(before.text, text)
    if 2 * (end - start) > len(text):
        return None
    first, last = np.searchsorted(starts, (start, end)).tolist()
    own, lengths = list[Token](), starts[:0]
    if first < last:
        own, lengths = _long_text(
            text[start:end], characters[start:end], starts[first:last] - start, ends[first:last] - start
        )
    above, below = before.lengths[:first], before.lengths[len(before.lengths) - (len(starts) - last) :]
    listed = before.tokens[: above.sum()] + own + before.tokens[len(before.tokens) - int(below.sum()) :]
    return listed, np.concatenate((above, lengths, below))


def _begins_part(kinds: Characters) -> Flags:
    """Whether a part of an identifier begins there: `HTTPServer2` has the parts `HTTP`, `Server` and `2`."""
    before, after = np.append(np.uint8(_OTHER), kinds[:-1]), np.append(kinds[1:], np.uint8(_OTHER))
    is_other = (kinds != before) & (kinds != _OTHER) & ~((kinds == _LOWER) & (before == _UPPER))
    is_capital = (kinds == _UPPER) & (before == _UPPER) & (after == _LOWER)
    found: Flags = is_other | is_capital
    return found


def _cut_before(characters: Characters, is_first: Flags, is_kept: Flags) -> list[str]:
    """The kept characters as words, each of which begins with a first one."""
    spaced = np.where(is_kept, characters, np.uint8(ord(" ")))
    inside = np.flatnonzero(is_first[1:] & is_kept[:-1]) + 1  # other words are apart already
    return np.insert(spaced, inside, ord(" ")).tobytes().decode("ascii").split()


def _stretches(is_inside: Flags) -> tuple[Numbers, Numbers]:
    """Where each stretch of these begins, and where it ends."""
    edges = np.flatnonzero(np.diff(is_inside, prepend=False, append=False))
    return edges[::2], edges[1::2]


def _separated(text: str, offset: int) -> int:
    """The offset, or the next one at which the text can be cut."""
    offset = min(offset, len(text))
    if _SEPARATOR.match(text, offset - 1):
        return offset
    found = _SEPARATOR.search(text, offset)
    return found.start() if found else len(text)


_LAST = _LastText()
