"""Another form of a word that no document contains: `Flüssigkeiten` for `Flüssigkeit`, `Säure` for `Saeure`.

The index has the stems of English.  Of a language in which a part of its documents is written, two words are forms of
one if the stemmer of that language makes them equal; the languages of an index are those of which it
has two frequent words.  The other form of a German word may have its umlauts typed as two letters, in any index.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import chain, product
from typing import NamedTuple

import Stemmer

from ...model.correction import Correction
from ...model.lazy_pattern import lazy_pattern
from ...model.normal_form import normal_form
from ..folding import fold
from ..languages.stopwords import STOP_WORDS
from ..term_matching import TermMatcher
from ..tokens import stem
from .spelling_variants import other_spelling, spelling_in_index
from .term_lines import Term, TermLines, beginnings_of, matching, same_letters

TextsOfTerm = Callable[[str], Iterable[str]]  # some texts that contain the term
Languages = Callable[[], "IndexLanguages"]  # those of the index, see `languages_of`

_Stemmer = Callable[[str], str]

# By language, as PyStemmer names it, frequent words of which no other of these languages has two.
_FREQUENT_WORDS = {
    "czech": ("jako", "jsou", "nebo", "není", "protože", "které"),
    "danish": ("ikke", "meget", "hvad", "noget", "gennem"),
    "dutch": ("een", "het", "niet", "voor"),
    "finnish": ("että", "mutta", "ovat", "kanssa", "myös"),
    "french": ("pour", "une", "dans", "avec"),
    "german": ("nicht", "und", "auf", "ist", "mit", "wir", "wird"),
    "hungarian": ("hogy", "egy", "vagy", "csak", "két"),
    "italian": ("che", "della", "sono", "degli"),
    "norwegian": ("ikke", "mye", "hva", "noe", "gjennom"),
    "polish": ("nie", "jest", "się", "oraz", "które", "może"),
    "portuguese": ("para", "uma", "muito", "isso", "fazer"),
    "romanian": ("pentru", "sunt", "este", "după", "această"),
    "spanish": ("por", "una", "muy", "hasta", "cuando", "tambien"),
    "swedish": ("att", "och", "inte", "mycket"),
    "turkish": ("için", "olarak", "daha", "bir", "değil"),
}
_GERMAN, _TURKISH = "german", "turkish"
_IN_ENGLISH = "the"
_OF_TEXTS = {**_FREQUENT_WORDS, "english": ("the", "and", "with", "this")}
_MOST_SAMPLED, _LONGEST_SAMPLE = 4, 10_000  # texts of a known language in which a term is, and their characters
_LEAST_SHARE = 0.05  # documents of a language that the index is said to have, as a share of those in English
_MAIN_SHARE = 0.5  # the same of a language in which queries are expected; code and its comments are in English
_LEAST_FREQUENT = 2  # of these words that an index in the language has
_SHORTEST, _SHORTEST_TYPED = 4, 3  # letters of a form that a text has, and of one in a query: `Züge` for `Zug`
_LEAST_SAME = 3  # letters with which both forms begin, but for umlauts and doubled vowels
_MOST_CHANGED = 2  # letters at the end of a stem that the stem of another form may lack
_MOST_ENDING = 3  # letters of each form behind those of both; `-keit` and `-mente` make another word
_LONGEST_REST = 9  # letters of a term behind the beginning by which it is looked for
_MOST_TERMS = 3  # whose words are compared
_LONGEST_TEXT = 200_000  # characters in which the written form of a term is looked up
_AS_TYPED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "ø": "oe", "å": "aa"})
_BEHIND_UMLAUT = lazy_pattern("(?<=[aou])e")
_SECOND_LETTER = lazy_pattern(r"(?<=[aou])e|([aeou])(?=\1)")  # of an umlaut, or of a vowel as in `boom`, `bomen`
_OTHER_ENDINGS = {  # which the stemmers do not know, or not without accents
    "czech": (lazy_pattern("(?<=...)(?:[ai]ch|[iu]m)$"), ""),  # `-ách`, `-ím`, `-ům`
    "french": (lazy_pattern("ees?$"), "e"),
    "german": (lazy_pattern("(?<=....)(?<!a)um$"), ""),  # `Kriterium`, `Kriterien`
    "polish": (lazy_pattern("(?<=...)ow$"), ""),  # `-ów`
    "portuguese": (lazy_pattern("ao$"), "oes"),
    "spanish": (lazy_pattern("z$"), "c"),  # `voz`, `voces`
}


def other_form(word: str, terms: TermLines, texts: TextsOfTerm, languages: Languages) -> Correction | None:
    """The form of the word, which has letters alone, that most documents contain, at a distance of 0."""
    typed = fold(word)
    if variant := _spelling_variant(typed, terms, texts):
        return variant
    found_in = languages().all
    if len(typed) < _SHORTEST_TYPED or not (found_in or _BEHIND_UMLAUT.search(typed)):
        return None
    for term, documents in _similar_terms(typed, found_in, terms)[:_MOST_TERMS]:
        forms = (form for form in written_forms(term, texts) if is_form_of(form, typed, found_in))
        if first := next(forms, ""):
            spelt = chain((first,), forms) if _BEHIND_UMLAUT.search(typed) else ()
            form = next((each for each in spelt if _as_typed(each) == typed), first)
            return Correction(form.lower() if word.islower() and form.istitle() else form, 0, documents)
    return None


class IndexLanguages(NamedTuple):
    """The languages of an index, other than English, whose stemmers are known."""

    all: tuple[str, ...]
    main: tuple[str, ...]  # those of half as many documents as English, at least


def languages_of(terms: TermLines) -> IndexLanguages:
    """The languages of the index."""
    asked = {stem(word): word for word in (_IN_ENGLISH, *chain.from_iterable(_FREQUENT_WORDS.values()))}
    counts = dict.fromkeys(asked.values(), 0)
    for term, lines in terms(tuple(asked)):
        counts[asked[term]] = sum(documents for _, documents in beginnings_of(term, lines, len(term)))
    documents = {
        language: sorted(counts[word] for word in frequent)[-_LEAST_FREQUENT]
        for language, frequent in _FREQUENT_WORDS.items()
    }

    def of_share(share: float) -> tuple[str, ...]:
        least = max(1.0, share * counts[_IN_ENGLISH])
        return tuple(language for language, number in documents.items() if number >= least)

    return IndexLanguages(of_share(_LEAST_SHARE), of_share(_MAIN_SHARE))


def are_of_other_languages(term: str, other: str, texts: TextsOfTerm) -> bool:
    """Whether the texts with the one term and those with the other have no language in common, as far as it is known:
    `Induktion` is no misspelt `Induction`.
    """
    own = _languages_of_texts(texts(term))
    its = _languages_of_texts(texts(other)) if own else frozenset()
    return bool(own) and bool(its) and own.isdisjoint(its)


def _languages_of_texts(texts: Iterable[str]) -> frozenset[str]:
    """The languages of the first texts that have two frequent words of one."""
    found = list[frozenset[str]]()
    for text in texts:
        has = frozenset(text[:_LONGEST_SAMPLE].lower().split())
        listed = frozenset(
            language for language, frequent in _OF_TEXTS.items() if len(has.intersection(frequent)) >= _LEAST_FREQUENT
        )
        if listed:
            found.append(listed)
        if len(found) == _MOST_SAMPLED:
            break
    return frozenset[str]().union(*found)


def is_other_ending(form: str, typed: str) -> bool:
    """Whether one of the two is the other with an ending, or equals it but for umlauts."""
    spellings = fold(form), _as_typed(form)
    return any(each.startswith(typed) or typed.startswith(each) for each in spellings)


def is_form_of(form: str, typed: str, languages: Collection[str]) -> bool:
    """Whether the form, as a text has it, is one of the typed word."""
    folded, as_typed = fold(form), _as_typed(form)
    if len(form) < _SHORTEST or folded in STOP_WORDS:
        return False
    if as_typed != folded and stem(as_typed) == stem(typed):
        return True
    pairs = [(typed, folded)]
    if _GERMAN in languages:
        pairs.append((_BEHIND_UMLAUT.sub("", typed), _BEHIND_UMLAUT.sub("", folded)))
    return any(_are_forms(*pair, language) for pair in pairs for language in languages)


def written_forms(term: str, texts: TextsOfTerm) -> Iterator[str]:
    """The words of the term in the texts, as written."""
    matcher = TermMatcher(stems=(term,))
    for text in texts(term):
        for word in matcher.matched_words(text, min(len(text), _LONGEST_TEXT)):
            yield word.strip("_")  # signs of emphasis


def _spelling_variant(typed: str, terms: TermLines, texts: TextsOfTerm) -> Correction | None:
    """The other spelling of the word, if the texts have a form of it: *organs* has the same stem as `organize`."""
    other, found = other_spelling(typed), spelling_in_index(typed, terms)
    beginning = other[: same_letters(typed, other) + 1]
    if found and any(fold(form).startswith(beginning) for form in written_forms(found[0], texts)):
        return Correction(other, 0, found[1])
    return None


def _similar_terms(typed: str, languages: Collection[str], terms: TermLines) -> list[Term]:
    """The terms whose words may be forms of the word, without its own, those that most documents contain first."""
    plain, own = _SECOND_LETTER.sub("", typed), stem(typed)
    stems = {each for form in (typed, stem(typed), plain, stem(plain)) for each in _stems(form, languages)}
    same = plain[: max(_LEAST_SAME, min(map(len, stems)) - _MOST_CHANGED)]
    # Atomic, or "aeaeae" would be compared with "aaaaaa" in any division into pairs and single letters.
    spelt = [_spellings(letter) for letter in same]
    prefixes = sorted({"".join(letters)[:_LEAST_SAME] for letters in product(*spelt[:_LEAST_SAME])})
    pattern = "".join(f"(?>{'|'.join(each)})" for each in spelt) + rf"[^\W\d_]{{0,{_LONGEST_REST}}}"
    listed = (term for _, lines in terms(prefixes) for term in matching(pattern, lines))
    similar = (
        term
        for term in listed
        if term[0] != own
        and any(not stems.isdisjoint(_stems(form, languages)) for form in {term[0], _SECOND_LETTER.sub("", term[0])})
    )
    return sorted(similar, key=lambda term: (-term[1], term[0]))


def _spellings(letter: str) -> tuple[str, ...]:
    """What another form may have in place of the letter: an umlaut that is typed as two, or a vowel written twice."""
    if letter == "e":
        return "ee", "e"
    return (f"{letter}{letter}", f"{letter}e", letter) if letter in "aou" else (letter,)


def _are_forms(word: str, other: str, language: str) -> bool:
    is_long = max(len(word), len(other)) - same_letters(word, other) > _MOST_ENDING
    return not is_long and not {*own_stems(word, language)}.isdisjoint(own_stems(other, language))


def _as_typed(form: str) -> str:
    """The form, folded, with umlauts as two letters."""
    return fold(normal_form("NFC", form).lower().translate(_AS_TYPED))


def _stems(word: str, languages: Iterable[str]) -> Iterator[str]:
    """The stems of the word in all languages, and those that the index has of them, which are as in English."""
    yield stem(word)
    for language in languages:
        for found in own_stems(word, language):
            # With a vowel behind it, too, with which the index takes more for an ending: `zertifik` of `Zertifikate`.
            yield from (found, stem(found), stem(f"{found}e"))


def own_stems(word: str, language: str) -> Iterator[str]:
    """The stems of the folded word in the language."""
    yield _stemmer(language)(word)
    if language in _OTHER_ENDINGS:
        ending, other = _OTHER_ENDINGS[language]
        changed = ending.sub(other, word)
        yield from (changed, _stemmer(language)(changed))
    elif language == _TURKISH:
        yield _stemmer(language)(_harmonized(word)).replace("ı", "i")


def _harmonized(word: str) -> str:
    """The folded word of Turkish, of which an `i` behind `a` was a dotless one: the stemmer knows `-ları` alone."""
    written, vowel = list[str](), ""
    for letter in word:
        own = "ı" if letter == "i" and vowel in {"a", "ı"} else letter
        written.append(own)
        if own in "aeıiou":
            vowel = own
    return "".join(written)


@cache
def _stemmer(language: str) -> _Stemmer:
    stemmer: _Stemmer = Stemmer.Stemmer(language, 0).stemWord
    return stemmer
