"""The parts of a question that may be the name of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from .folding import UNSPACED, name_key
from .stopwords import telling
from .tokens import query_words

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
    texts = [*_runs_of_words(parts), *_runs_of_characters([run for part in parts for run in UNSPACED.findall(part)])]
    whole = name_key(question)
    found = {name_key(text): query_words(text) for text in texts}
    return {key: frozenset(map(str.casefold, words)) for key, words in found.items() if key != whole and _tells(words)}


def _runs_of_words(parts: Sequence[str]) -> Iterator[str]:
    for start in range(len(parts)):
        for end in range(start + 1, min(start + _LONGEST_NAME, len(parts)) + 1):
            yield " ".join(parts[start:end])


def _runs_of_characters(runs: Sequence[str]) -> Iterator[str]:
    if sum(map(len, runs)) > _MOST_CHARACTERS:
        return
    for run in runs:
        for start in range(len(run)):
            for end in range(start + _LEAST_CHARACTERS, min(start + _LONGEST_NAME, len(run)) + 1):
                yield run[start:end]


def _tells(words: Sequence[str]) -> bool:
    """Whether a word is no stop word."""
    other = "0"  # is none either
    return len(telling([*words, other])) > 1
