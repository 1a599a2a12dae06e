"""The title and the headings of an Org file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..markdown.headings import Heading
from .text_content import TextContent, TextLines, heading_at

_HEADING = re.compile(r"(\*+)[ \t]+(\S.*)")
_TITLE = re.compile(r"#\+title:[ \t]*(\S.*)", re.IGNORECASE)


def org_content(text: TextLines) -> TextContent:
    """The content of an Org file, with the title after `#+title:`."""
    titles = (stated[1].strip() for line in text.lines if (stated := _TITLE.match(line)))
    return TextContent(title=next(titles, ""), headings=list(_headings(text)))


def _headings(text: TextLines) -> Iterator[Heading]:
    for start, line in zip(text.starts, text.lines, strict=False):
        if line.startswith("*") and (found := _HEADING.match(line)):
            yield heading_at(start, len(found[1]), " ".join(found[2].split()))
