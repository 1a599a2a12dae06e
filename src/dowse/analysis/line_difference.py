"""The lines in which two versions of a text differ: most lines of a saved file are those of the version before."""

from __future__ import annotations

from typing import NamedTuple


class LineDifference(NamedTuple):
    """Offsets of the lines between the equal ones at the beginning and at the end of two texts."""

    start: int
    end_before: int
    end_after: int


def line_difference(before: str, after: str) -> LineDifference:
    """Where the texts differ, in whole lines; all before `start` and all behind the ends is equal."""
    start = before.rfind("\n", 0, _equal_at_start(before, after)) + 1
    equal = _equal_at_end(before, after, min(len(before), len(after)) - start)
    end = len(before) - equal
    if not (_begins_line(before, end) and _begins_line(after, len(after) - equal)):
        newline = before.find("\n", end)
        end = len(before) if newline < 0 else newline + 1
    return LineDifference(start, end, end + len(after) - len(before))


def _equal_at_start(before: str, after: str) -> int:
    """The number of characters; each round compares half of the rest."""
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _equal_at_end(before: str, after: str, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if before[len(before) - middle : len(before) - low] == after[len(after) - middle : len(after) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _begins_line(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] == "\n"
