"""British and American spellings of words, without an index."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from dowse.analysis.code.symbol_names import NamesByWord, words_of_name
from dowse.analysis.spelling.inflection import inflected_terms, inflected_words
from dowse.analysis.spelling.spelling_variants import other_spelling
from dowse.analysis.spelling.term_lines import lines_of
from dowse.analysis.spelling.word_forms import languages_of
from dowse.analysis.tokens import stem


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("colour", "color"),
        ("unfavourable", "unfavorable"),
        ("recolouring", "recoloring"),
        ("neighbours", "neighbors"),
        ("normalisation", "normalization"),
        ("serialising", "serializing"),
        ("optimiser", "optimizer"),
        ("analysed", "analyzed"),
        ("centre", "center"),
        ("metres", "meters"),
        ("catalogue", "catalog"),
        ("licences", "licenses"),
        ("greyscale", "grayscale"),
    ],
)
def test_a_word_has_its_other_spelling(british: str, american: str) -> None:
    assert other_spelling(british) == american
    assert other_spelling(american) == british


@pytest.mark.parametrize("word", ["size", "noise", "raise", "horror", "doctor", "parser", "visiting", "analysis", ""])
def test_most_words_have_one_spelling(word: str) -> None:
    assert not other_spelling(word)


def test_words_of_an_english_question_count_in_the_other_spelling_that_the_index_has() -> None:
    counted = {stem(each): 1 for each in ("color", "normalization", "the")}

    def terms(prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((prefix, lines_of(counted, prefix)) for prefix in prefixes)

    asked = inflected_words("where are the colours and behaviours of this", ("colours", "behaviours", "where"))
    assert asked.words == ("colours", "behaviours")
    assert inflected_terms(asked, lambda: languages_of(terms), terms) == {"colour": ("color",)}


def test_a_name_has_the_word_in_the_other_spelling() -> None:
    names = NamesByWord(words_of_name, by_stem=True)
    assert names.shares(["NodeColors", "NodeStyle"], {"colour", "node"}) == {"NodeColors": 1.0, "NodeStyle": 0.5}
