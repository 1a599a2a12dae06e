"""The headings of AsciiDoc."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..markdown.headings import Heading
from .text_content import TextContent, TextLines, heading_at

_HEADING = re.compile(r"(={1,6})[ \t]+(\S.*)")
_FENCE = re.compile(r"(-{4,}|\.{4,}|\+{4,}|/{4,})[ \t]*")  # listing, literal, pass-through, comment


def adoc_content(text: TextLines) -> TextContent:
    """The content of an AsciiDoc file, with its first heading as title."""
    headings = list(_headings(text))
    return TextContent(title=headings[0].text if headings else "", headings=headings)


def _headings(text: TextLines) -> Iterator[Heading]:
    fence = ""
    for start, line in zip(text.starts, text.lines, strict=False):
        if found := _FENCE.fullmatch(line):
            fence = "" if fence == found[1] else fence or found[1]
        elif not fence and (found := _HEADING.match(line)):
            yield heading_at(start, len(found[1]), " ".join(found[2].split()))
