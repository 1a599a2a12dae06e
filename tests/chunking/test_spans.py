from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.chunking.spans import words, words_backwards

_TEXTS = st.lists(st.sampled_from(["a", "bc ", "\n", " ", "ü ", "x" * 300, "y" * 900 + " ", "1.5\t", " "])).map("".join)


@settings(derandomize=True, database=None, deadline=None)
@given(_TEXTS, st.integers(0, 50), st.integers(0, 50))
def test_words_backwards_are_the_words_in_reverse(text: str, skipped: int, cut: int) -> None:
    start, end = min(skipped, len(text)), max(min(skipped, len(text)), len(text) - cut)
    assert list(words_backwards(text, start, end)) == list(words(text, start, end))[::-1]
