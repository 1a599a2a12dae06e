"""Whether a text contains a sentence with its signs, as a page shows both: without markup, in any typography."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ..model.lazy_pattern import lazy_pattern
from .folding import fold, unspaced
from .phrase_match import holds_phrase
from .text_offsets import offsets_of

_HIDDEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # soft hyphens and joiners
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
# Signs of markup, which text has, too, and quotation marks, which differ by language and by editor.
_IGNORED = "*_~=`\\\"'“”„‘’‚«»‹›[](){}<>#"
_PLAIN = str.maketrans({**dict.fromkeys(_IGNORED), **dict.fromkeys(_DASHES, "-"), "|": " "})
_TARGET = lazy_pattern(r"\]\([^()\s]{0,300}+\)|\]\[[^\[\]]{0,300}+\]|\[\[[^\[\]|]{1,300}+\|")  # of a link
_LINE_START = lazy_pattern(r"(?m)^[ \t]*+(?:[>*+-][ \t]++|[>#]++)*+")  # of quotations, lists and headings
_DASH = lazy_pattern(r"\s*+-+\s*+")
_BLANKS_BESIDE = lazy_pattern(r"(?<=[^\x00-\u0dff])\s++(?=[^\x00-\u0dff])")
_SIGN = lazy_pattern(r"[^\w\s]")
_OUTER_SIGNS = lazy_pattern(r"\A\W++|\W++\Z")
_LETTERS = lazy_pattern(r"[^\W_]++")
_MOST_PLACES = 200  # of one word in a text around which it is compared
_MOST_WORDS = 3  # of the sentence, of which the one with fewest places is sought
_PAIR = 2  # characters of a script without spaces that are sought
_EXTENT, _MARKUP = 2, 300  # characters of a text for one of the sentence, and for links in it


class Sentence:
    """A sentence to look for in texts."""

    def __init__(self, text: str) -> None:
        self._plain = _OUTER_SIGNS.sub("", _plain(fold(text)))
        self.has_signs = _SIGN.search(self._plain) is not None  # between its words
        self._longest, self._folded = _longest_words(text.lower()), _longest_words(fold(text))
        self._reach = _EXTENT * len(text) + _MARKUP

    def is_in(self, text: str) -> bool:
        """Whether the text contains it with its signs, but for those at its ends, quotation marks and brackets."""
        lowered = text.lower()
        words = [word for word in self._longest if word in lowered]
        if words:
            return self._is_near(words, lowered)
        # Accents may differ in all of them, and to fold a text takes a hundred times as long.
        folded = _without_hidden(fold(text))
        words = [word for word in self._folded if word in folded]
        return bool(words) and self._is_near(words, folded)

    def _is_near(self, words: Sequence[str], text: str) -> bool:
        """Whether it is around the one of the words with fewest places."""
        parts = _around(text, min(words, key=text.count), self._reach)
        return any(holds_phrase(_plain(fold(part)), self._plain) for part in parts)


def _longest_words(text: str) -> Sequence[str]:
    sought = {_sought(match[0]) for match in _LETTERS.finditer(_without_hidden(text))}
    return sorted(sought, key=lambda word: (-len(word), word))[:_MOST_WORDS]


def _around(text: str, word: str, reach: int) -> Iterator[str]:
    """The parts of the text that reach so many characters before and behind the word; those that overlap as one."""
    start = end = -1
    for at in islice(offsets_of(word, text), _MOST_PLACES):
        if end < 0 or at - reach > end:
            if end >= 0:
                yield text[start:end]
            start = max(0, at - reach)
        end = at + reach
    if end >= 0:
        yield text[start:end]


def _sought(word: str) -> str:
    """The word, or its first characters in a script without spaces, where a line may end in it."""
    return word[:_PAIR] if unspaced(word[0]) else word


def _without_hidden(text: str) -> str:
    if not text.isascii():
        for character in _HIDDEN:
            text = text.replace(character, "")
    return text


def _plain(text: str) -> str:
    """The folded text without markup and quotation marks, with one kind of dash."""
    shown = _LINE_START.sub("", _TARGET.sub("", _without_hidden(text)))
    plain = _DASH.sub("-", shown.translate(_PLAIN))
    return plain if plain.isascii() else _BLANKS_BESIDE.sub(lambda blanks: _between(plain, *blanks.span()), plain)


def _between(text: str, start: int, end: int) -> str:
    """Nothing between characters of scripts without spaces, else the blanks."""
    return "" if unspaced(text[start - 1]) and unspaced(text[end]) else text[start:end]
