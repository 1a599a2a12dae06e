"""The terms of an index that are other forms of the words of a query: `haus` and `hauser`, `colour` and `color`.

The index has the stems of English, which leave most forms of a word of another language apart.  Its terms are compared
by the Snowball stemmer of that language when a query is in it, and counted as one term with that of the word. So are
both spellings of a word that the British and the Americans spell in two ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from ...model.inflected_words import NOT_INFLECTED, InflectedWords
from ..folding import fold
from ..languages.query_language import is_in_other_letters, languages_of
from ..languages.stop_words_by_language import all_stop_words
from ..languages.stopwords import STOP_WORDS
from ..tokens import Token, stem
from .spelling_variants import other_spelling, spelling_in_index
from .term_lines import Term, TermLines, matching
from .word_forms import IndexLanguages, own_stems

EqualPhrases = tuple[Token, ...]  # a phrase, or the terms of all forms of a word, which count as one

# By the code of a language, as PyStemmer names it.
_NAMES = {
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "sv": "swedish",
    "tr": "turkish",
}
_OF_ENGLISH = ("en",)  # is no language of an index
_SHORTEST = 4  # letters of a word that has other forms
_LEAST_SAME = 3  # letters with which all forms of a word begin
_MOST_CHANGED = 2  # letters at the end of a stem that the stem of another form may lack
_LEFT_OUT = "", "e"  # what the index may lack at the end of a form: `zertifik` of `Zertifikate`
_LONGEST_ENDING = 6  # letters behind a stem, as of `-lerden`; compounds have more


def inflected_words(text: str, words: Iterable[str]) -> InflectedWords:
    """Those of the words that may have other forms, and the languages that the text tells.

    In a text in capitals alone they may be in capitals.  None if it tells a language that has no forms; of English, of
    which the index has the stems, those with another spelling.
    """
    if is_in_other_letters(text):
        return NOT_INFLECTED
    told = languages_of(text)
    languages = tuple(_NAMES[code] for code in told if code in _NAMES)
    if told and not languages:
        if told != _OF_ENGLISH:
            return NOT_INFLECTED
        languages, words = _OF_ENGLISH, (word for word in words if other_spelling(fold(word)))
    is_in_capitals = text.replace("ß", "").isupper()  # which many keyboards lack as a capital
    listed = tuple(dict.fromkeys(word for word in words if _is_inflected(word.lower() if is_in_capitals else word)))
    return InflectedWords(listed, languages) if listed else NOT_INFLECTED


def _is_inflected(word: str) -> bool:
    """Whether the word has letters alone, of the Latin script, and no capital inside, as a name in code has."""
    folded = fold(word)
    return len(folded) >= _SHORTEST and folded.isascii() and folded.isalpha() and word[1:].islower()


def inflected_terms(
    asked: InflectedWords, languages: Callable[[], IndexLanguages], terms: TermLines
) -> Mapping[str, tuple[str, ...]]:
    """By the term of each word the terms of its other forms, in their order; words without any are left out."""
    if not asked.words:
        return {}
    known = languages()
    chosen = [each for each in asked.languages if each in known.all] if asked.languages else known.main
    found = dict[str, tuple[str, ...]]()
    for word in map(fold, asked.words):
        spelt = spelling_in_index(word, terms)
        forms = (*(forms_of(word, chosen, terms) if chosen else ()), *((spelt,) if spelt else ()))
        if forms:
            found[stem(word)] = tuple(dict.fromkeys(term for term, _ in forms))
    return found


def in_all_forms(phrases: Iterable[Token], others: Mapping[str, Sequence[str]]) -> tuple[EqualPhrases, ...]:
    """The phrases, a term with those that it has among the others."""
    return tuple(
        (phrase, *((term,) for term in others.get(phrase[0], ()))) if len(phrase) == 1 else (phrase,)
        for phrase in phrases
    )


def word_of(term: str) -> str:
    """A word with this term, which may have another one if it is a word itself: `diese` for `dies`."""
    return next((term + e for e in _LEFT_OUT if stem(term + e) == term), term)


def forms_of(word: str, languages: Iterable[str], terms: TermLines) -> tuple[Term, ...]:
    """The terms of the other forms of the folded word in these languages, in their order.

    Stop words are none: to the stemmer of Spanish `como`, as, is a form of `comida`, food.
    """
    own = stem(word)
    stems = {language: {*own_stems(word, language), *own_stems(own, language)} for language in languages}
    all_stems = set[str]().union(*stems.values())
    same = own[: max(_LEAST_SAME, min(map(len, all_stems)) - _MOST_CHANGED)]
    rest = max(map(len, all_stems)) - len(same) + _LONGEST_ENDING
    left_out = _stop_terms(frozenset(stems))
    in_index = {stem(each + e) for each in all_stems for e in _LEFT_OUT}
    listed = (
        term
        for _, lines in terms((same,))
        for term in matching(rf"{same}[^\W\d_]{{0,{rest}}}", lines)
        if term[0] != own and term[0] not in left_out
    )
    return tuple(
        term
        for term in listed
        if term[0] in in_index
        or any(
            not each.isdisjoint(own_stems(term[0] + e, language)) for language, each in stems.items() for e in _LEFT_OUT
        )
    )


@lru_cache(32)
def _stop_terms(languages: frozenset[str]) -> frozenset[str]:
    """The terms of the stop words of these languages and of English."""
    codes = (code for code, name in _NAMES.items() if name in languages)
    return STOP_WORDS.union(map(stem, all_stop_words(codes)))
