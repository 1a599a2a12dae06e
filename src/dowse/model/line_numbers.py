"""Lines of a text, numbered as an editor numbers them."""

from __future__ import annotations

import re

_LINE_END = re.compile(r"\r\n|\n|\r")


def line_of(text: str, at: int) -> int:
    """The 1-based number of the line at the offset."""
    return _line_ends(text, 0, _outside_of_end(text, at)) + 1


def lines_of(text: str, start: int, end: int) -> tuple[int, int]:
    """The 1-based numbers of the lines at two offsets, of which the first is before the second or equal to it."""
    at = _outside_of_end(text, start)
    first = _line_ends(text, 0, at) + 1
    return first, first + _line_ends(text, at, _outside_of_end(text, end))


def _outside_of_end(text: str, at: int) -> int:
    """The offset, or the one before a line end of two characters: its \n ends no second line."""
    return at - 1 if at and text[at - 1 : at + 1] == "\r\n" else at


def _line_ends(text: str, start: int, end: int) -> int:
    ends = text.count("\n", start, end)
    if text.find("\r", start, end) >= 0:
        ends += text.count("\r", start, end) - text.count("\r\n", start, end)
    return ends


def lines(text: str) -> list[str]:
    """The lines without their ends; a line end at the very end begins no further line."""
    found = _LINE_END.split(text)
    return found[:-1] if found and not found[-1] else found
