"""Lines of a text, numbered as an editor numbers them."""

from __future__ import annotations

import re

_LINE_END = re.compile(r"\r\n|\n|\r")


def line_of(text: str, at: int) -> int:
    """The 1-based number of the line at the offset."""
    end = at - 1 if at and text[at - 1 : at + 1] == "\r\n" else at  # the \n ends no second line
    ends = text.count("\n", 0, end)
    if text.find("\r", 0, end) >= 0:
        ends += text.count("\r", 0, end) - text.count("\r\n", 0, end)
    return ends + 1


def lines(text: str) -> list[str]:
    """The lines without their ends; a line end at the very end begins no further line."""
    found = _LINE_END.split(text)
    return found[:-1] if found and not found[-1] else found
