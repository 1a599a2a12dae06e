"""Other forms of a word, without an index."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice, product

import pytest

from dowse.analysis.spelling.term_lines import lines_of
from dowse.analysis.spelling.word_forms import languages_of, other_form
from dowse.analysis.tokens import stem

_GERMAN = {"und": 9, "nicht": 9}


def test_a_run_of_one_vowel_is_compared_in_one_division() -> None:
    """Letters that may be umlauts, and terms of hundreds of vowels, would be compared in 2^18 ways each."""
    endings = map("".join, islice(product("bcdfghklmn", repeat=3), 1_000))
    counted = {**_GERMAN, **{"a" * 60 + ending: 1 for ending in endings}}

    def terms(prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((prefix, lines_of(counted, prefix)) for prefix in prefixes)

    assert languages_of(terms).all == ("german",)
    assert other_form("ae" * 20, terms, lambda _: (), lambda: languages_of(terms)) is None


@pytest.mark.parametrize(
    ("frequent", "languages"),
    [
        (("muy", "cuando"), ("spanish",)),  # a small vault may lack the most frequent words
        (("muito", "isso"), ("portuguese",)),
        (("inte", "mycket"), ("swedish",)),
        (("hvad", "ikke"), ("danish",)),
        (("hva", "ikke"), ("norwegian",)),
        (("että", "mutta"), ("finnish",)),
        (("hogy", "egy"), ("hungarian",)),
        (("pentru", "este"), ("romanian",)),
        (("için", "bir"), ("turkish",)),
        (("ikke", "muy"), ()),
        (("este", "por", "una"), ("spanish",)),
    ],
)
def test_two_frequent_words_of_a_language_tell_that_texts_are_in_it(
    frequent: Collection[str], languages: Collection[str]
) -> None:
    counted = dict.fromkeys(map(stem, frequent), 1)

    def terms(prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((prefix, lines_of(counted, prefix)) for prefix in prefixes)

    assert languages_of(terms).all == languages


@pytest.mark.parametrize(
    ("frequent", "typed", "written"),
    [
        (("että", "mutta"), "huoneessa", "huoneet"),
        (("hogy", "egy"), "házak", "házban"),
        (("pentru", "este"), "fișierul", "fișiere"),
        (("için", "bir"), "dosyalar", "dosyada"),
    ],
)
def test_a_form_in_a_language_of_the_index_is_found(frequent: Collection[str], typed: str, written: str) -> None:
    counted = {**dict.fromkeys(map(stem, frequent), 3), stem(written): 2}

    def terms(prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((prefix, lines_of(counted, prefix)) for prefix in prefixes)

    found = other_form(typed, terms, lambda _: (f"x {written} y",), lambda: languages_of(terms))
    assert found is not None
    assert found.word == written
