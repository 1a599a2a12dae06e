"""Markup by patterns: what of their matches a page shows, and from where a part is read.

Only a part is read, from the beginning of its paragraph on, so that the time does not grow with the length of a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from ...model.document import Span
from ...model.value_class import dataclass
from ..outline import Markup

_LONGEST_LEAD = 300  # characters that are read before the part, for markup that begins there
_SHOWN = "shown"  # what the names of groups begin with that a page shows


@dataclass(frozen=True, slots=True)
class LiteralBlock:
    """A literal block; its content has neither the first nor the last line."""

    form: str  # what the last line is like, in small letters
    start: int
    content: Span


@dataclass(frozen=True, slots=True)
class LiteralBlocks:
    """Patterns of the first and the last line of literal blocks, which have no markup inside."""

    first: re.Pattern[str]  # group 1 says what the last line is like
    last: str  # the last line; {} is that group
    comment: str = "/"  # the beginning of group 1 of a comment, in small letters
    is_open_without_end: bool = False  # whether a block without a last line reaches to the end of the text


@dataclass(frozen=True, slots=True)
class Marks:
    """Patterns of markup; of a match a page shows the groups whose names begin with `shown`, or nothing."""

    lines: re.Pattern[str]  # of whole lines
    inline: re.Pattern[str]
    literal: LiteralBlocks


def _never(_line: int) -> bool:
    return False


def markup_by(
    marks: Marks, text: str, within: Span, floor: int, *, is_apart: Callable[[int], bool] = _never
) -> list[Markup]:
    """The markup that begins in the span or reaches into it; see Outline.markup.

    `is_apart` says whether the line at an offset, which looks like the first one of a literal block, is none.
    """
    start, end = paragraph_around(text, within, floor)
    blocks = [
        block for block in literal_blocks(marks.literal, text, (floor, end), is_apart) if block.content[1] > start
    ]
    comments = [(block.start, block.content[1]) for block in blocks if block.form.startswith(marks.literal.comment)]
    apart = sorted((*comments, *(block.content for block in blocks)))
    bounds = [start, *(at for span in apart for at in span), end]
    parts = [(first, last) for first, last in zip(bounds[::2], bounds[1::2], strict=True) if first < last]
    found = (match for part in parts for match in _matches(marks, text, part))
    return in_order(
        (*((*span, "") for span in comments), *(span for match in found for span in _hidden(match))), within[0]
    )


def shown(marks: Marks, line: str) -> str:
    """What a page shows of a line of text, such as a title."""
    parts, done = list[str](), 0
    spans = (span for match in marks.inline.finditer(line) for span in _hidden(match))
    for first, last, filler in in_order(spans, 0):
        parts += (line[done:first], filler)
        done = last
    return "".join((*parts, line[done:]))


def literal_blocks(
    blocks: LiteralBlocks, text: str, within: Span, is_apart: Callable[[int], bool] = _never
) -> Iterator[LiteralBlock]:
    """The literal blocks that begin in the span, in order; see `markup_by`."""
    at, until = within
    ends: dict[str, int] = {}  # by the form of the last line: no such line before this offset
    while first := blocks.first.search(text, at, until):
        at = first.end()
        form = first[1].lower()
        if first.start() < ends.get(form, 0) or is_apart(first.start()):
            continue
        last = re.compile(blocks.last.format(re.escape(form))).search(text, at)
        if last and last.lastgroup != "other":
            yield LiteralBlock(form, first.start(), (at, last.start()))
            at = last.end()
        elif last is None and blocks.is_open_without_end:
            yield LiteralBlock(form, first.start(), (at, len(text)))
            return
        else:
            ends[form] = last.start() if last else len(text)


def _matches(marks: Marks, text: str, within: Span) -> Iterator[re.Match[str]]:
    yield from marks.lines.finditer(text, *within)
    yield from marks.inline.finditer(text, *within)


def paragraph_around(text: str, within: Span, floor: int) -> Span:
    """The span from the start of its paragraph on, or of a line of a long paragraph; not before `floor`."""
    start, end = within
    low = max(floor, start - _LONGEST_LEAD)
    blank = text.rfind("\n\n", low, start)
    return (blank + 2 if blank >= 0 else low if low == floor else text.find("\n", low, start) + 1 or start), end


def in_order(spans: Iterable[Markup], start: int) -> list[Markup]:
    """The spans from `start` on, in order and without overlaps: what begins first counts."""
    ordered: list[Markup] = []
    done = start
    for first, last, filler in sorted(spans):
        if last > done:
            ordered.append((max(first, done), last, filler if first >= done else ""))
            done = last
    return ordered


def around(whole: Span, shown: Span) -> Iterator[Markup]:
    """What is hidden of the whole if a part is shown."""
    yield whole[0], shown[0], ""
    yield shown[1], whole[1], ""


def _hidden(match: re.Match[str]) -> Iterator[Markup]:
    shown = [match.span(name) for name, value in match.groupdict().items() if value and name.startswith(_SHOWN)]
    if not shown:
        yield *match.span(), ""
        return
    yield match.start(), shown[0][0], ""
    yield from ((first[1], second[0], " ") for first, second in pairwise(shown))
    yield shown[-1][1], match.end(), ""
