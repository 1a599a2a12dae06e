"""Words that tell what a few texts are about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterable

from ..model.lazy_pattern import lazy_pattern
from .folding import UNSPACED, fold
from .languages.stop_words_by_language import all_stop_words
from .languages.stopwords import STOP_WORDS
from .languages.text_language import text_languages
from .tokens import query_words, stem

_MOST_COUNTED = 20  # words whose documents are counted; each takes a look into the index
_LEAST_LETTERS = 3
_PAIR = 2
# Runs of katakana, of Chinese characters and of Hangul. In Chinese a longer run is several words.
_RUN = lazy_pattern("[\u30a1-\u30fa\u30fc\u31f0-\u31ff]{2,}|[\u3005\u3400-\u4dbf\u4e00-\u9fff]{2,}|[\uac00-\ud7af]{2,}")
_LONGEST_RUN = 4  # characters of a run that is a word
_FIRST_KATAKANA, _LAST_KATAKANA, _FIRST_HANGUL = "\u30a1", "\u31ff", "\uac00"


def distinctive_words(texts: Iterable[str], known: Iterable[str]) -> dict[str, float]:
    """The 20 words of the texts with the most weight and stems outside `known`, in their most frequent spelling.

    The weight is the sum of 1 + ln(frequency) over the texts.  Stop words of English and of the language of a text are
    left out.
    """
    written: dict[str, Counter[str]] = {}
    weight: dict[str, float] = {}
    for text in texts:
        stop_words = STOP_WORDS | all_stop_words(text_languages(text))
        counted = Counter(word.casefold() for word in query_words(text) if _is_word(word, stop_words))
        for word, count in counted.items():
            written.setdefault(stem(word), Counter())[word] += count
            weight[stem(word)] = weight.get(stem(word), 0.0) + 1 + math.log(count)
    new = sorted(weight.keys() - set(known), key=lambda each: (-weight[each], each))[:_MOST_COUNTED]
    return {_usual(written[each]): weight[each] for each in new}


def whole_word(word: str, text: str) -> str:
    """The word of the folded text that the pair of characters of a natural query belongs to; empty for one that ends
    one word and begins another, as far as the kinds of characters tell: `ログ` of `ログイン`, `トた` of `テストた`.
    """
    if not UNSPACED.match(word) or len(word) > _PAIR:
        return word
    runs = (found.group() for found in _RUN.finditer(text) if word in found.group())
    run = next(runs, "")
    return run if len(run) <= _LONGEST_RUN or run >= _FIRST_HANGUL or _FIRST_KATAKANA <= run <= _LAST_KATAKANA else word


def _is_word(word: str, stop_words: Container[str]) -> bool:
    if UNSPACED.match(word):
        return len(word) > 1
    return len(word) >= _LEAST_LETTERS and word.isalpha() and fold(word) not in stop_words


def _usual(written: Counter[str]) -> str:
    return min(written, key=lambda word: (-written[word], word))
