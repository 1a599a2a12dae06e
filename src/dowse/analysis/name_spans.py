"""The parts of a question that may be the name of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ..model.lazy_pattern import lazy_pattern
from .folding import UNSPACED, name_key
from .languages.stopwords import STOP_WORDS
from .tokens import query_words

_NUMBER = lazy_pattern(r"\d{1,3}(?:\.\d{1,3})*[.):]?[ \t]+(?=\D)")
_LONGEST_QUESTION = 32  # words; a longer text contains names by chance
_LONGEST_NAME = 8  # words, or characters of a script without spaces
_LEAST_CHARACTERS = 2  # of such a script
_MOST_CHARACTERS = 128  # of such a script in a question, about as long as 32 words


@lru_cache(64)
def name_spans(question: str) -> Mapping[str, frozenset[str]]:
    """The words of each part that may be a name, by its name_key; not the whole question, nor stop words alone."""
    parts = question.split()
    if len(parts) > _LONGEST_QUESTION:
        return {}
    found = dict(_runs_of_words(parts))
    for text in _runs_of_characters([run for part in parts for run in UNSPACED.findall(part)]):
        found[name_key(text)] = _folded_words(text)
    found.pop(name_key(question), None)
    return {key: words for key, words in found.items() if words - STOP_WORDS}


def whole_name(question: str) -> Mapping[str, frozenset[str]]:
    """The words of the whole question as a name, by its name_key; empty for a long text."""
    return {name_key(question): _folded_words(question)} if 0 < len(question.split()) <= _LONGEST_QUESTION else {}


@lru_cache(4096)  # the next search has mostly the same hits
def name_without_number(title: str) -> str:
    """The name_key of a title without the number of a section before it: `2. Lists` and `2.1 Lists` give `lists`."""
    number = _NUMBER.match(title)
    return name_key(title[number.end() :]) if number else ""


def _runs_of_words(parts: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """The name_key and the words of each run: those of its parts, joined, since neither depends on the words around."""
    keys, words = list(map(name_key, parts)), list(map(_folded_words, parts))
    is_name = [any(map(str.isalnum, key)) for key in keys]  # otherwise signs, which count only in a run of signs
    for start in range(len(parts)):
        held = frozenset[str]()
        for end in range(start + 1, min(start + _LONGEST_NAME, len(parts)) + 1):
            held |= words[end - 1]
            named = [keys[n] for n in range(start, end) if is_name[n]]
            yield " ".join(named or filter(None, keys[start:end])), held


def _runs_of_characters(runs: Sequence[str]) -> Iterator[str]:
    if sum(map(len, runs)) > _MOST_CHARACTERS:
        return
    for run in runs:
        for start in range(len(run)):
            for end in range(start + _LEAST_CHARACTERS, min(start + _LONGEST_NAME, len(run)) + 1):
                yield run[start:end]


def _folded_words(text: str) -> frozenset[str]:
    return frozenset(map(str.casefold, query_words(text)))
