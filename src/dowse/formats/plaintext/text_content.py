"""What a text file states, as the parsers of the formats return it: title, headings, links, labels and properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...model.document import Fact
from ...model.named_tuple import NamedTuple
from ...model.value_class import dataclass
from ..line_offsets import folded, line_starts
from ..markdown.headings import LONGEST_HEADING, Heading
from ..markdown.wikilinks import RawLink

_NO_FACTS: Mapping[str, Fact] = {}


@dataclass(frozen=True, slots=True)
class TextLines:
    """The text of a file by its lines; offsets are those in the file."""

    text: str
    lines: Sequence[str]  # without their ends
    starts: Sequence[int]  # the offset of each line, and at the end one past the text


class TextContent(NamedTuple):
    """What a text file states."""

    title: str = ""
    headings: Sequence[Heading] = ()
    links: Sequence[RawLink] = ()  # in any order
    labels: Sequence[str] = ()  # see LABELS
    facts: Mapping[str, Fact] = _NO_FACTS


ReadContent = Callable[[TextLines], TextContent]


def lines_of(text: str) -> TextLines:
    """The lines of the text."""
    whole = folded(text)
    lines = whole.split("\n")
    return TextLines(whole, lines, line_starts(lines))


def heading_at(start: int, level: int, title: str, stated_id: str = "") -> Heading:
    """The heading with a title of bounded length."""
    return Heading(start, min(level, 6), title[:LONGEST_HEADING], stated_id)
