"""The headings above a passage, or the symbols around it."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter

from ...model.document import Document

_MOST_HEADINGS = 7  # of a passage
_start = attrgetter("start")


def headings_at(document: Document, offset: int) -> tuple[str, ...]:
    """The headings above the offset, or the symbols around it, from the outside in."""
    units, is_source = document.units, document.is_source
    at = bisect_right(units, offset, key=_start) - 1
    titles: list[str] = []
    wanted = units[at].name if at >= 0 else ""
    while wanted and at >= 0 and len(titles) < _MOST_HEADINGS:  # a parent stands before its parts
        unit = units[at]
        if unit.name == wanted:
            if titles or not is_source or offset < unit.end:  # a method of Go stands outside of its type
                titles.append(unit.title)
            wanted = unit.parent
        at -= 1
    return tuple(heading for heading in reversed(titles) if heading)


def title_at(document: Document, offset: int) -> str:
    """The heading of a passage."""
    return " › ".join((document.head.path, *headings_at(document, offset)))
