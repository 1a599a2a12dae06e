"""Plain text, reStructuredText, Org and AsciiDoc to a Document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter, itemgetter

from ...model.document import LABELS, Document, Fact, Link
from ...model.source_reference import SourceReferences
from ..code_spans import code_mentions
from ..line_offsets import folded, line_at, line_starts
from ..markdown.headings import LONGEST_HEADING, Heading, section_at, sections
from ..markdown.wikilinks import ids
from ..metadata import head, short_code
from .rst_descriptions import descriptions
from .rst_markup import without_marks
from .sphinx_links import labels, sphinx_links

_ORG_HEADING = re.compile(r"(\*+)[ \t]+(\S.*)")
_ORG_TITLE = re.compile(r"#\+title:[ \t]*(\S.*)", re.IGNORECASE)
_ADOC_HEADING = re.compile(r"(={1,6})[ \t]+(\S.*)")
_ADOC_FENCE = re.compile(r"(-{4,}|\.{4,}|\+{4,}|/{4,})[ \t]*")  # listing, literal, pass-through, comment
_RST_RULE = re.compile(r"([!-/:-@\[-`{-~])\1+[ \t]*")

_Heading = tuple[int, int, str]  # line, level, text
FindHeadings = Callable[[Sequence[str]], tuple[str, list[_Heading]]]
"""The title of a text, and its headings."""


def parse(
    path: str, text: str, find_headings: FindHeadings, *, modified: float, digest: str, odd: Sequence[str] = ()
) -> Document:
    """The document of a text file, with the headings that its format defines. Never fails."""
    lines = folded(text).split("\n")
    starts = line_starts(lines)
    title, found = find_headings(lines)
    parts = sections(text, 0, [Heading(starts[at], level, heading[:LONGEST_HEADING]) for at, level, heading in found])
    links = [
        Link(target, "id", section_at(parts, at), line=line_at(starts, at))
        for target, at in ids(text, own=short_code(path, {}))
    ]
    facts: dict[str, Fact] = {}
    if find_headings is rst_headings:
        facts = {LABELS: own} if (own := labels(lines)) else {}
        links = sorted((*links, *sphinx_links(lines, starts, parts)), key=attrgetter("line"))
    return Document(
        head=head(path, facts, modified=modified, title=title[:LONGEST_HEADING]),
        text=text,
        digest=digest,
        units=parts,
        links=tuple(links),
        references=SourceReferences(mentions=tuple(code_mentions(text, (), parts, starts))),
        odd=tuple(odd),
    )


def no_headings(_lines: Sequence[str]) -> tuple[str, list[_Heading]]:
    """No headings: plain text has none."""
    return "", []


def org_headings(lines: Sequence[str]) -> tuple[str, list[_Heading]]:
    """The title after `#+title:`, and the headings of an Org file."""
    titles = (stated[1].strip() for line in lines if (stated := _ORG_TITLE.match(line)))
    return next(titles, ""), list(_org(lines))


def adoc_headings(lines: Sequence[str]) -> tuple[str, list[_Heading]]:
    """The headings of an AsciiDoc file, the first of them as title."""
    return _titled(_adoc(lines))


def rst_headings(lines: Sequence[str]) -> tuple[str, list[_Heading]]:
    """The headings of a reStructuredText file, the first of them as title if no other has its level, as in docutils."""
    title, found = _titled(_rst(lines))
    is_one_of_several = sum(level == found[0][1] for _, level, _ in found) > 1
    return "" if is_one_of_several else title, sorted((*found, *_described(lines, found)))


def _described(lines: Sequence[str], headings: Sequence[_Heading]) -> Iterator[_Heading]:
    """What the text describes, each below the heading that it follows."""
    for at, is_indented, name in descriptions(lines, {at for at, _, _ in headings}):
        above = bisect_right(headings, at, key=itemgetter(0)) - 1
        level = headings[above][1] if above >= 0 else 1
        yield at, min(level + 1 + is_indented, 6), name


def _titled(headings: Iterator[_Heading]) -> tuple[str, list[_Heading]]:
    found = list(headings)
    return found[0][2] if found else "", found


def _org(lines: Sequence[str]) -> Iterator[_Heading]:
    for at, line in enumerate(lines):
        if line.startswith("*") and (found := _ORG_HEADING.match(line)):
            yield at, min(len(found[1]), 6), " ".join(found[2].split())


def _adoc(lines: Sequence[str]) -> Iterator[_Heading]:
    fence = ""
    for at, line in enumerate(lines):
        if found := _ADOC_FENCE.fullmatch(line):
            fence = "" if fence == found[1] else fence or found[1]
        elif not fence and (found := _ADOC_HEADING.match(line)):
            yield at, len(found[1]), " ".join(found[2].split())


def _rst(lines: Sequence[str]) -> Iterator[_Heading]:
    """Titles with a line of punctuation below, optionally also above; the levels are in order of appearance."""
    styles: list[tuple[str, bool]] = []
    for at in range(1, len(lines)):
        rule, title = _RST_RULE.fullmatch(lines[at]), lines[at - 1].rstrip()
        if not rule or not title.strip() or len(lines[at].rstrip()) < len(title) or _RST_RULE.fullmatch(title):
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
