"""Which words of Greek and Hindi count as the same."""

from __future__ import annotations

import pytest

from dowse.analysis.folding import fold
from dowse.analysis.numbered_tokens import numbered_tokens
from dowse.analysis.term_matching import TermMatcher
from dowse.analysis.tokens import beginning, stem, tokens

STEMS = [
    ("άνεμος", "ανεμ"), ("ανέμου", "ανεμ"), ("άνεμοι", "ανεμ"), ("ΑΝΕΜΟΥΣ", "ανεμ"), ("πλάκα", "πλακ"),
    ("πλάκες", "πλακ"), ("πρωτάθλημα", "πρωταθλημ"), ("πρωταθλημάτων", "πρωταθλημ"),
    # a stem of one letter, one that is no beginning, and too short for an ending
    ("των", "των"), ("για", "για"), ("σκίτσα", "σκιτσα"), ("γ", "γ"), ("μm", "μm"),
    ("किताब", "किताब"), ("किताबें", "किताब"), ("किताबों", "किताब"), ("लड़का", "लड़क"), ("लड़के", "लड़क"), ("लड़कियों", "लड़क"),
    ("की", "की"), ("में", "में"),
    # a symbol before a word of English
    ("μservices", "μservic"), ("Δtimes", "δtime"), ("μservice", "μservic"), ("μcity", "μciti"),
    # other scripts, and parts of identifiers
    ("რუსთავი", "რუსთავი"), ("কলকাতা", "কলকাতা"),
]  # fmt: skip
TEXT = (
    "Οι ΑΝΕΜΟΙ των πρωταθλημάτων και για τα σκίτσα, άνεμος2 café running μs γ λόγος_λόγου "
    "μservices Δtimes किताबों की लड़कियां Köln ß\n"
)


@pytest.mark.parametrize(("word", "expected"), STEMS)
def test_a_word_has_the_stem(word: str, expected: str) -> None:
    assert stem(word) == fold(expected)


@pytest.mark.parametrize(("word", "expected"), STEMS)
def test_a_word_is_marked_as_written(word: str, expected: str) -> None:
    text = f"{word}, x"
    assert [text[start:end] for start, end, _ in TermMatcher(stems=(fold(expected),)).marks(text)] == [word]
    assert fold(word).startswith(beginning(fold(expected)))


def test_words_of_a_long_text_have_the_same_stems() -> None:
    assert numbered_tokens(TEXT * 400, ())[0] == tokens(TEXT) * 400
