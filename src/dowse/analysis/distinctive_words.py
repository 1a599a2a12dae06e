"""Words that tell what a few texts are about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from .folding import UNSPACED
from .stopwords import STOP_WORDS
from .tokens import query_words, stem

_MOST_COUNTED = 20  # words whose documents are counted; each takes a look into the index
_LEAST_LETTERS = 3


def distinctive_words(texts: Iterable[str], known: Iterable[str]) -> dict[str, float]:
    """The 20 words of the texts with the most weight and stems outside `known`, in their most frequent spelling.

    The weight is the sum of 1 + ln(frequency) over the texts.
    """
    written: dict[str, Counter[str]] = {}
    weight: dict[str, float] = {}
    for text in texts:
        counted = Counter(word.casefold() for word in query_words(text) if _is_word(word))
        for word, count in counted.items():
            written.setdefault(stem(word), Counter())[word] += count
            weight[stem(word)] = weight.get(stem(word), 0.0) + 1 + math.log(count)
    new = sorted(weight.keys() - set(known), key=lambda each: (-weight[each], each))[:_MOST_COUNTED]
    return {_usual(written[each]): weight[each] for each in new}


def _is_word(word: str) -> bool:
    if UNSPACED.match(word):
        return len(word) > 1
    return len(word) >= _LEAST_LETTERS and word.isalpha() and word.casefold() not in STOP_WORDS


def _usual(written: Counter[str]) -> str:
    return min(written, key=lambda word: (-written[word], word))
