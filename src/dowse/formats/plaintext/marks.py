"""Markup by patterns: what of their matches a page shows, and from where a part is read.

Only a part is read, from the beginning of its paragraph on, so that the time does not grow with the length of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...model.document import Span
from ...model.value_class import dataclass
from ..outline import Markup

_LONGEST_LEAD = 300  # characters that are read before the part, for markup that begins there
_SHOWN = "shown"  # what the names of groups begin with that a page shows


@dataclass(frozen=True, slots=True)
class Marks:
    """Patterns of markup; of a match a page shows the group whose name begins with `shown`, or nothing."""

    lines: re.Pattern[str]  # of whole lines
    inline: re.Pattern[str]


def markup_by(marks: Marks, text: str, within: Span, floor: int) -> list[Markup]:
    """The markup that begins in the span or reaches into it; see Outline.markup."""
    start, end = paragraph_around(text, within, floor)
    found = (match for pattern in (marks.lines, marks.inline) for match in pattern.finditer(text, start, end))
    return in_order((span for match in found for span in _hidden(match)), within[0])


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
    if shown:
        yield from around(match.span(), shown[0])
    else:
        yield *match.span(), ""
