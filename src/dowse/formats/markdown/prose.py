"""The text with spaces in place of code and markup; offsets stay."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern
from .comments import with_comments

_CODE_OR_COMMENT = lazy_pattern("`|<!--|%%")
_TICKS = lazy_pattern(r"`+")
_SPAN = lazy_pattern(r"`[^`]++`")
_TAG = lazy_pattern(r"</?[A-Za-z](?:[^<>\n]|\n(?![ \t]*\n))*+>")  # an HTML tag or an autolink


def blanked(text: str, spans: Iterable[Span], filler: str) -> str:
    """The text with each span overwritten by the filler; spans are in order and may overlap."""
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        if start >= done:
            pieces += (text[done:start], filler * (end - start))
            done = end
        elif end > done:
            pieces.append(filler * (end - done))
            done = end
    return "".join((*pieces, text[done:])) if done else text


def prose(text: str, code: Sequence[Span], leaves: Sequence[int]) -> str:
    """The text without the spans of code, and without code spans and comments inside the leaves.

    `leaves` are the offsets at which a paragraph or another leaf begins; no code span reaches the next.
    """
    # Line ends for whole lines, so that no match crosses them; backticks within a line, so that the next
    # character does not count as following a blank.
    text = blanked(text, code, "\n")
    if "`" not in text and "<" not in text and "%" not in text:  # in a tenth of the time of the expression
        return text
    inner: list[Span] = []
    found = _CODE_OR_COMMENT.search(text)
    while found:
        at = bisect_right(leaves, found.start())
        start = leaves[at - 1] if at else 0
        end = leaves[at] if at < len(leaves) else len(text)
        codes = [(begin, after) for begin, after, _ in code_spans(text, start, end)]
        inner += with_comments(text, codes, (start, end))
        found = _CODE_OR_COMMENT.search(text, end)
    return blanked(text, inner, "`")


def without_tags(text: str) -> str:
    """The prose without HTML tags and autolinks."""
    if "<" not in text:
        return text
    return blanked(text, (found.span() for found in _TAG.finditer(text)), "`")


def code_spans(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int, int]]:
    """Start, end and number of backticks of each code span: a run of backticks closed by an equal run."""
    if text.find("`", start, end) < 0:
        return []
    if text.find("``", start, end) < 0 and text.find("\\", start, end) < 0:  # as in most texts
        return [(*found.span(), 1) for found in _SPAN.finditer(text, start, len(text) if end is None else end)]
    runs = [found.span() for found in _TICKS.finditer(text, start, len(text) if end is None else end)]
    following: dict[int, int] = {}  # the next run of that length, seen from the back
    closer = [0] * len(runs)
    for at in range(len(runs) - 1, -1, -1):
        length = runs[at][1] - runs[at][0]
        closer[at] = following.get(length, 0)
        following[length] = at
    spans, at = [], 0
    while at < len(runs):
        begin, after = runs[at]
        if closer[at] and not is_escaped(text, begin, start):
            spans.append((begin, runs[closer[at]][1], after - begin))
            at = closer[at]
        at += 1
    return spans


def is_escaped(text: str, at: int, start: int = 0) -> bool:
    """Whether an odd number of backslashes precedes `at`."""
    before = at
    while before > start and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1
