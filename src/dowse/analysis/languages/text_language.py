"""The language of a text, where its script or its stop words tell it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ...model.lazy_pattern import lazy_pattern
from ..folding import WORD, fold
from .query_language import languages_of_script
from .stop_words_by_language import in_no_other_language, telling_stop_words
from .stopwords import STOP_WORDS

_MOST = 2_000  # characters that are read
_FEWEST, _LEAST_SHARE = 4, 0.06  # stop words of the language, and their share of all words; running text has 0.1 to 0.3
_CLEARLY = 1.5  # times the stop words of any other language
_IN_LATIN, _IN_OTHER = 0.1, 0.3  # share of other letters in a text in Latin ones at most, in another script at least
_CODE = lazy_pattern(r"(?ms)^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1|\Z)|`[^`\n]*`")  # of Markdown, which is in no language
_OF_OTHER_SCRIPTS = lazy_pattern("[\u0370-\u1dff\u2e80-\ud7ff]")


def text_languages(text: str) -> tuple[str, ...]:
    """The codes of the languages in which the beginning of the text may be written: the one that its stop words tell,
    or those of its script; none where neither tells.
    """
    return _languages(text[:_MOST])


@lru_cache(256)  # the next search reads mostly the same texts
def _languages(text: str) -> tuple[str, ...]:
    prose = _CODE.sub(" ", text)
    letters, others = sum(map(str.isalpha, prose)), len(_OF_OTHER_SCRIPTS.findall(prose))
    if others > _IN_LATIN * letters:
        return languages_of_script(prose) if others >= _IN_OTHER * letters else ()
    occurrences = Counter(WORD.findall(fold(prose)))
    telling = {"en": in_no_other_language(STOP_WORDS), **telling_stop_words(STOP_WORDS)}
    counts = Counter(
        {code: sum(map(occurrences.__getitem__, words & occurrences.keys())) for code, words in telling.items()}
    )
    (best, count), (_, second) = counts.most_common(2)
    is_clear = count >= max(_FEWEST, _LEAST_SHARE * occurrences.total()) and count >= _CLEARLY * second
    return (best,) if is_clear else ()
