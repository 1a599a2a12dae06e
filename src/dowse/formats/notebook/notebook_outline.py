"""The headings of Markdown cells in the script of a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ...model.document import following_units
from ..line_offsets import line_starts
from ..markdown.headings import heading_text

_COMMENT = re.compile(r"(?:#|//|--) (.*)")
_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_FENCE = re.compile(r"[ ]{0,3}(?:```|~~~)")
_MOST = 20_000  # headings, as of other documents


class NotebookHeading(NamedTuple):
    """A heading with its lines, those of its section and of the deeper ones in it."""

    title: str
    level: int  # 1 and the number of headings around
    line: int
    end_line: int


def notebook_headings(lines: Sequence[str]) -> list[NotebookHeading]:
    """The headings in order; a comment of a cell of code that looks like one is among them."""
    found: list[NotebookHeading] = []
    stated = list(islice(_stated(lines), _MOST))
    around: list[int] = []  # the numbers of `#` of the headings around
    starts = [*(line for line, *_ in stated), len(lines) + 1]
    following = following_units([marks for _, marks, _ in stated])
    for (line, marks, title), n in zip(stated, following, strict=True):
        while around and around[-1] >= marks:
            around.pop()
        around.append(marks)
        found.append(NotebookHeading(title, len(around), line, starts[n] - 1))
    return found


def notebook_anchors(text: str) -> Mapping[str, int]:
    """The anchors of the headings as Jupyter makes them, folded, with the offsets of their lines: `low-water`."""
    lines = text.split("\n")
    starts = line_starts(lines)
    titles = ((line, title.casefold().split()) for line, _, title in islice(_stated(lines), _MOST))
    return {"-".join(words): starts[line - 1] for line, words in titles}


def _stated(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    is_fenced = False
    for number, line in enumerate(lines, start=1):
        comment = _COMMENT.match(line)
        if comment is None:
            is_fenced = is_fenced and bool(line.strip()) and line[0] in "#/-"  # a fence ends with its cell
        elif _FENCE.match(comment[1]):
            is_fenced = not is_fenced
        elif not is_fenced and (heading := _HEADING.match(comment[1])):
            yield number, len(heading[1]), heading_text(heading[2].rstrip("# "))
