"""The stretches of printable lines of a text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.model.printable_lines import printable_stretches


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("plain\tlines\r\nhere", [("plain\tlines\r\nhere", True)]),
        ("a “b”", [("a “b”", False)]),
        ("plain\nit’s\nplain", [("plain\n", True), ("it’s\n", False), ("plain", True)]),
        ("it’s\nshort\nit’s\nplain", [("it’s\n", False), ("short\n", True), ("it’s\n", False), ("plain", True)]),
        ("it’s\nfew\nit’s\nplain", [("it’s\nfew\nit’s\n", False), ("plain", True)]),
        ("plain\n\x00\n", [("plain\n", True), ("\x00\n", False)]),
    ],
)
def test_a_line_with_another_character_is_no_printable_one(text: str, parts: list[tuple[str, bool]]) -> None:
    assert [(text[start:end], plain) for start, end, plain in printable_stretches(text, 5)] == parts


@settings(derandomize=True, database=None, deadline=None, max_examples=200)
@given(st.text("ab é\n\r\x00’"), st.integers(1, 9))
def test_the_stretches_are_the_whole_text_cut_at_ends_of_lines(text: str, least: int) -> None:
    found = list(printable_stretches(text, least))
    assert "".join(text[start:end] for start, end, _ in found) == text
    assert all(text[start - 1] == "\n" for start, *_ in found[1:])
    for start, end, is_printable in found:
        stretch = text[start:end]
        assert not is_printable or (end - start >= least and (stretch.isascii() and "\x00" not in stretch))
