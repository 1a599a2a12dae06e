"""Lines are numbered as an editor numbers them."""

from __future__ import annotations

from itertools import combinations_with_replacement

from dowse.model.line_numbers import line_of, lines, lines_of

_TEXT = "\r\na\rb\n\r\r\n\nc\r\n\r\nd"


def test_the_line_at_an_offset_is_the_number_of_lines_up_to_it() -> None:
    for at in range(len(_TEXT)):
        before = _TEXT[: at - 1] if _TEXT[at - 1 : at + 1] == "\r\n" else _TEXT[:at]
        assert line_of(_TEXT, at) == len(lines(f"{before}x"))


def test_the_lines_at_two_offsets_are_those_at_each() -> None:
    for start, end in combinations_with_replacement(range(len(_TEXT)), 2):
        assert lines_of(_TEXT, start, end) == (line_of(_TEXT, start), line_of(_TEXT, end))
