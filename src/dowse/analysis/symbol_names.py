"""Names of symbols in queries, and names of files and symbols as words."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

_SYMBOL = re.compile(
    r"(?:[A-Za-z_$]\w*(?:(?:::|\\|->|\.|#|/)[A-Za-z_$]\w*[!?]?)+|_\w*|[A-Za-z][A-Za-z0-9]*[A-Z_]\w*[!?]?|[A-Z][A-Za-z0-9]*)"
    r"(?:\(\))?"
)
_EMBEDDED = re.compile(
    r"(?<![\w.:])(?:[A-Z][a-z]\w*[A-Z]\w*|[A-Z]{2,}[a-z]{2,}\w*|[a-z]\w*[a-z0-9][A-Z]\w*|[A-Za-z]+_\w+|[A-Za-z]\w*(?:::|\.|#)[A-Za-z]\w*)\b"
)
_SEPARATOR = re.compile(r"::|\\|->|[.#/]")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_NUMBER = re.compile(r"~\d+\Z")
_SHORTEST = 3  # letters of a prefix


def is_symbol_name(text: str) -> bool:
    """Whether the text is one name as code has them: with a capital, `_`, `.`, `::`, `#`, `->` or `()`."""
    return bool(_SYMBOL.fullmatch(text.strip()))


def symbol_names_in(text: str) -> list[str]:
    """The names in a sentence that only code has: `HTTPServer`, `parseLine`, `read_text`, `Response.json`."""
    return list(dict.fromkeys(_EMBEDDED.findall(text)))


def parts_of_name(name: str) -> tuple[str, ...]:
    """The parts of a qualified name: `Response::json()` → Response, json."""
    return tuple(part for part in _SEPARATOR.split(name.strip().removesuffix("()")) if part)


def unnumbered(name: str) -> str:
    """The qualified name without the number of a symbol among those of one name in a file: `A.f~2` → `A.f`."""
    return _NUMBER.sub("", name)


@lru_cache(4096)  # a search compares the names of some hundred files
def words_of_name(name: str) -> frozenset[str]:
    """The words of an identifier or a file name in lower case, and the whole: `a_b` → a_b, a, b."""
    return frozenset({name.lower(), *(part.lower() for part in _PART.findall(name))}) - {""}


class NameWords:
    """The words of names, in the form in which a search compares them with its own."""

    def __init__(self, words: frozenset[str]) -> None:
        self._words = words
        self._long = tuple(sorted(word for word in words if len(word) >= _SHORTEST))
        self._lines = "\n".join(("", *self._long))  # in which one search finds a prefix of any of them

    def share_of(self, asked: Collection[str]) -> float:
        """The share of the words that are among these, or of which one of these is a prefix, or the other way round.

        A prefix has three letters or more: `auth` is that of `authenticate`.  0 without words.
        """
        # Plain loops: a search compares its words with hundreds of names.
        if not asked:
            return 0.0
        words, lines, long, count = self._words, self._lines, self._long, 0
        for word in asked:
            if word in words or (len(word) >= _SHORTEST and (f"\n{word}" in lines or word.startswith(long))):
                count += 1
        return count / len(asked)
