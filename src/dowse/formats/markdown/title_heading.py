"""Whether the first heading of a note is its title, or that of a section, as `# Definition` is in many notes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import product

from ...model.lazy_pattern import lazy_pattern

_WORD = lazy_pattern(r"[^\W_]+")
_INNER_CAPITAL = lazy_pattern(r"(?<=[a-z])(?=[A-Z])")
# Names that say nothing about a page: those of pages about their folder, and times such as 202305121030.
_NAMELESS = lazy_pattern(r"(?i:_?index|readme|skill|home|changelog|untitled.*|\d{11,}.*)")
_LEAST_LETTERS, _MOST_ENDING = 3, 2  # letters in which two forms of a word agree, and that the shorter has behind them
_MOST_TIMES = 3  # as many words has a file name as its title: not "Article" that of "Art. 8 of the sale, Delivery"
_FIRST_UNSPACED = "\u2e80"  # of the scripts without spaces between words


def is_title(heading: str, path: str, *, headings: int) -> bool:
    """Whether the heading, the first of so many of the first level, is the title of the note.

    It is none if it shares no word with a file name that a person gives a note, such as "Water lily", or with any file
    name where other headings of this level follow.  The name of `README.md` or `202305121030.md` is no title.
    """
    name = path.rpartition("/")[2].rpartition(".")[0]
    is_named = headings > 1 or _is_written_by_hand(name)
    return not is_named or _NAMELESS.fullmatch(name) is not None or _has_word_of(heading, name)


def _is_written_by_hand(name: str) -> bool:
    """Whether the name has a blank, a letter beyond ASCII, or words with capitals."""
    return " " in name.strip() or not name.isascii() or name.istitle()


def _has_word_of(heading: str, name: str) -> bool:
    """Whether they have a word in common, but for case, accents, endings and blanks; not by one word of many."""
    one, other = [*_words(heading)], [*_words(_INNER_CAPITAL.sub(" ", name))]
    if len(one) * _MOST_TIMES < len(other):
        return False
    has_word = not set(one).isdisjoint(other) or any(_are_forms(*pair) for pair in product(one, other))
    return has_word or "".join(one) == "".join(other)


def _are_forms(word: str, other: str) -> bool:
    """Whether two words may differ by their endings alone: `lily` and `lilies`."""
    shorter = min(len(word), len(other))
    agreeing = next((n for n in range(shorter) if word[n] != other[n]), shorter)
    return agreeing >= max(_LEAST_LETTERS, shorter - _MOST_ENDING)


def _words(text: str) -> Iterator[str]:
    """The words without case and accents; of a script without spaces the pairs of characters."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    for word in _WORD.findall("".join(each for each in decomposed if not unicodedata.combining(each))):
        if word >= _FIRST_UNSPACED:
            yield from (word[at : at + 2] for at in range(max(1, len(word) - 1)))
        else:
            yield word
