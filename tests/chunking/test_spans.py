from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.chunking import spans
from dowse.chunking.spans import longest_piece, paragraph_ends, sentence_ends, words, words_backwards

_TEXTS = st.lists(st.sampled_from(["a", "bc ", "\n", " ", "ü ", "x" * 300, "y" * 900 + " ", "1.5\t", " "])).map("".join)


@settings(derandomize=True, database=None, deadline=None)
@given(_TEXTS, st.integers(0, 50), st.integers(0, 50))
def test_words_backwards_are_the_words_in_reverse(text: str, skipped: int, cut: int) -> None:
    start, end = min(skipped, len(text)), max(min(skipped, len(text)), len(text) - cut)
    assert list(words_backwards(text, start, end)) == list(words(text, start, end))[::-1]


@pytest.mark.parametrize("text", ["", "\n", "a", "a\n", "a\n\n- b \r\n c", '\na, "b"\n'])
@pytest.mark.parametrize("cut", [0, 1])
def test_lines_of_a_long_text_without_stops_are_its_sentences(
    monkeypatch: pytest.MonkeyPatch, text: str, cut: int
) -> None:
    bounds = min(cut, len(text)), len(text)
    one_by_one = list(sentence_ends(text, *bounds))
    monkeypatch.setattr(spans, "_LONG", 0)
    monkeypatch.setattr(spans, "_SENTENCE_END", None)
    assert list(sentence_ends(text, *bounds)) == one_by_one


@pytest.mark.parametrize("text", ["", "a\nb", "a\n\nb", "a\n \nb\n\t\n", "\n\r\na"])
def test_paragraphs_of_a_long_text_are_those_of_any_text(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    one_by_one = list(paragraph_ends(text, 0, len(text)))
    monkeypatch.setattr(spans, "_LONG", 0)
    assert list(paragraph_ends(text, 0, len(text))) == one_by_one


def test_the_longest_piece_is_found_among_all() -> None:
    assert longest_piece(5, [7, 8, 12, 13]) == 4
