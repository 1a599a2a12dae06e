"""Comments: `<!-- … -->` of HTML and `%% … %%` of Obsidian, which a rendered page does not show.

A `%%` at the beginning of a line opens a comment up to the next `%%` on any line, and another one a comment that ends
in its paragraph.  A `%%` without an end is text, since a note is also read while its author types; so is one after a
digit, as in `100%%`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern
from .code_fences import FENCE, closing_fence, line_end

MARK = "%%"  # of Obsidian
LONGEST_COMMENT = 20_000  # characters; beyond that a `%%` or `<!--` counts as text where a part is shown
_HTML, _HTML_END = "<!--", "-->"
_OPENING = lazy_pattern(r"<!--|(?<![0-9])%%")
_MARK = lazy_pattern(r"(?<![0-9])%%")
_BLANK_LINE = lazy_pattern(r"\n[ \t>]*\r?\n")
_MARKERS = lazy_pattern(r"(?:[ \t>]|[-*+] |\d{1,9}[.)] )*")  # of the containers in which a line begins
_LONGEST_MARKERS = 200  # characters
_CLOSED = lazy_pattern(r"(?<![0-9])%%(?:[^%]|%(?!%))*+%%")


def comment_end(text: str, at: int, most: int) -> int:
    """The end of the comment with a mark at the offset and of at most so many characters; 0 without one."""
    opening = _OPENING.match(text, at)
    if not opening:
        return 0
    closing = _HTML_END if opening[0] == _HTML else MARK
    close = text.find(closing, opening.end(), at + most)
    if close < 0:
        return 0
    if closing == MARK and _BLANK_LINE.search(text, at, close):
        low = max(0, at - _LONGEST_MARKERS)
        line = text.rfind("\n", low, at) + 1 or low
        if not _MARKERS.fullmatch(text, line, at):
            return 0
    return close + len(closing)


def marks_in(line: str) -> int:
    """The number of marks that may open or close a comment of Obsidian."""
    return len(_MARK.findall(line)) if MARK in line else 0


def comments_in_line(line: str) -> list[Span]:
    """The comments of Obsidian in a text on one line."""
    return [found.span() for found in _CLOSED.finditer(line)] if MARK in line else []


def with_comments(text: str, codes: Iterable[Span], leaf: Span) -> list[Span]:
    """The code spans and the comments of a leaf, in order; of those that overlap only the first one."""
    is_possible = text.find(MARK, *leaf) >= 0 or text.find(_HTML, *leaf) >= 0  # in a fraction of the time
    if not is_possible or not _OPENING.search(text, *leaf):
        return list(codes)
    found: list[Span] = []
    unclosed = set[str]()
    done, end = leaf
    for code in (*codes, (end, end)):
        while code[0] >= done and (comment := _next_comment(text, (done, code[0]), end, unclosed)):
            found.append(comment)
            done = comment[1]
        if done <= code[0] < end:
            found.append(code)
            done = code[1]
    return found


def _next_comment(text: str, within: Span, end: int, unclosed: set[str]) -> Span | None:
    """The first comment that begins in the span and ends before `end`; `unclosed` keeps the marks without an end."""
    for opening in _OPENING.finditer(text, *within):
        mark = opening[0]
        if mark in unclosed:
            continue
        closing = _HTML_END if mark == _HTML else MARK
        close = text.find(closing, opening.end(), end)
        if close >= 0:
            return opening.start(), close + len(closing)
        unclosed.add(mark)
    return None


def open_comment(text: str, floor: int, at: int) -> Span | None:
    """The comment that begins before the offset and ends after it."""
    low = max(floor, at - LONGEST_COMMENT)
    first = text.rfind("<!--", low, at)
    if first >= 0 and text.find("-->", first, at) < 0:
        last = comment_end(text, first, LONGEST_COMMENT)
        return (first, last) if last else None
    done = floor
    while (first := text.find(MARK, done, at)) >= 0:
        fence = FENCE.search(text, done, first)
        if fence:
            close = closing_fence(text, fence[1], fence.end())
            done = line_end(text, close) if close >= 0 else at
            continue
        done = comment_end(text, first, LONGEST_COMMENT) or first + len(MARK)
        if done > at:
            return first, done
    return None
