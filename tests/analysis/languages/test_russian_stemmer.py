"""Which words of Russian and Ukrainian count as the same."""

from __future__ import annotations

import pytest

from dowse.analysis.folding import fold
from dowse.analysis.numbered_tokens import numbered_tokens
from dowse.analysis.term_matching import TermMatcher
from dowse.analysis.tokens import beginning, stem, tokens

STEMS = [
    ("плита", "плит"), ("плиты", "плит"), ("плите", "плит"), ("плиту", "плит"), ("плитой", "плит"), ("плитою", "плит"),
    ("плит", "плит"), ("плитам", "плит"), ("плитами", "плит"), ("плитах", "плит"), ("ПЛИТОЙ", "плит"),
    ("книгами", "книг"), ("дом", "дом"), ("домом", "дом"), ("домов", "дом"),
    ("музей", "муз"), ("музею", "муз"), ("музеем", "муз"), ("герой", "гер"), ("героев", "гер"), ("героями", "гер"),
    ("история", "истор"), ("истории", "истор"), ("историй", "истор"), ("историями", "истор"),
    ("часть", "част"), ("части", "част"), ("частью", "част"), ("частями", "част"), ("людьми", "люд"),
    ("конём", "кон"), ("конем", "кон"),
    ("новый", "нов"), ("новая", "нов"), ("новое", "нов"), ("нового", "нов"), ("новому", "нов"), ("новыми", "нов"),
    ("синий", "син"), ("синего", "син"), ("синюю", "син"),
    # a double n, a soft sign or и before the ending, or at the end
    ("длинная", "длин"), ("длинен", "длинен"), ("длинного", "длин"), ("тысячью", "тысяч"), ("судьба", "судьб"),
    ("судьями", "суд"), ("Анна", "анн"), ("Анн", "анн"), ("стипендии", "стипенд"), ("соловьи", "солов"),
    # of Ukrainian
    ("плитої", "плит"), ("ґанками", "ганк"), ("їжаками", "іжак"), ("залежність", "залежн"), ("залежності", "залежн"),
    ("залежністю", "залежн"), ("файлів", "фаил"), ("файли", "фаил"), ("інтеграція", "інтеграц"),
    ("інтеграцією", "інтеграц"), ("інтеграцій", "інтеграц"), ("змінної", "змін"), ("змінними", "змін"),
    ("користувачі", "користувач"), ("КОРИСТУВАЧІВ", "користувач"), ("її", "іі"), ("є", "є"),
    # too short for an ending
    ("дня", "дня"), ("или", "или"), ("её", "ее"), ("я", "я"),
    # other languages, and no words
    ("љубави", "љубави"), ("қалалар", "қалалар"),
    ("книгами2", "книгами2"), ("книгамиx", "книгамиx"),
]  # fmt: skip
TEXT = (
    "Новая ПЛИТА с длинными краями, Ёжиков и музей. плита2 Київ їжаками café running плитой_книгами Анна ѝ И ь Ь "
    "Ångström Straße λόγος нн НН Длинн конём Книгами\n"
)


@pytest.mark.parametrize(("word", "expected"), STEMS)
def test_a_word_has_the_stem(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(("word", "expected"), STEMS)
def test_a_word_is_marked_as_written(word: str, expected: str) -> None:
    text = f"{word}, x"
    assert [text[start:end] for start, end, _ in TermMatcher(stems=(expected,)).marks(text)] == [word]
    assert fold(word).startswith(beginning(expected))


def test_words_of_a_long_text_have_the_same_stems() -> None:
    assert numbered_tokens(TEXT * 400, ())[0] == tokens(TEXT) * 400
