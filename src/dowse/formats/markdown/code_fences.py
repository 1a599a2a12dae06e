"""The fences of code blocks: runs of backticks or tildes, each at the beginning of its line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern

FENCE = lazy_pattern(r"^(?:[ \t>]|[-*+] |\d{1,9}[.)] )*(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
_FENCE_LINE = lazy_pattern(r"(?:[ \t>]|[-*+] |\d{1,9}[.)] )*\Z")  # before the run of a fence
_QUOTED = lazy_pattern(r"^[ \t]*(?:> ?)+", re.MULTILINE)  # before a line of a quotation
_LONGEST_INDENT = 80  # characters before a sign of quotation
_LONGEST_LINE = 2_000  # characters of a line that are read for a fence or a table


def open_fence(text: str, floor: int, at: int) -> tuple[str, int] | None:
    """The run that opened the code block around the offset, and where it ends; None outside of code blocks."""
    open_run, info = "", 0
    for mark in ("```", "~~~"):
        found = text.find(mark, floor, at)
        while found >= 0:
            after = run_end(text, found)
            if begins_fence(text, found, after):
                if not open_run:
                    open_run, info = text[found:after], after
                elif text.startswith(open_run, found):
                    open_run = ""
            found = text.find(mark, after, at)
    return (open_run, info) if open_run else None


def closing_fence(text: str, run: str, at: int) -> int:
    """The offset of the run that closes a code block; -1 without one."""
    found = text.find(run, at)
    while found >= 0 and not begins_fence(text, found, run_end(text, found)):
        found = text.find(run, found + len(run))
    return found


def run_end(text: str, at: int) -> int:
    """The end of the run of the sign at the offset."""
    after = at
    while text.startswith(text[at], after):
        after += 1
    return after


def begins_fence(text: str, at: int, after: int) -> bool:
    """Whether the run between the offsets begins or ends a code block."""
    before = text[line_start(text, at) : at]
    return bool(_FENCE_LINE.match(before)) and (text[at] == "~" or "`" not in text[after : line_end(text, after)])


def line_start(text: str, at: int) -> int:
    """The start of the line; of a longer line, some place before the offset."""
    low = max(0, at - _LONGEST_LINE)
    return text.rfind("\n", low, at) + 1 or low


def line_end(text: str, at: int) -> int:
    """The end of the line; of a longer line, some place after the offset."""
    found = text.find("\n", at, at + _LONGEST_LINE)
    return found if found >= 0 else min(len(text), at + _LONGEST_LINE)


def quotation_marks(text: str, opening: int, start: int, end: int) -> Iterator[Span]:
    """The signs before lines of code in `text[start:end]` if the line that opens the block, at `opening`, has one."""
    if text[opening : opening + _LONGEST_INDENT].lstrip(" \t").startswith(">"):
        yield from (found.span() for found in _QUOTED.finditer(text, start, end))
