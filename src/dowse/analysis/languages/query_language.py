"""The language of a query, where its script or its stop words tell it."""

from __future__ import annotations

from functools import lru_cache

from ...model.lazy_pattern import lazy_pattern
from ...model.normal_form import normal_form
from ..folding import WORD, fold, is_mostly_beyond_latin
from .stop_words_by_language import in_no_other_language, languages_of_stop_words
from .stopwords import STOP_WORDS

# Letters of the scripts of languages that documentation is translated into, those of one language first.  A single
# Greek letter is a symbol.
_LETTERS = (
    (("ko",), lazy_pattern("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")),
    (("ja",), lazy_pattern("[\u3041-\u30ff]")),
    (("zh", "ja"), lazy_pattern("[\u3400-\u4dbf\u4e00-\u9fff]")),
    (("kk",), lazy_pattern("[әғқңөұүһӘҒҚҢӨҰҮҺ]")),
    (("sr",), lazy_pattern("[љњђћџјЉЊЂЋЏЈ]")),
    (("uk",), lazy_pattern("[іїєґІЇЄҐ]")),
    (("ru",), lazy_pattern("[ыэёЫЭЁ]")),
    (("bg", "ru"), lazy_pattern("[ъЪ]")),  # a vowel of Bulgarian, and rare in Russian
    (("ru", "uk", "bg", "sr", "kk"), lazy_pattern("[\u0400-\u04ff]")),
    (("ur",), lazy_pattern("[ٹڈڑںھہے]")),
    (("fa", "ur"), lazy_pattern("[پچژگ]")),
    (("ar", "fa", "ur"), lazy_pattern("[\u0620-\u06ff]")),
    (("el",), lazy_pattern("[\u0370-\u03ff\u1f00-\u1fff]{2}")),
    (("he",), lazy_pattern("[\u05d0-\u05ea]")),
    (("hi",), lazy_pattern("[\u0900-\u097f]")),
    (("bn",), lazy_pattern("[\u0980-\u09ff]")),
    (("th",), lazy_pattern("[\u0e01-\u0e5b]")),
    (("ta",), lazy_pattern("[\u0b82-\u0bfa]")),
    (("te",), lazy_pattern("[\u0c00-\u0c7f]")),
    (("km",), lazy_pattern("[\u1780-\u17ff]")),
    (("ka",), lazy_pattern("[\u10a0-\u10ff]")),
    (("hy",), lazy_pattern("[\u0531-\u0587]")),
)
# Of Vietnamese, of which each syllable is a word: with a horn, a hook or a dot below.
_OF_VIETNAMESE = lazy_pattern("[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]")
# A Latin letter with a diacritic, or two letters of another script; one, as that of `Δt`, is a symbol.
_BEYOND_ENGLISH = lazy_pattern("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]|[^\\W\\d_A-Za-z]{2}")
_ASKING = frozenset(("how", "what", "when", "where", "which", "who", "whom", "whose", "why"))
_LEAST = 2  # stop words of English, or words with letters that it lacks


@lru_cache(32)  # a search asks twice
def languages_of(query: str) -> tuple[str, ...]:
    """The codes of the languages in which the query may be written; none where nothing but its subject tells them."""
    if not query.isascii():
        if found := _languages_of_letters(query):
            return found
        if is_in_other_letters(query) and not is_mostly_beyond_latin(query):
            return ("vi",)
    words = WORD.findall(fold(query))
    if other := languages_of_stop_words(words, STOP_WORDS):
        return other
    english = in_no_other_language(STOP_WORDS).intersection(words)
    return ("en",) if len(english) >= _LEAST or english & _ASKING else ()


@lru_cache(32)
def is_in_other_letters(query: str) -> bool:
    """Whether most letters of the query are of another script than Latin, or it is in Vietnamese.

    A name such as `Hồ Chí Minh` does not tell: most words of Vietnamese have letters that English lacks.
    """
    if query.isascii():
        return False
    composed = normal_form("NFC", query)
    if not _OF_VIETNAMESE.search(composed):
        return is_mostly_beyond_latin(query)
    listed = [word for word in WORD.findall(composed) if not word.isdigit()]
    return 2 * sum(not word.isascii() for word in listed) > len(listed)


@lru_cache(32)
def is_in_other_language(query: str) -> bool:
    """Whether its letters or its stop words tell that the query is in another language than English.

    A question in English may have names such as `Gödel`: two words with such letters tell if none tells English.
    """
    if is_in_other_letters(query):
        return True
    words = WORD.findall(fold(query))
    if languages_of_stop_words(words, STOP_WORDS):
        return True
    if query.isascii():
        return False
    found = {word for word in WORD.findall(normal_form("NFC", query)) if _BEYOND_ENGLISH.search(word)}
    return len(found) >= _LEAST and in_no_other_language(STOP_WORDS).isdisjoint(words)


def languages_of_script(text: str) -> tuple[str, ...]:
    """The codes of all languages with the script of the text, other than the Latin one."""
    found = _languages_of_letters(text)
    return max((codes for codes, _ in _LETTERS if found and found[0] in codes), key=len, default=())


def _languages_of_letters(text: str) -> tuple[str, ...]:
    return next((codes for codes, letters in _LETTERS if letters.search(text)), ())
