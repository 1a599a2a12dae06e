"""Lines of a text, numbered as an editor numbers them."""

from __future__ import annotations

import re

_LINE_END = re.compile(r"\r\n|\n|\r")


def line_of(text: str, at: int) -> int:
    """The 1-based number of the line at the offset."""
    head = text[: at - 1] if at and text[at - 1 : at + 1] == "\r\n" else text[:at]  # the \n ends no second line
    ends = head.count("\n") + (head.count("\r") - head.count("\r\n") if "\r" in head else 0)
    return ends + 1


def lines(text: str) -> list[str]:
    """The lines without their ends; a line end at the very end begins no further line."""
    found = _LINE_END.split(text)
    return found[:-1] if found and not found[-1] else found
