"""The document that a broken link probably names: one with almost the same name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ..analysis.folding import fold, is_mostly_unspaced, name_key, without_ending
from ..analysis.spelling.spelling_correction import distance
from ..model.document import Head

_SHORTEST = 5  # letters of a name
_SHORTEST_WORD = 6  # letters of a name of one word with another letter: `Grado` is not `Grafo`
_LETTERS = 4  # letters of a word for each edit
_ABBREVIATED = 4  # letters at most of a word such as `Tom`; `penal` is not `personal`
_MOST_WORDS = 12  # of a name
_LONGEST = 255  # letters of a name, as of a file; the patterns of a word take the square of its length

_Pattern = tuple[str, ...]  # the words of a name, one of them without all letters but the first, and perhaps one more


def suggestions(targets: Iterable[str], heads: Iterable[Head]) -> Mapping[str, str]:
    """For each target of a link the path of the one document with that name or almost that name.

    One word of the names differs, by few letters or as `Tom` and `Thomas` do, and begins with the same letter; numbers
    are equal.
    """
    asked = {target: words for target in targets if (words := _words(target))}
    patterns = {pattern for words in asked.values() for pattern in _patterns(words)}
    named: defaultdict[_Pattern, set[tuple[tuple[str, ...], str]]] = defaultdict(set)
    for head in heads:
        for name in {head.name, *head.aliases}:
            words = _words(name)
            for pattern in patterns.intersection(_patterns(words)) if words else ():
                named[pattern].add((words, head.path))
    found = {}
    for target, words in asked.items():
        listed = {each for pattern in _patterns(words) for each in named.get(pattern, ())}
        same = {path for other, path in listed if other == words}
        near = same or {path for other, path in listed if _is_near(words, other)}
        if len(near) == 1:
            found[target] = near.pop()
    return found


def _words(name: str) -> tuple[str, ...]:
    """The words of the last part of the name, without the ending of a file; none for a name of another length."""
    words = name_key(without_ending(fold(name).replace("\\", "/").rpartition("/")[2])).split()
    is_named = _SHORTEST <= sum(map(len, words)) <= _LONGEST and len(words) <= _MOST_WORDS
    return tuple(words) if is_named else ()


def _patterns(words: tuple[str, ...]) -> Iterator[_Pattern]:
    """The words with one of them shortened; a word alone lacks one letter instead."""
    if len(words) == 1:
        word = words[0]
        yield words
        yield from {(word[:at] + word[at + 1 :],) for at in range(1, len(word))}
        return
    for n, word in enumerate(words):
        yield (*words[:n], word[0], *words[n + 1 :])


def _is_near(words: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the names differ in one word, which is probably the same."""
    pairs = [pair for pair in zip(words, other, strict=False) if pair[0] != pair[1]]
    if len(words) != len(other) or len(pairs) != 1:
        return False
    shorter, longer = sorted(pairs[0], key=len)
    if any(map(str.isdecimal, shorter + longer)) or is_mostly_unspaced(shorter + longer):
        return False
    if len(words) == 1:
        return len(shorter) >= _SHORTEST_WORD and distance(shorter, longer, 1) <= 1
    most = max(1, len(shorter) // _LETTERS)
    is_inflected = len(shorter) >= _LETTERS and longer.startswith(shorter)
    return is_inflected or distance(shorter, longer, most) <= most or _abbreviates(shorter, longer)


def _abbreviates(shorter: str, longer: str) -> bool:
    """Whether the longer word has the letters of the shorter one in their order."""
    letters = iter(longer)
    return 1 < len(shorter) <= _ABBREVIATED and all(letter in letters for letter in shorter)
