"""The headings, links and labels of reStructuredText."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from ...model.document import Fact
from .. import header_fields
from .rst_descriptions import descriptions
from .rst_fields import rst_fields
from .rst_markup import without_marks
from .sphinx_links import labels, sphinx_links
from .text_content import Label, TextContent, TextLines, heading_at

_RULE = re.compile(r"([!-/:-@\[-`{-~])\1+[ \t]*")

_Heading = tuple[int, int, str]  # line, level, text


def rst_content(text: TextLines) -> TextContent:
    """The content of a file: its first heading is the title if no other has its level, as in docutils."""
    titles = list(_titles(text.lines))
    is_one_of_several = sum(level == titles[0][1] for _, level, _ in titles) > 1 if titles else True
    found = sorted((*titles, *_described(text.lines, titles)))
    stated, body_start = header_fields.split(text.text)
    if isinstance(stated_title := stated.get("title"), str):  # `Title: ~` states none
        stated["title"] = without_marks(stated_title)
    return TextContent(
        title="" if is_one_of_several else titles[0][2],
        body_start=body_start,
        headings=[heading_at(text.starts[at], level, title) for at, level, title in found],
        links=list(sphinx_links(text.lines, text.starts)),
        labels=[Label(name) for name in labels(text.lines)],
        facts=stated or _facts(text.lines, None if is_one_of_several else titles[0][0]),
    )


def _facts(lines: Sequence[str], title: int | None) -> dict[str, Fact]:
    """The properties at the top, and those below the title, which begins at this line."""
    facts = rst_fields(lines, 0)
    if title is not None:
        is_overlined = _RULE.fullmatch(lines[title]) is not None
        facts |= rst_fields(lines, title + 2 + is_overlined)
    return facts


def _described(lines: Sequence[str], headings: Sequence[_Heading]) -> Iterator[_Heading]:
    """What the text describes, each below the heading that it follows."""
    for at, depth, name in descriptions(lines, {at for at, _, _ in headings}):
        above = bisect_right(headings, at, key=itemgetter(0)) - 1
        level = headings[above][1] if above >= 0 else 1
        yield at, min(level + 1 + depth, 6), name


def _titles(lines: Sequence[str]) -> Iterator[_Heading]:
    """Titles with a line of punctuation below, optionally also above; the levels are in order of appearance."""
    styles: list[tuple[str, bool]] = []
    for at in range(1, len(lines)):
        rule, title = _RULE.fullmatch(lines[at]), lines[at - 1].rstrip()
        if not rule or not title.strip() or len(lines[at].rstrip()) < len(title) or _RULE.fullmatch(title):
            continue
        above = lines[at - 2].rstrip() if at > 1 else ""
        is_overlined = above == lines[at].rstrip()
        if (above and not is_overlined) or (title[0].isspace() and not is_overlined):
            continue
        style = (rule[1], is_overlined)
        if style not in styles:
            styles.append(style)
        yield (
            at - 2 if is_overlined else at - 1,
            min(styles.index(style) + 1, 6),
            without_marks(" ".join(title.split())),
        )
