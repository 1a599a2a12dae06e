"""A compound that no document contains, divided into words that documents contain: `Gartenhaus`, `payday`.

German and its neighbours, Finnish and Hungarian write a compound as one word and make new ones in any sentence.  Of the
divisions into two words, or else three, the best has the greatest geometric mean of document frequencies (Koehn and
Knight, “Empirical Methods for Compound Splitting”, EACL 2003, who compare all divisions).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from string import ascii_lowercase

from ...model.correction import Correction
from ..folding import fold
from ..languages.stopwords import STOP_WORDS
from ..tokens import stem
from .inflection import forms_of
from .term_lines import Term, TermLines, beginning_with, beginnings_of, containing
from .word_forms import TextsOfTerm, written_forms

# By language, what may stand between two words of a compound.
_LINKS = {
    "danish": ("s", "e"),
    "dutch": ("s", "en", "e"),
    "finnish": (),
    "german": ("s", "es", "n", "en", "er", "e"),
    "hungarian": (),
    "norwegian": ("s", "e"),
    "swedish": ("s",),
}
_SHORTEST_PART, _LONGEST = 4, 60  # letters of a part and of a compound
_SHORTEST_LAST = 5  # letters of the last word of a compound that is looked up by it
_LETTERS = 3  # of a term, by which its documents are looked up
_MOST_FORMS = 20  # of a term, as texts have them
_LEAST_APART = 3  # letters of each of two words that are typed as one
_PARTICLE = "up"  # a shorter word that often stands behind a verb, and makes one word with it: `setup`, `backup`
_MOST_SUFFIX = 4  # letters that a word of a text is longer than its stem
_MOST_TERMS = 2  # whose texts are compared
LONGEST_TEXT = 200_000  # characters in which the written form of a term is looked up

# The beginnings of terms in Latin letters: all of them, since what a compound ends with is in none of them.
_TWO_LETTERS = tuple(one + other for one in ascii_lowercase for other in ascii_lowercase)

# All terms are read, in some 4 ms, only if those of a sample have at most so many characters, a twentieth or so of all.
_SAMPLE, _MOST_SAMPLED = _TWO_LETTERS[:26], 20_000

_Division = tuple[str, ...]


def divided_compound(word: str, languages: Collection[str], terms: TermLines, texts: TextsOfTerm) -> Correction | None:
    """The words of the compound, as texts have them, with blanks between them; None if it has no such words."""
    chosen = [language for language in languages if language in _LINKS]
    typed = fold(word)
    if not (chosen and typed.isalpha() and 2 * _SHORTEST_PART <= len(typed) <= _LONGEST):
        return None
    ends = range(_SHORTEST_PART, len(typed) - _SHORTEST_PART + 1)
    known = {
        **_known_parts((typed[:end] for end in ends), chosen, terms),
        **_known_parts((typed[end:] for end in ends), chosen, terms, is_last=True),
    }
    divisions: list[_Division] = [
        (typed[:end], typed[end:]) for end in ends if typed[:end] in known and typed[end:] in known
    ]
    if not divisions:
        outer = [
            (a, b) for a in ends for b in ends if a + _SHORTEST_PART <= b and {typed[:a], typed[b:]} <= known.keys()
        ]
        known |= _known_parts((typed[a:b] for a, b in outer), chosen, terms)
        divisions = [(typed[:a], typed[a:b], typed[b:]) for a, b in outer if typed[a:b] in known]
    if not divisions:
        return None
    best = max(divisions, key=lambda each: prod(known[part][1] for part in each))
    listed = [_written(part, known[part][0], texts, is_capital=word[:1].isupper()) for part in best]
    written = " ".join(part.lower() if word.islower() and part.istitle() else part for part in listed)
    return Correction(written, 1, min(known[part][1] for part in best))


def ending_compound(word: str, languages: Collection[str], terms: TermLines, texts: TextsOfTerm) -> Correction | None:
    """The compound that ends with the word, as texts have it: `Altklausuren` for `Klausuren`.

    The last word of a compound is what it names.  Of several compounds the one in most documents, and of equal ones the
    shortest.  None in a vault of many words, all of which are compared.
    """
    typed = fold(word)
    endings = sorted({link for each in languages for link in _LINKS.get(each, ())}, key=len, reverse=True)
    if _LINKS.keys().isdisjoint(languages) or not (typed.isalpha() and _SHORTEST_LAST <= len(typed) <= _LONGEST):
        return None
    bare = next(
        (ending for ending in endings if typed.endswith(ending) and len(typed) - len(ending) >= _SHORTEST_LAST), ""
    )
    bases = [base for base in {typed.removesuffix(bare), stem(typed)} if len(base) >= _SHORTEST_LAST]
    is_ending = re.compile(rf"[^\W\d_]{{{_LETTERS},{_LONGEST}}}(?:{'|'.join(bases)})(?:{'|'.join(endings)})?").fullmatch
    if not bases or sum(len(lines) for _, lines in terms(_SAMPLE)) > _MOST_SAMPLED:
        return None
    held = {term for _, lines in terms(_TWO_LETTERS) for base in bases for term in containing(lines, base)}
    found = [term for term in held if is_ending(term[0])]
    for term, documents in sorted(found, key=lambda each: (-each[1], len(each[0]), each[0]))[:_MOST_TERMS]:
        if forms := set(islice(written_forms(term, texts), _MOST_FORMS)):
            best = min(forms, key=lambda form: (not fold(form).endswith(typed), form))
            return Correction(in_case_of(word, best), 1, documents)
    return None


def open_compound(word: str, terms: TermLines, texts: TextsOfTerm) -> Correction | None:
    """The word with a hyphen or a blank, if a text has it so: `sci-fi` for `scifi`, `Bram Adams` for `bramadams`.

    Behind two letters or more, and for a blank between two words of at least three letters or before *up*: `set up`.
    """
    typed = fold(word)
    for _, lines in terms((typed[:2],)):
        for term, documents in _first_terms(typed, lines)[: -_MOST_TERMS - 1 : -1]:
            cuts = range(len(term), min(len(term) + _MOST_SUFFIX, len(typed)))
            parts = [(typed[:at], typed[at:]) for at in cuts if _is_term(stem(typed[at:]), terms)]
            for whole in texts(term) if parts else ():
                text = whole[:LONGEST_TEXT]
                lower = text.lower()
                for one, other in parts:
                    is_apart = len(one) >= _LEAST_APART and (len(other) >= _LEAST_APART or other == _PARTICLE)
                    between = r"[-\s]" if is_apart else "-"
                    form = rf"(?i)(?<![\w-]){re.escape(one)}{between}{re.escape(other)}(?![\w-])"
                    if found := re.search(form, text) if one in lower and other in lower else None:
                        return Correction(in_case_of(word, " ".join(found[0].split())), 1, documents)
    return None


def in_case_of(word: str, form: str) -> str:
    """The form in lower case if the word is, unless a word of the form has capitals inside.

    `USB` has capitals inside, but not the two words of a heading in capitals, `SET UP`.
    """
    parts = form.split()
    is_plain = all(each.istitle() or each.islower() for each in parts) or (len(parts) > 1 and form.isupper())
    return form.lower() if word.islower() and is_plain else form


def _known_parts(
    parts: Iterable[str], languages: Sequence[str], terms: TermLines, *, is_last: bool = False
) -> Mapping[str, Term]:
    """Those of the parts of a compound that documents contain, in any form, each with its most frequent term."""
    spelt = {part: {own for language in languages for own in _without_link(part, language, is_last)} for part in parts}
    # A stem of three letters may end with another one: `gii` of `giyed`.
    begun = {
        form[:_LETTERS] for each in spelt.values() for own in each for form in (own, stem(own)) if len(form) >= _LETTERS
    }
    kept = dict(terms(tuple(begun)))

    def kept_terms(prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((prefix, beginning_with(kept[prefix[:_LETTERS]], prefix)) for prefix in prefixes)

    found = {
        part: [term for own in each for term in _terms_of(own, languages, kept_terms)] for part, each in spelt.items()
    }
    return {part: max(each, key=lambda term: (term[1], term[0])) for part, each in found.items() if each}


def _without_link(part: str, language: str, is_last: bool) -> Iterator[str]:
    """The part as it is, and another part than the last one without a link at its end."""
    yield part
    for link in () if is_last else _LINKS[language]:
        if part.endswith(link) and len(part) - len(link) >= _SHORTEST_PART:
            yield part.removesuffix(link)


def _terms_of(word: str, languages: Sequence[str], terms: TermLines) -> Iterator[Term]:
    """The term of the word, or else those of its other forms, that the index has."""
    own = stem(word)
    if word in STOP_WORDS or len(own) < _LETTERS:
        return
    known = [term for _, lines in terms((own,)) for term in beginnings_of(own, lines, len(own))]
    yield from known or forms_of(word, languages, terms)


def _written(part: str, term: str, texts: TextsOfTerm, *, is_capital: bool) -> str:
    """A word of the term as a text has it, rather the part itself than another form."""
    forms = tuple(islice(written_forms(term, texts), _MOST_FORMS))
    return max(forms, key=lambda form: (part.startswith(fold(form)), form.istitle() == is_capital), default=part)


def _first_terms(typed: str, lines: str) -> Sequence[Term]:
    """The terms with which the word begins, the shortest first; `pai` is the stem of *pay*."""
    ends = [at for at, letter in enumerate(typed) if letter == "y" and at >= _LEAST_APART - 1]
    others = (each for at in ends for each in beginnings_of(f"{typed[:at]}i", lines, at + 1))
    return sorted((*beginnings_of(typed, lines, 2), *others), key=lambda each: len(each[0]))


def _is_term(term: str, terms: TermLines) -> bool:
    return any(True for _, lines in terms((term,)) for _ in beginnings_of(term, lines, len(term)))
