"""The passages of a text as Obsidian searches them: lines, blocks, sections and tasks."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, get_args

from ..model.document import Span
from ..model.lazy_pattern import lazy_pattern

PassageKind = Literal["section", "block", "line", "task", "task-todo", "task-done"]
PASSAGE_KINDS: tuple[PassageKind, ...] = get_args(PassageKind)

# A line that ends a block: a blank line, the first line of a list item, or a code fence.
_EDGE = lazy_pattern(
    r"""^ (?: [ \t\r]* $
    | [ \t>]* (?: (?P<fence> `{3,} (?= [^`\n]* $ ) | ~{3,} ) | (?P<item> (?: [-*+] | \d{1,9}[.)] ) (?= [ \t] ) ) ) )
    """,
    re.MULTILINE | re.VERBOSE,
)
_TASK = lazy_pattern(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\n])\](?!\S)[ \t]*", re.MULTILINE)


def passages(kind: PassageKind, text: str, within: Span, sections: Sequence[int]) -> Iterator[Span]:
    """The passages of the kind inside a part of the text; `sections` are the offsets at which sections begin, sorted.

    A section extends to the next heading of any level.  A block is a paragraph, a list item or a code block; a list
    item ends where an item inside it begins.  The passage of a task is its text, without the list marker and the box.
    """
    match kind:
        case "section":
            yield from _sections(within, sections)
        case "block":
            yield from _blocks(text, within, sections)
        case "line":
            yield from _lines(text, within)
        case _:
            yield from _tasks(kind, text, within, sections)


def _sections(within: Span, sections: Sequence[int]) -> Iterator[Span]:
    start, end = within
    inside = sections[bisect_right(sections, start) : bisect_left(sections, end)]
    yield from pairwise((start, *inside, end))


def _lines(text: str, within: Span) -> Iterator[Span]:
    at, end = within
    while at < end:
        found = text.find("\n", at, end)
        until = end if found < 0 else found
        if until > at:
            yield at, until
        at = until + 1


def _blocks(text: str, within: Span, sections: Sequence[int]) -> Iterator[Span]:
    start, end = within
    bounds = {start, end, *_edges(text, within)}
    for heading in sections[bisect_left(sections, start) : bisect_left(sections, end)]:
        bounds.add(heading)
        if text.startswith("#", heading):  # a heading is a block of its own
            bounds.add(_line_end(text, heading, end))
    for first, last in pairwise(sorted(bounds)):
        if not text[first:last].isspace():
            yield first, last


def _edges(text: str, within: Span) -> Iterator[int]:
    """The offsets at which a block begins or ends; nothing inside a code block ends it."""
    _, end = within
    fence = ""
    for edge in _EDGE.finditer(text, *within):
        run = edge["fence"]
        if fence:
            if run and run.startswith(fence):
                fence = ""
                yield _line_end(text, edge.end(), end)
            continue
        yield edge.start()
        fence = run or ""
        if not (run or edge["item"]):
            yield edge.end()


def _line_end(text: str, at: int, end: int) -> int:
    found = text.find("\n", at, end)
    return end if found < 0 else found


def _tasks(kind: PassageKind, text: str, within: Span, sections: Sequence[int]) -> Iterator[Span]:
    """The status of an open task is a blank; every other character completes a task."""
    if not _TASK.search(text, *within):  # most notes have none, and blocks take five times as long
        return
    for first, last in _blocks(text, within, sections):
        task = _TASK.match(text, first, last)
        if task and (kind == "task" or (task[1] == " ") == (kind == "task-todo")):
            yield task.end(), last
