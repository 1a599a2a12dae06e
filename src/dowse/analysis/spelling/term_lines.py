"""Terms as lines of one text, among which those that may be similar to a word are found without reading the others.

A line has a term and, behind a space, the number of documents that contain it; a line end comes before each line.  No
term contains a space or a line end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

Term = tuple[str, int]  # with its document frequency
TermLines = Callable[[Collection[str]], Iterable[tuple[str, str]]]  # for each prefix the lines of its terms


def lines_of(counted: Mapping[str, int], prefix: str) -> str:
    """Those of the terms that begin with the prefix, as lines in their order."""
    return "".join(f"\n{term} {counted[term]}" for term in sorted(counted) if term.startswith(prefix))


def beginning_with(lines: str, prefix: str) -> str:
    """Those of the lines, which are in order, whose term begins with the prefix."""
    start = lines.find(f"\n{prefix}")
    return "" if start < 0 else lines[start : _end(lines, lines.rfind(f"\n{prefix}") + 1)]


def all_terms(lines: str) -> Iterator[Term]:
    """The terms of the lines, in their order."""
    return containing(lines, "\n")


def beginnings_of(word: str, lines: str, shortest: int) -> Iterator[Term]:
    """The terms with which the word begins, of so many letters at least, the shortest first."""
    for length in range(shortest, len(word) + 1):
        yield from containing(lines, f"\n{word[:length]} ")


def matching(pattern: str, lines: str) -> Iterator[Term]:
    """The terms that the pattern matches as a whole."""
    for found in re.finditer(rf"\n({pattern}) ([0-9]+)", lines):
        yield found[1], int(found[2])


def containing(lines: str, part: str) -> Iterator[Term]:
    """The terms of the lines that contain the part, each once."""
    at = lines.find(part)
    while at >= 0:
        start = lines.rfind("\n", 0, at + 1) + 1
        end = _end(lines, max(at, start))
        term, _, documents = lines[start:end].partition(" ")
        yield term, int(documents)
        at = lines.find(part, end)


def same_letters(word: str, prefix: str) -> int:
    """How many letters both begin with."""
    other = (n for n, letters in enumerate(zip(word, prefix, strict=False)) if letters[0] != letters[1])
    return next(other, min(len(word), len(prefix)))


def possibly_similar(words: Iterable[str], listed: Iterable[tuple[str, str]], most: int) -> Iterator[Term]:
    """All terms at a distance of at most `most` from one of the words, and few others.

    `listed` has prefixes, each with the lines of its terms.  Each edit changes one of `most` + 1 parts of a word at
    most, if a letter lies between each two of them: two neighbours may be exchanged.  So one of the parts stands in the
    term, the first one at its beginning and the last one at its end.  Words without enough letters for the parts have
    all terms.
    """
    groups, found = tuple(listed), dict[Term, None]()
    for word in words:
        by_same: dict[int, str] = {}  # the parts are those of all prefixes with as many letters of the word
        for prefix, lines in groups:
            same = same_letters(word, prefix)
            by_same[same] = by_same.get(same, "") + lines
        for same, lines in by_same.items():
            for part in _parts(word, same, most):
                found.update(dict.fromkeys(containing(lines, part)))
    return iter(found)


def _parts(word: str, same: int, most: int) -> list[str]:
    """The parts, one of which the lines of similar terms contain; these terms have the first `same` letters."""
    letters = len(word) - same - most
    if letters <= most:
        return ["\n"]
    shortest, longer = divmod(letters, most + 1)
    parts, start = list[str](), same
    for n in range(most + 1):
        end = start + shortest + (n < longer)
        parts.append(word[start:end])
        start = end + 1
    parts[0] = f"\n{word[:same]}{parts[0]}"
    parts[-1] += " "
    return parts


def _end(lines: str, inside: int) -> int:
    """Where the line ends."""
    end = lines.find("\n", inside)
    return len(lines) if end < 0 else end
