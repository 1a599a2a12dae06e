"""Where the words of a query stand in a text, without taking the whole text apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from .fold import UNSPACED
from .tokens import word_tokens

Mark = tuple[int, int, str]  # start, end, the stem that was found there


def _latin_letters() -> dict[int, str]:
    """Each accented Latin letter to its plain one; one character for one, so that offsets stay."""
    plain = {}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        base = unicodedata.normalize("NFKD", chr(code))[0]
        if base.isascii() and base.isalpha():
            plain[code] = base
    return plain


_LATIN = _latin_letters()


class Spotter:
    """Finds the words of a query by stem; made once for a query, used on many texts."""

    def __init__(self, words: Iterable[str]) -> None:
        positions = [token for word in words for token in word_tokens(word)]
        self.stems = frozenset(stem for token in positions for stem in token)
        beginnings = sorted({re.escape(_beginning(stem)) for stem in self.stems}, key=len, reverse=True)
        self._candidates = re.compile(rf"\w*(?:{'|'.join(beginnings)})\w*", re.IGNORECASE) if beginnings else None

    def marks(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Mark]:
        """The places of the words in `text[start:end]`, in order."""
        if self._candidates is None:
            return
        flat = text if text.isascii() else text.translate(_LATIN)
        for match in self._candidates.finditer(flat, start, len(text) if end is None else end):
            word = match.group()
            if UNSPACED.search(word):
                yield from self._inside(word, match.start())
            elif found := self._found(word):
                yield match.start(), match.end(), found

    def _found(self, word: str) -> str | None:
        return next((stem for token in word_tokens(word) for stem in token if stem in self.stems), None)

    def _inside(self, word: str, offset: int) -> Iterator[Mark]:
        """In scripts without blanks a run is no word: mark the characters themselves."""
        folded = word.casefold()
        for stem in self.stems:
            at = folded.find(stem) if len(folded) == len(word) else -1
            while at >= 0:
                yield offset + at, offset + at + len(stem), stem
                at = folded.find(stem, at + len(stem))


def _beginning(stem: str) -> str:
    """What every word of the stem begins with: porter turns a final y into i."""
    return stem[:-1] if stem.endswith("i") and len(stem) > 2 else stem
