"""The markup of a text that is not content: the marks of headings, and the keys of the properties above the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..model.document import Document, Span
from ..model.value_class import dataclass

_NOWHERE = re.compile(r"(?!)()")  # with a group, as the others have


Markup = tuple[int, int, str]  # a span that a rendered page does not show, and the text in its place


def no_markup(_document: Document, _within: Span, _floor: int) -> Sequence[Markup]:
    """The markup of a format without any."""
    return ()


def no_layout(_text: str, _within: Span) -> Sequence[Markup]:
    """The layout of properties that are shown line by line."""
    return ()


@dataclass(frozen=True, slots=True)
class Outline:
    """The patterns of a format's lines; a pattern without a counterpart in the format matches nothing."""

    heading: re.Pattern[str] = _NOWHERE  # the beginning of a line that is a heading
    heading_mark: re.Pattern[str] = _NOWHERE  # the mark of a heading in text on one line; group 1 stays
    underline: re.Pattern[str] = _NOWHERE  # the line below a heading without a mark, with the line end before it
    above: re.Pattern[str] = _NOWHERE  # a line above a heading that belongs to it
    properties: re.Pattern[str] = _NOWHERE  # the whole text above the body; group 1 has the properties
    property_key: re.Pattern[str] = _NOWHERE  # the name of a property
    property_link: re.Pattern[str] = _NOWHERE  # a link in a property; the group "shown" has what a page shows of it
    property_hidden: re.Pattern[str] = _NOWHERE  # what a page does not show, such as the address of an image
    property_layout: Callable[[str, Span], Sequence[Markup]] = no_layout  # what stands between properties on one line
    tags: re.Pattern[str] = _NOWHERE  # tags in the body; group 1 has them, with `:` between several
    markup: Callable[[Document, Span, int], Sequence[Markup]] = no_markup  # in a span; see markdown.markup

    def is_heading(self, line: str) -> bool:
        """Whether the line is a heading."""
        return self.heading.match(line) is not None

    def unmarked(self, text: str) -> str:
        """The text on one line, without the marks of its headings."""
        return self.heading_mark.sub(r"\1", text)

    def underline_in(self, text: str, start: int, end: int) -> Span:
        """The span of the line below the heading of a section; empty at the end of a heading without such a line."""
        first_end = text.find("\n", start, end)
        heading_end = first_end if first_end >= 0 else end
        is_marked = self.is_heading(text[start:heading_end].lstrip())
        found = None if is_marked else self.underline.search(text, start, end)
        return found.span() if found else (heading_end, heading_end)

    def with_lines_above(self, text: str, heading: int) -> int:
        """The offset of the first of the lines above the heading at the offset that belong to it."""
        while heading > 0:
            line = text.rfind("\n", 0, heading - 1) + 1
            if not self.above.fullmatch(text, line, heading):
                break
            heading = line
        return heading

    def properties_in(self, text: str, body_start: int) -> Span:
        """The span of the properties above the body, without the lines around them."""
        found = self.properties.fullmatch(text, 0, body_start)
        return found.span(1) if found else (0, body_start)

    def property_keys(self, text: str, within: Span) -> list[Span]:
        """The spans of the names of the properties."""
        return [found.span() for found in self.property_key.finditer(text, *within)]

    def property_markup(self, text: str, within: Span) -> list[Markup]:
        """The markup of the links in the properties, what else a page does not show, and their layout, in order."""
        links = self.property_link.finditer(text, *within)
        sides = (((link.start(), link.start("shown")), (link.end("shown"), link.end())) for link in links)
        hidden = (found.span() for found in self.property_hidden.finditer(text, *within))
        spans = ((*span, "") for span in (*hidden, *(side for both in sides for side in both)))
        return sorted((*spans, *self.property_layout(text, within)))
