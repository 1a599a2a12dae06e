"""The tokens of a long text with letters beyond ASCII, by numpy.

Most words of such a text are one token, the word in lower case, and take some microseconds alone.  Here the kinds of
characters tell which ones are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from string import ascii_letters
from typing import TYPE_CHECKING
from unicodedata import is_normalized

import numpy as np

from .folding import UNSPACED, VOWELS, WORD, unaccented, without_case
from .languages.stemmers_by_script import is_in_ending
from .tokens import LONGEST_WORD, Token, each_analysed, unspaced_tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.uint32]
    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.intp]

_LAST_ASCII = "\x7f"
# Traits of a character; a word with one that stands apart is analysed alone.
_IN_WORD, _BEYOND_ASCII, _APART, _UNSPACED, _IN_SUFFIX = 1, 2, 4, 8, 16


def letter_form(text: str) -> str:
    """The text without diacritics and compatibility forms if each character stays one; empty otherwise."""
    chars = [char for char in distinct(text) if char > _LAST_ASCII]
    forms = unaccented("\n".join(chars)).split("\n") if chars else []
    if any(len(form) != 1 for form in forms) or any(vowel in text for vowel in VOWELS):
        return ""
    if "".join(chars) != "".join(forms):
        codes = _codes(text)
        table = np.arange(int(codes.max()) + 1, dtype="<u4")
        table[[*map(ord, chars)]] = [*map(ord, forms)]
        text = _decoded(table[codes])
    return text if is_normalized("NFC", text) else ""  # or two of the characters make one


def letter_tokens(text: str) -> tuple[list[Token], Numbers, Numbers]:
    """The tokens of a text in that form; where its words start, and the number of tokens of each.

    A run of a script without spaces counts as a word.
    """
    codes = _codes(text)
    traits_of, folded_of = _tables(distinct(text))
    traits = traits_of[codes]
    is_inside, is_unspaced = traits & _IN_WORD > 0, traits & _UNSPACED > 0
    is_joined = is_inside[:-1] & is_inside[1:] & (is_unspaced[:-1] == is_unspaced[1:])  # to the next character
    starts = np.flatnonzero(is_inside & ~np.append(False, is_joined))
    ends = np.flatnonzero(is_inside & ~np.append(is_joined, False)) + 1
    if not len(starts):
        return [], starts, starts
    cut = np.insert(folded_of[codes], starts[1:][starts[1:] == ends[:-1]], ord(" "))
    analysed: list[tuple[Token, ...]] = list(zip(zip(_decoded(cut).split(), strict=True), strict=True))
    lengths = np.ones(len(starts), np.intp)

    def put(are_these: Flags, analyse: Callable[[list[str]], Iterable[tuple[Token, ...]]]) -> None:
        these = np.flatnonzero(are_these)
        spans = map(slice, starts[these].tolist(), ends[these].tolist())
        found = list(analyse(list(map(text.__getitem__, spans))))
        lengths[these] = list(map(len, found))
        for n, each in zip(these.tolist(), found, strict=True):
            analysed[n] = each

    of_word = np.bitwise_or.reduceat(traits, starts)
    are_runs = is_unspaced[starts]
    is_number = of_word & (_BEYOND_ASCII | _APART | _IN_SUFFIX) == 0
    # Letters of ASCII, Arabic, Greek, Devanagari and some of Russian end a suffix. A word with another last letter is
    # its own stem.
    is_own_stem = (of_word & (_BEYOND_ASCII | _APART) == _BEYOND_ASCII) & (traits[ends - 1] & _IN_SUFFIX == 0)
    is_one = (is_number | is_own_stem) & (ends - starts <= LONGEST_WORD)
    put(~are_runs & ~is_one, each_analysed)
    put(are_runs, _each_run)
    return list(chain.from_iterable(analysed)), starts, lengths


def _tables(chars: Sequence[str]) -> tuple[NDArray[np.uint8], Codes]:
    """The traits of each of the characters, and its form in a word: in lower case, and a blank outside of words."""
    listed = "\n".join(chars)
    in_word = [*"".join(WORD.findall(listed))]
    folded = without_case("\n".join(in_word)).split("\n") if in_word else []
    alone = [char if len(form) != 1 else form for char, form in zip(in_word, folded, strict=True)]
    folded_of = np.full(max(map(ord, chars), default=0) + 1, ord(" "), "<u4")
    folded_of[[*map(ord, in_word)]] = [*map(ord, alone)]
    traits_of = np.zeros(len(folded_of), np.uint8)
    for trait, having in (
        (_IN_WORD, in_word),
        (_BEYOND_ASCII, [char for char in in_word if char > _LAST_ASCII]),
        (
            _APART,
            [
                *{"_"}.intersection(in_word),
                *(char for char, form in zip(in_word, folded, strict=True) if len(form) != 1),
            ],
        ),
        (_UNSPACED, {*"".join(UNSPACED.findall(listed))}.intersection(in_word)),
        (_IN_SUFFIX, [char for char in in_word if char in ascii_letters or is_in_ending(char)]),
    ):
        traits_of[[*map(ord, having)]] |= trait
    return traits_of, folded_of


def among(text: str, is_wanted: Callable[[str], object]) -> Flags:
    """Whether each character of a text is one of those."""
    codes = _codes(text)
    found = np.zeros(int(codes.max(initial=0)) + 1, np.bool_)
    found[[ord(char) for char in distinct(text) if is_wanted(char)]] = True
    return found[codes]


def distinct(text: str) -> list[str]:
    """The characters of a long text: to make a set of them takes ten times as long."""
    return [*map(chr, np.flatnonzero(np.bincount(_codes(text))).tolist())]


def _each_run(listed: list[str]) -> Iterable[tuple[Token, ...]]:
    found = {run: unspaced_tokens(run) for run in {*listed}}
    return map(found.__getitem__, listed)


def _codes(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _decoded(codes: Codes) -> str:
    return codes.tobytes().decode("utf-32-le", "surrogatepass")
