"""What a text file states, as the parsers of the formats return it: title, headings, links, labels and properties."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from ...model.document import Fact
from ...model.value_class import dataclass
from ..line_offsets import folded, line_starts
from ..markdown.headings import LONGEST_HEADING, Heading
from ..markdown.wikilinks import RawLink

_NO_FACTS: Mapping[str, Fact] = {}


@dataclass(frozen=True, slots=True)
class TextLines:
    """The text of a file by its lines; offsets are those in the file."""

    path: str  # of the file
    text: str
    lines: Sequence[str]  # without their ends
    starts: Sequence[int]  # the offset of each line, and at the end one past the text


class Label(NamedTuple):
    """A name that links of other files use for a place in this one."""

    name: str
    at: int = -1  # the offset of the place; -1 for the file


class TextContent(NamedTuple):
    """What a text file states."""

    title: str = ""
    body_start: int = 0  # the offset of the text below the properties
    headings: Sequence[Heading] = ()
    links: Sequence[RawLink] = ()  # in any order
    labels: Sequence[Label] = ()
    facts: Mapping[str, Fact] = _NO_FACTS
    tags: Collection[str] = ()  # in the text, besides those of the facts; folded


ReadContent = Callable[[TextLines], TextContent]


def lines_of(path: str, text: str) -> TextLines:
    """The lines of the text of a file."""
    whole = folded(text)
    lines = whole.split("\n")
    return TextLines(path, whole, lines, line_starts(lines))


def heading_at(start: int, level: int, title: str, stated_id: str = "") -> Heading:
    """The heading with a title of bounded length."""
    return Heading(start, min(level, 6), title[:LONGEST_HEADING], stated_id)
