"""Boilerplate: lines that most documents of a vault share, such as footers, buttons and the headings of templates.

Lines compare without the targets of links, which differ from document to document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

from ..model.document import Span
from ..model.lazy_pattern import lazy_pattern
from ..model.value_class import dataclass

BOILERPLATE = "boilerplate"  # the fact of an index with the digests of the lines
MOST_SAMPLED = 300  # documents; their share differs from that of the vault by 3 in 100

_LEAST_SHARE = 0.5  # of the documents
_LEAST_DOCUMENTS = 20
_MOST_LINES = 200
_FEW_LINES = 50  # that a text is searched for, in less time than its lines take
_LONGEST = 5_000  # characters of a line; longer ones are data
_FEW_LETTERS = 3  # of words that are parts of many others, as the `p` of `<p>` in comments of Java
_DIGEST_BYTES = 8

_LINKS = lazy_pattern(r"\]\(|\[\[|://")
_TARGETS = lazy_pattern(r"(?<=\]\()[^()\n]{0,1000}(?=\))|(?<=\[\[)[^\[\]|\n]{0,400}\|")
_ADDRESS = lazy_pattern(r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s)\]\"'<>]+")
_MARK = lazy_pattern(r"#+[ \t]+")
_WORDS = lazy_pattern(r"[^\W_]+")
_WORD = lazy_pattern(r"[^\W_]")
_DIGESTS = lazy_pattern(rf"(?:[0-9a-f]{{{2 * _DIGEST_BYTES}}} ?)*")


@dataclass(frozen=True, slots=True)
class Boilerplate:
    """The lines that are boilerplate in a vault, by their digests."""

    digests: frozenset[str] = frozenset()

    @staticmethod
    def of(lines: Iterable[str]) -> Boilerplate:
        """Of lines as `shared_lines` returns them."""
        return Boilerplate(frozenset(map(_digest, lines)))

    @staticmethod
    def parsed(fact: str) -> Boilerplate:
        """Of the text of a fact; empty for a text that `fact` does not return."""
        if len(fact) > _MOST_LINES * (2 * _DIGEST_BYTES + 1) or not _DIGESTS.fullmatch(fact):
            return NO_BOILERPLATE
        return Boilerplate(frozenset(fact.split()))

    @property
    def fact(self) -> str:
        """As a text of at most 3,400 characters."""
        return " ".join(sorted(self.digests))

    def contains(self, line: str) -> bool:
        """Whether the line is boilerplate."""
        key = line_key(line) if self.digests else ""
        return bool(key) and _digest(key) in self.digests

    def lines(self, text: str) -> list[str]:
        """The lines of the text that are boilerplate, without their line breaks."""
        return list(filter(self.contains, text.split("\n"))) if self.digests else []

    def spans(self, text: str, within: Span) -> Iterator[Span]:
        """The lines of the text that are boilerplate and overlap the span, each with its line break."""
        if not self.digests:
            return
        start, stop = text.rfind("\n", 0, within[0]) + 1, min(within[1], len(text))
        while start < stop:
            end = text.find("\n", start) + 1 or len(text)
            if end - start <= _LONGEST and self.contains(text[start:end]):
                yield start, end
            start = end


NO_BOILERPLATE = Boilerplate()


class SharedLines:
    """Finds the lines of many texts that have one of these keys: ten times as fast as a digest for each line."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = frozenset(keys)
        self._words = sorted({max(_WORDS.findall(key), key=len) for key in self._keys})
        self._ends = {word: re.compile(rf"{word}(?![^\W_])") for word in self._words if len(word) <= _FEW_LETTERS}

    def __call__(self, text: str) -> list[str]:
        """The lines in order, without their line breaks."""
        found: dict[int, str] = {}
        known: dict[str, bool] = {}  # many lines of a text are equal
        for word in self._words:
            at = self._next(word, text, 0)
            while at >= 0:
                start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
                end = len(text) if end < 0 else end
                line = text[start:end]
                if line not in known:
                    known[line] = line_key(line) in self._keys
                if known[line]:
                    found[start] = line
                at = self._next(word, text, end)
        return [found[start] for start in sorted(found)]

    def _next(self, word: str, text: str, start: int) -> int:
        """Where the word is next, and a short one as a whole word; -1 for nowhere."""
        if word not in self._ends:
            return text.find(word, start)
        places = (match.start() for match in self._ends[word].finditer(text, start))
        return next((at for at in places if not at or not text[at - 1].isalnum()), -1)


def is_boilerplate(having: int, documents: int) -> bool:
    """Whether that many of the documents make what they share boilerplate: at least half of them, and at least 20."""
    return having >= max(_LEAST_DOCUMENTS, _LEAST_SHARE * documents)


def line_key(line: str) -> str:
    """The line as it compares: single blanks, no targets of links, no mark of a heading; empty without a word then."""
    if len(line) > _LONGEST or not _WORD.search(line):
        return ""
    if _LINKS.search(line):
        line = _ADDRESS.sub("", _TARGETS.sub("", line))
        if not _WORD.search(line):
            return ""
    line = " ".join(line.split())
    mark = _MARK.match(line)
    return line[mark.end() :] if mark else line


def shared_lines(texts: Sequence[str]) -> frozenset[str]:
    """The lines, as `line_key` has them, that at least half of the texts and at least 20 share; at most 200.

    The short texts are read whole; the others are searched for the lines that can still be in enough texts.
    """
    if not is_boilerplate(len(texts), len(texts)):
        return frozenset()
    counted, possible = Counter[str](), None
    for left, text in zip(range(len(texts) - 1, -1, -1), sorted(texts, key=len), strict=True):
        if possible is None:
            counted.update({key for line in set(text.split("\n")) if (key := line_key(line))})
        else:
            counted.update(set(map(line_key, possible(text))))
        if possible is None and not is_boilerplate(2 * left, len(texts)):  # new lines reach half of what is needed
            listed = [line for line, count in counted.items() if is_boilerplate(count + left, len(texts))]
            possible = SharedLines(listed) if len(listed) <= _FEW_LINES else None
    return frozenset(line for line, count in counted.most_common(_MOST_LINES) if is_boilerplate(count, len(texts)))


def _digest(key: str) -> str:
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()
