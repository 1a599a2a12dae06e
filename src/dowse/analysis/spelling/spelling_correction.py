"""Spelling correction: the term of an index that is closest to a word which the index does not have, or hardly has.

The index lists terms by their first letters, since it finds a range of terms without reading the others.  So an error
in the first letter is corrected only if that letter is exchanged with the second one, is one too many, or is typed for
another letter, as t for þ; errors in the letters behind it are corrected wherever they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from ...model.correction import Correction
from ...model.lazy_pattern import lazy_pattern
from ..folding import UNSPACED, fold
from ..languages.stopwords import STOP_WORDS
from ..term_matching import TermMatcher
from ..tokens import stem
from .compound_words import LONGEST_TEXT, divided_compound, ending_compound, in_case_of, open_compound
from .keyboard_layout import retyped
from .spelling_variants import other_spelling
from .term_lines import TermLines, all_terms, beginnings_of, possibly_similar
from .transliteration import CYRILLIC, latin_letters
from .word_forms import (
    Languages,
    TextsOfTerm,
    are_of_other_languages,
    is_form_of,
    is_other_ending,
    other_form,
)

_SHORTEST = 4  # letters of a correction, and of a word that has one; most words of three are one edit apart
_LONGEST = 40  # letters
_SHORTEST_SIMILAR = 5  # letters of a transliteration that may differ from a word of the texts
_SHORT = 6  # letters of a word up to which a correction has one edit, and two beyond
# Letters of a word from which a correction with two edits may be longer or shorter, by how many at most.
_DIFFERENT_LENGTHS = ((12, 2), (8, 1))
MOST_RARE = 5  # documents that contain a rare word
# How many times as many documents contain the correction of a rare word, by the letters of that at least.
_LEAST_RATIOS = ((8, 20), (6, 100), (_SHORTEST, 300))
_LEAST_STEM = 4  # letters of a stem with which a word begins
_MOST_ENDING = 9  # letters behind the stem of an identifier, with an error
_MOST_TERMS = 2  # whose words are compared
# Endings that Porter's stemmer removes behind a stem of enough letters, which an error in it may leave too short, the
# longest first: `refrence` keeps the one that `reference` loses.
_ENDINGS = (
    "ization", "ational", "fulness", "ousness", "iveness", "ically", "ations", "ation", "ences", "ances", "ently",
    "ition", "ement", "ments", "ence", "ance", "able", "ible", "ment", "tion", "ness", "ally", "ity", "ion", "ing",
    "ate",
)  # fmt: skip
# By the script of a word, as its first letter and the one behind its last: the second letters of seven words in ten.
_SECOND_LETTERS = (
    ("a", "\u0250", "aehiloruy"),  # and of nearly all in which it is misspelt
    ("\u0370", "\u0400", "αειλνοπρυ"),
    ("\u0400", "\u0530", "аеилорсту"),
    ("\u0590", "\u0600", "אהוילמנקרשת"),
    ("\u0600", "\u0700", "اتحرسعلمنوي"),
)
# Letters that folding leaves as they are, by the letters that are typed for them.
_TYPED_FOR = {"t": "þ"}
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ø": "oe", "ü": "ue", "å": "aa"})  # on a keyboard without them
# A name with one number, of three letters and more before it and behind it.  Ids and hashes have other forms, but for
# few, and those of a number at the end: a correction has the same digits.
_NAME_WITH_NUMBER = lazy_pattern(r"(?=.{8,40}\Z)[^\W\d_]{3}[^\W\d]*+\d{1,3}(?:[^\W\d]{3,})?")
_HEXADECIMAL = lazy_pattern(r"(?i)[\da-f]+")
_NUMBER = lazy_pattern(r"\d+")


class _SimilarTerm(NamedTuple):
    """A term of an index, and how it compares to a word. The smallest one is the best."""

    distance: int
    rareness: int  # the number of documents that contain the term, negated
    term: str


def correction(word: str, terms: TermLines, texts: TextsOfTerm, languages: Languages) -> Correction | None:
    """Another form of the word in the texts (see `word_forms`), with the distance 0, or else the closest word.

    If that form is neither the other spelling nor the beginning of the word, nor the word the beginning of the form, a
    word at a distance of 1 that is no form comes before it: of `registos` *registros* and not *register*.  A word of
    another script and the words of a compound come before a word at a distance of 2.
    """
    typed = fold(word)
    if not is_correctable(word):
        return _closest(word, typed, terms, texts) if _is_name_with_number(word) else None
    form = other_form(word, terms, texts, languages)
    if len(typed) < _SHORTEST or (form and (form.word == other_spelling(typed) or is_other_ending(form.word, typed))):
        return form
    closest = _closest(word, typed, terms, texts)
    if not (form or (closest and closest.distance == 1)):
        other = _in_another_script(word, typed, terms, texts)
        compound = None if other else divided_compound(word, languages().all, terms, texts)
        closest = other or compound or ending_compound(word, languages().all, terms, texts) or closest
    is_form = closest is None or closest.distance > 1 or is_form_of(closest.word, typed, languages().all)
    return form if form and is_form else closest


def _in_another_script(word: str, typed: str, terms: TermLines, texts: TextsOfTerm) -> Correction | None:
    """The word of the texts that the same keys write with another keyboard layout, or that a word in Cyrillic letters
    transliterates; of a longer transliteration also one at a distance of 1: `docker` for `докер`.
    """
    latin = latin_letters(typed) if CYRILLIC.search(typed) else ""
    forms = (*filter(str.isalpha, retyped(word.lower())), latin.replace("ks", "x"), latin)
    for form in dict.fromkeys(form for form in forms if len(form) >= _SHORTEST):
        for _, lines in terms((term := stem(fold(form)),)):
            for _, documents in beginnings_of(term, lines, len(term)):
                return Correction(in_case_of(word, form), 1, documents)
    similar = _closest(latin, latin, terms, texts) if len(latin) >= _SHORTEST_SIMILAR else None
    return similar if similar and similar.distance == 1 and " " not in similar.word else None


def _closest(word: str, typed: str, terms: TermLines, texts: TextsOfTerm) -> Correction | None:
    """The word with the smallest distance; of several, the one whose stem most documents contain.

    The distance is at most 1 for a word of up to six letters, and at most 2 for a longer one.  With two edits the first
    letter is the same, and the words differ in length by one at most, words of seven letters not at all and those of
    twelve by two, so that fewer words that are right but in no document have a correction.  Terms are stems, and many
    words have similar stems (`effective` and `effort`), so the words of the best terms in the texts are compared.  A
    word whose ending is misspelt is close to a word of the stem with which it begins: `deploymnet` to `deployment`, of
    the stem `deploy`.
    A correction that is a misspelt word itself is replaced by the correction of that word, or dropped if that is too
    far.  A word without a similar one may be the beginning of another: `fushi` of `fushimi`.
    """
    most = 1 if len(typed) <= _SHORT else 2
    best: Correction | None = None
    longer = next((difference for letters, difference in _DIFFERENT_LENGTHS if len(typed) >= letters), 0)
    number = _NUMBER.findall(typed)
    for term, documents in _candidates(typed, stem(word), terms, most):
        edits, form = _closest_form(typed, term, texts, most)
        unlike = abs(len(form) - len(typed)) > longer and not _has_ending(form, term, typed)
        is_close = edits == 1 or (edits <= most and form[0].casefold() == typed[0] and not unlike)
        is_other = bool(number) and _NUMBER.findall(form) != number
        if is_close and not is_other and _is_correction(form) and (best is None or edits < best.distance):
            best = Correction(in_case_of(word, form), edits, documents)
        if best and best.distance == 1:
            break
    if best and (frequent := correction_of_rare(best.word, best.documents, terms, texts)):
        edits = distance(typed, fold(frequent.word), most)
        return (
            frequent._replace(word=in_case_of(word, frequent.word), distance=edits, typed=0) if edits <= most else None
        )
    if best or number:
        return best
    apart = None if _is_identifier(typed) else open_compound(word, terms, texts)
    return apart or _completed(word, typed, terms, texts)


def _has_ending(form: str, term: str, typed: str) -> bool:
    """Whether the form is the term with an ending, and the term is one edit from the typed word: `fatcura` is no form
    of `facturas`, but one of `factura`.
    """
    return fold(form).startswith(term) and distance(typed, term, 1) == 1


def _is_identifier(typed: str) -> bool:
    return "_" in typed.strip("_")


def _completed(word: str, typed: str, terms: TermLines, texts: TextsOfTerm) -> Correction | None:
    """The word that begins with this one, of the term that most documents contain; of equal ones the shorter."""
    longer = [each for _, lines in terms((typed,)) for each in all_terms(lines) if is_correctable(each[0])]
    for term, documents in sorted(longer, key=lambda each: (-each[1], len(each[0]), each[0]))[:_MOST_TERMS]:
        matcher = TermMatcher(stems=(term,))
        for text in texts(term):
            matched = matcher.matched_words(text, min(len(text), LONGEST_TEXT))
            written = {each.strip("_") for each in matched}
            if forms := [each for each in written if fold(each).startswith(typed) and _is_correction(each)]:
                form = min(forms, key=lambda each: (len(each), each))
                return Correction(in_case_of(word, form), max(2, len(form) - len(typed)), documents)
    return None


def form_of_rare(
    word: str, documents: int, terms: TermLines, texts: TextsOfTerm, languages: Languages
) -> Correction | None:
    """Another form of a word that few documents contain, if more contain that: the word with or without an ending."""
    if not is_correctable(word) or documents > MOST_RARE:
        return None
    form = other_form(word, terms, texts, languages)
    is_found = form is not None and form.documents > documents and is_other_ending(form.word, fold(word))
    return form._replace(typed=documents) if form and is_found else None


def correction_of_rare(word: str, documents: int, terms: TermLines, texts: TextsOfTerm) -> Correction | None:
    """The word at a distance of 1 that so many more documents contain that the word, which few contain, is misspelt.

    Both begin with the same letter: of right words those with another first letter (`wink` and `link`) are the most.
    A word of a text in another language than those with the frequent one is right.
    """
    typed = fold(word)
    if not is_correctable(word) or len(typed) < _SHORTEST or documents > MOST_RARE:
        return None

    def of_same_letter(prefixes: Collection[str]) -> Iterable[tuple[str, str]]:
        return terms([prefix for prefix in prefixes if prefix.startswith(typed[0])])

    least = documents_with_correction(word, documents)
    for found in _similar_terms(typed, stem(word), of_same_letter, 1, least)[:_MOST_TERMS]:
        edits, form = _closest_form(typed, found.term, texts, 1)
        if edits == 1 and _is_correction(form) and form[0].casefold() == typed[0]:
            if are_of_other_languages(stem(word), found.term, texts):
                continue
            return Correction(in_case_of(word, form), 1, -found.rareness, documents)
    return None


def documents_with_correction(rare: str, documents: int) -> int:
    """How many documents contain the correction of a word that so many contain, at least."""
    return documents * next((ratio for letters, ratio in _LEAST_RATIOS if len(rare) >= letters), _LEAST_RATIOS[-1][1])


def _is_correction(form: str) -> bool:
    """Whether a word of the texts may be meant by another one: it is neither short nor a stop word."""
    return len(form) >= _SHORTEST and form.casefold() not in STOP_WORDS


def _candidates(typed: str, stemmed: str, terms: TermLines, most: int) -> Iterator[tuple[str, int]]:
    """The best similar terms, and then the longest stems with which the word begins, with their documents.

    A stem of the first words of an identifier such as `parse_arguments` is no use: the whole is a term, too.
    """
    for found in _similar_terms(typed, stemmed, terms, most)[:_MOST_TERMS]:
        yield found.term, -found.rareness
    shortest = max(_LEAST_STEM, len(typed) - _MOST_ENDING) if _is_identifier(typed) else _LEAST_STEM
    for _, lines in terms((typed[:shortest],)):
        yield from [*beginnings_of(typed, lines, shortest)][: -_MOST_TERMS - 1 : -1]
    for form in _without_ending(typed):
        for found in _similar_terms(form, form, terms, 1)[:_MOST_TERMS]:
            yield found.term, -found.rareness


def _without_ending(typed: str) -> Iterator[str]:
    """The word without each of its endings that leaves a stem, the longest ending first."""
    for ending in _ENDINGS:
        form = typed.removesuffix(ending)
        if form != typed and len(form) >= _LEAST_STEM:
            yield form


def is_correctable(word: str) -> bool:
    """Whether the word may be misspelt: it has letters alone, of a script with spaces between words."""
    letters = word.replace("_", "")
    return letters.isalpha() and 2 < len(word) <= _LONGEST and not UNSPACED.search(word)


def _is_name_with_number(word: str) -> bool:
    """Whether the word is a name with a number, such as `OAuth2PasswordBearer`."""
    return not word.isalpha() and _NAME_WITH_NUMBER.fullmatch(word) is not None and not _HEXADECIMAL.fullmatch(word)


def _similar_terms(typed: str, stemmed: str, terms: TermLines, most: int, least: int = 1) -> list[_SimilarTerm]:
    """The terms at a distance of at most `most` from the word or from its stem, the best first.

    At least `least` documents contain each.
    """
    forms = {typed: frozenset(typed), stemmed: frozenset(stemmed)}
    letters = frozenset(typed + stemmed)
    shortest, longest = max(_SHORTEST - 1, min(map(len, forms)) - most), len(typed) + most
    similar: set[_SimilarTerm] = set()
    for prefixes in _prefixes_of(typed, stemmed):
        for term, documents in possibly_similar(forms, terms(_without_longer(prefixes)), most):
            if not shortest <= len(term) <= longest or documents < least:
                continue
            # An edit adds one letter at most, and removes one: few terms are left to compare.
            if len(own := letters.intersection(term)) + most < len(set(term)) or term in STOP_WORDS:
                continue
            near = [form for form, its in forms.items() if len(its - own) <= most]
            edits = min((distance(form, term, most) for form in near), default=most + 1)
            if edits <= most:
                similar.add(_SimilarTerm(edits, -documents, term))
        if any(each.distance == 1 and -each.rareness > MOST_RARE for each in similar):
            break
    return sorted(similar)


def _prefixes_of(typed: str, stemmed: str) -> Iterator[set[str]]:
    """The first letters of terms at a small distance from the word or from its stem.

    The stem of an Arabic word begins behind the article, of most others it is the beginning of the word.
    """
    if typed.startswith(stemmed[:_SHORTEST]) or len(stemmed) < _SHORTEST - 1:
        return _prefixes(typed)
    return map(set.union, _prefixes(typed), _prefixes(stemmed))


def _prefixes(word: str) -> Iterator[set[str]]:
    """The first letters of terms at a small distance: first for the errors that are frequent, then for the others.

    An error in the third letter leaves the first two, an error in the second one the first and the third or, if a
    letter is missing, the first and the former second as the third.  `tor` may be meant for `þor`.
    """
    first, second, third, fourth = (*word, "")[:4]
    yield {
        first + second + third,
        first + second + (fourth or third),  # the third and the fourth exchanged, or the third too many
        first + third + fourth,  # the second too many
        second + third + fourth,  # the first too many
        first + third + second,  # the second and the third exchanged
        second + first + third,
    }
    others = {letter + second for letter in _TYPED_FOR.get(first, "")}
    others |= {first + letter for letter in _TYPED_FOR.get(second, "")}
    seconds = next((letters for start, end, letters in _SECOND_LETTERS if start <= first < end), "")
    yield {first + second, *others, *(first + letter + rest for letter in seconds for rest in (second, third))}


def _without_longer(prefixes: Collection[str]) -> list[str]:
    """The prefixes in their order, without those that begin with another one."""
    needed: list[str] = []
    for prefix in sorted(prefixes):
        if not (needed and prefix.startswith(needed[-1])):
            needed.append(prefix)
    return needed


def distance(word: str, other: str, most: int) -> int:
    """The edits from one word to the other, at most `most` + 1; exchanged neighbours are one edit.

    Damerau, Communications of the ACM 7(3), 1964, and Levenshtein 1966; no letter is edited twice.  It tries each edit
    of the first letter that differs, which for one or two edits takes less time than a table of all letters.
    """
    word, other = _without_same_ends(word, other)
    if not word or not other:
        return min(len(word) + len(other), most + 1)
    if most == 0 or abs(len(word) - len(other)) > most:
        return most + 1
    edited = [(word[1:], other[1:]), (word[1:], other), (word, other[1:])]
    if word[:2] == other[1::-1]:
        edited.append((word[2:], other[2:]))
    return 1 + min(distance(*each, most - 1) for each in edited)


def _without_same_ends(word: str, other: str) -> tuple[str, str]:
    """The words without the letters that both begin with, and without those that both then end with."""
    start, most = 0, min(len(word), len(other))
    while start < most and word[start] == other[start]:
        start += 1
    end, most = 0, most - start
    while end < most and word[-1 - end] == other[-1 - end]:
        end += 1
    return word[start : len(word) - end], other[start : len(other) - end]


def _closest_form(typed: str, term: str, texts: TextsOfTerm, most: int) -> tuple[int, str]:
    """The smallest distance of a word with that term in the texts, and the word; the first one at a distance of 1.

    A word whose umlauts are spelled out, as in `Hoehe` for `Höhe`, comes before others, such as `hohe`.
    A distance above `most`, with any word, if no word of the texts is as close.
    """
    may_be_spelled_out = any(pair in typed for pair in _SPELLED_OUT.values())
    lengths = range(len(typed) - most, len(typed) + most + 1)
    matcher, best, seen = TermMatcher(stems=(term,), lengths=lengths), (len(typed) + len(term), term), set[str]()
    for text in texts(term):
        for matched in matcher.matched_words(text, min(len(text), LONGEST_TEXT)):
            form = matched.strip("_")  # signs of emphasis
            if form not in seen:
                seen.add(form)
                if may_be_spelled_out and fold(form.lower().translate(_SPELLED_OUT)) == typed:
                    return 1, form
                best = min(best, (distance(typed, fold(form), most), form), key=lambda each: each[0])
            if best[0] == 1 and not may_be_spelled_out:
                return best
    return best
