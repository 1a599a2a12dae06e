"""The lines in which two versions of a text differ."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.line_difference import line_difference

_TEXTS = st.lists(st.text("ab\n", max_size=5), max_size=9).map("".join)


@settings(derandomize=True, database=None, deadline=None, max_examples=500)
@given(_TEXTS, _TEXTS, _TEXTS, _TEXTS)
def test_whole_lines_outside_of_the_difference_are_equal(above: str, one: str, other: str, below: str) -> None:
    before, after = above + one + below, above + other + below
    start, end_before, end_after = line_difference(before, after)
    assert before[:start] == after[:start]
    assert before[end_before:] == after[end_after:]
    assert start <= end_before <= len(before)
    assert start <= end_after <= len(after)
    assert start == 0 or before[start - 1] == "\n"
    for text, end in ((before, end_before), (after, end_after)):
        assert end == len(text) or end == start or text[end - 1] == "\n"


@pytest.mark.parametrize(
    ("before", "after", "differing"),
    [
        ("a\nb\nc\n", "a\nx\nc\n", ("b\n", "x\n")),
        ("a\nb\nc\n", "a\nc\n", ("b\n", "")),
        ("b\n", "a\nb\n", ("", "a\n")),
        ("b\n", "ab\n", ("b\n", "ab\n")),
        ("a\nb", "a\nb\nc", ("b", "b\nc")),
        ("", "a", ("", "a")),
    ],
)
def test_a_difference_has_the_changed_lines(before: str, after: str, differing: tuple[str, str]) -> None:
    start, end_before, end_after = line_difference(before, after)
    assert (before[start:end_before], after[start:end_after]) == differing
