"""Which words of Arabic count as the same."""

from __future__ import annotations

import pytest

from dowse.analysis.folding import fold
from dowse.analysis.numbered_tokens import numbered_tokens
from dowse.analysis.term_matching import TermMatcher
from dowse.analysis.tokens import stem, tokens

STEMS = [
    ("سوق", "سوق"), ("السوق", "سوق"), ("والسوق", "سوق"), ("بالسوق", "سوق"), ("كالسوق", "سوق"), ("فالسوق", "سوق"),
    ("للسوق", "سوق"), ("وسوق", "سوق"), ("والكتاب", "كتاب"), ("كتابها", "كتاب"), ("الكتابان", "كتاب"),
    ("كتابات", "كتاب"), ("معلمون", "معلم"), ("المعلمين", "معلم"), ("سيارة", "سيار"), ("سياره", "سيار"),
    ("عربية", "عرب"), ("عربي", "عرب"), ("مستشفى", "مستشف"), ("مستشفي", "مستشف"), ("السُّوق", "سوق"),
    ("الأسواق", "اسواق"),
    # too short for one
    ("ولد", "ولد"), ("الم", "الم"), ("في", "في"), ("ها", "ها"),
    # other languages, and no words
    ("الپ", "الپ"), ("گاندان", "گاندان"), ("کتابها", "كتاب"), ("السوق2", "السوق2"),
]  # fmt: skip
TEXT = "ذهبت إلى السوق، والكتاب كتابها. كتاب٢ يک کتابها café running السوق_كتاب مستشفى Straße الپ\n"


@pytest.mark.parametrize(("word", "expected"), STEMS)
def test_a_word_has_the_stem(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(("word", "expected"), STEMS)
def test_a_word_is_marked_as_written(word: str, expected: str) -> None:
    text = f"{word}, x"
    assert [text[start:end] for start, end, _ in TermMatcher(stems=(expected,)).marks(text)] == [word]
    assert expected in fold(word)


def test_words_of_a_long_text_have_the_same_stems() -> None:
    assert numbered_tokens(TEXT * 400, ())[0] == tokens(TEXT) * 400
