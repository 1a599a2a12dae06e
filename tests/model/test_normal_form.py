"""Normal forms of texts with long runs of marks."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dowse.model.normal_form import normal_form

_BELOW, _ABOVE = "\u0323", "\u0301"  # in the order in which they are sorted
_LETTERS = st.sampled_from(
    ["a", "é", "ש", "ก", "が", " ", "\u05b0", "\u05b1", "\u0e38", "\u0e48", _BELOW, _ABOVE, "“", "😀"]
)


@given(st.lists(_LETTERS, max_size=64).map("".join), st.sampled_from(["NFC", "NFKD"]))
def test_a_text_of_short_runs_has_unicodes_normal_form(text: str, form: str) -> None:
    several = f"{text} word. " * 5
    assert normal_form(form, several) == unicodedata.normalize(form, several)  # type: ignore[arg-type]


@pytest.mark.parametrize("prefix", ["", "x" * 63, "a word, " * 40])
def test_marks_of_a_long_run_are_sorted_64_by_64(prefix: str) -> None:
    run = (_ABOVE + _BELOW) * 64
    begun = len(prefix) + 1
    folded = normal_form("NFKD", f"{prefix}e{run} next")
    assert folded == f"{prefix}e{(_BELOW * 32 + _ABOVE * 32) * 2} next"
    assert sorted(folded[begun : begun + 64]) == sorted(run[:64])


def test_a_run_of_a_million_marks_is_read() -> None:
    run = "\u0e48\u0e38" * 500_000  # in an instant; sorted as a whole it takes an hour
    assert len(normal_form("NFC", f"ก{run}")) == 1_000_001
