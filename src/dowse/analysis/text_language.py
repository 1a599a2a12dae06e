"""The language of a text in Latin letters, where its stop words tell it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ..model.lazy_pattern import lazy_pattern
from .folding import WORD, fold
from .stop_words_by_language import in_no_other_language, telling_stop_words
from .stopwords import STOP_WORDS

_MOST = 2_000  # characters that are read
_FEWEST, _LEAST_SHARE = 4, 0.06  # stop words of the language, and their share of all words; running text has 0.1 to 0.3
_CLEARLY = 1.5  # times the stop words of any other language
_OTHER_SCRIPTS = 0.1  # share of the letters of a text that is not in Latin ones
_CODE = lazy_pattern(r"(?ms)^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1|\Z)|`[^`\n]*`")  # of Markdown, which is in no language
_OF_OTHER_SCRIPTS = lazy_pattern("[\u0370-\u1dff\u2e80-\ud7ff]")


def text_language(text: str) -> str:
    """The code of the language in which the beginning of the text is written; empty where its words do not tell."""
    return _language(text[:_MOST])


@lru_cache(256)  # the next search reads mostly the same texts
def _language(text: str) -> str:
    prose = _CODE.sub(" ", text)
    if len(_OF_OTHER_SCRIPTS.findall(prose)) >= _OTHER_SCRIPTS * sum(map(str.isalpha, prose)):
        return ""
    occurrences = Counter(WORD.findall(fold(prose)))
    telling = {"en": in_no_other_language(STOP_WORDS), **telling_stop_words(STOP_WORDS)}
    counts = Counter(
        {code: sum(map(occurrences.__getitem__, words & occurrences.keys())) for code, words in telling.items()}
    )
    (best, count), (_, second) = counts.most_common(2)
    is_clear = count >= max(_FEWEST, _LEAST_SHARE * occurrences.total()) and count >= _CLEARLY * second
    return best if is_clear else ""
