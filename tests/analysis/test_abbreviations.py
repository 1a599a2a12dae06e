"""Initials and abbreviations that stand for words of a query."""

from __future__ import annotations

from dowse.analysis.abbreviations import abbreviations


def test_initials_of_three_words_in_a_row_stand_for_these() -> None:
    listed = ["where", "is", "the", "least", "recently", "used", "page", "of", "a", "cache"]
    forms = abbreviations(listed, {"least", "recently", "used", "page", "cache"})
    assert forms == {
        "lru": ["least", "recently", "used"],
        "rup": ["recently", "used", "page"],
        "lrup": ["least", "recently", "used", "page"],
    }


def test_an_abbreviation_stands_for_its_word_and_for_its_plural() -> None:
    assert abbreviations(["messages", "in", "context"], {"messages", "context"}) == {
        "msg": ("messages",),
        "ctx": ("context",),
    }
