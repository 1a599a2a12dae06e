"""The headings, the links and the attributes of AsciiDoc."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from ...model.document import Fact
from ..markdown.headings import Heading
from ..markdown.prose import blanked
from ..markdown.wikilinks import RawLink
from .adoc_attributes import AttributeValues
from .adoc_blocks import UNDERLINES, LineKind, line_kinds, literal_lines
from .adoc_links import adoc_anchors, adoc_includes, adoc_links, former_pages
from .adoc_markup import without_marks
from .adoc_terms import described_names
from .text_content import TextContent, TextLines, heading_at

_HEADING = re.compile(r"(={1,6})[ \t]+(\S.*)")
_BLANKS = " \t"
_ID = re.compile(
    r"\[(?:\[([\w:.-]{1,200})(?:,[^\[\]]*)?\]|[\w-]*#([\w:-]{1,200})[^\[\]]*|id=[\"']?([\w:.-]{1,200})[^\[\]]*)\]"
)
_INLINE_ID = re.compile(r"(?<![ \t])[ \t]*+\[\[([\w:.-]{1,200})\]\]")
_NOT_IN_ID, _BETWEEN_WORDS = re.compile(r"[^\w. -]+"), re.compile(r"[. -]+")
_TAG_ATTRIBUTES = ("keywords", "page-tags", "tags")
_PROPERTIES = frozenset({"description", "author", "revdate", "status"})
_SEPARATOR = re.compile(r"[,;]")


def adoc_content(text: TextLines) -> TextContent:
    """The content of an AsciiDoc file, with its first heading as title; never fails."""
    kinds = line_kinds(text.lines)
    bare = [" " * len(line) if _is_hidden(line, kind) else line for line, kind in zip(text.lines, kinds, strict=True)]
    headings, attributes = list(_headings(text, bare, kinds)), _attributes(bare)
    literal = set(literal_lines(text.lines, kinds)) if "\n " in text.text or "\n\t" in text.text else ()
    links = [*_links(text, [" " * len(line) if at in literal else line for at, line in enumerate(bare)], headings)]
    sections = sorted((*headings, *_terms(text, kinds, headings)), key=attrgetter("start"))
    return TextContent(
        title=headings[0].text if headings else "", headings=sections, links=links, facts=_facts(attributes, text.path)
    )


def _is_hidden(line: str, kind: LineKind) -> bool:
    """Whether the line has no text of a page: in code, a comment, below a title."""
    return kind in {"code", "fence", "underline"} or (line.startswith("//") and not line.startswith("///"))


def _headings(text: TextLines, bare: Sequence[str], kinds: Sequence[LineKind]) -> Iterator[Heading]:
    """The headings, of which one with a title of an earlier one has the ID that AsciiDoc gives it, such as `x-2`."""
    titled = Counter[str]()
    for at, line in enumerate(bare):
        if kinds[at] == "title":
            level, written = UNDERLINES.index(text.lines[at + 1][0]) + 1, line
        elif kinds[at] == "heading" and (found := _HEADING.fullmatch(line)):
            level, written = len(found[1]), _without_closing(found[1], found[2])
        else:
            continue
        above = _ID.fullmatch(bare[at - 1].rstrip()) if at else None
        inline = _INLINE_ID.search(written)
        title = " ".join(without_marks(_INLINE_ID.sub("", written)).split()) or written.strip()
        stated = next(filter(None, above.groups()), "") if above else inline[1] if inline else ""
        if not stated:
            name = _BETWEEN_WORDS.sub("-", _NOT_IN_ID.sub("", title.lower())).strip("-")
            titled[name] += 1
            stated = f"{name}-{titled[name]}" if titled[name] > 1 else ""
        yield heading_at(text.starts[at], level, title, stated)


def _terms(text: TextLines, kinds: Sequence[LineKind], headings: Sequence[Heading]) -> Iterator[Heading]:
    """The names that the text describes, each below the heading that it follows."""
    for at, name in described_names(text.lines, kinds):
        above = bisect_right(headings, text.starts[at], key=attrgetter("start")) - 1
        yield heading_at(text.starts[at], headings[above].level + 1 if above >= 0 else 2, name)


def _without_closing(marks: str, written: str) -> str:
    """The text of a heading without the same marks behind it: `Tides` in `== Tides ==`."""
    text = written.rstrip(_BLANKS)
    bare = text.removesuffix(marks)
    return bare.rstrip(_BLANKS) if bare != text and bare.endswith((" ", "\t")) else text


def _attributes(bare: list[str]) -> Mapping[str, str]:
    """The attributes of the document by lower-case name."""
    values = AttributeValues({})
    for line in bare:
        values.read(line)
    return values.known


def _facts(attributes: Mapping[str, str], path: str) -> dict[str, Fact]:
    """The properties among the attributes; keywords are tags, and former pages of Antora aliases."""
    written = (tag.strip() for name in _TAG_ATTRIBUTES for tag in _SEPARATOR.split(attributes.get(name, "")))
    tags = tuple(dict.fromkeys(filter(None, written)))
    facts: dict[str, Fact] = {name: value for name, value in attributes.items() if name in _PROPERTIES and value}
    if revised := facts.pop("revdate", ""):
        facts["date"] = revised
    aliases = tuple(former_pages(attributes.get("page-aliases", ""), path))
    return {**facts, **({"tags": tags} if tags else {}), **({"aliases": aliases} if aliases else {})}


def _links(text: TextLines, bare: list[str], headings: list[Heading]) -> Iterator[RawLink]:
    prose = "\n".join(bare)
    if "include::" in text.text:
        yield from adoc_includes(text.text)
        prose = blanked(prose, [found.span for found in adoc_includes(prose)], " ")
    places: Mapping[str, int] = {}
    if "<<" in prose or "xref:" in prose or "link:" in prose:
        named = {heading.id.casefold() for heading in headings}
        places = {name: at for name, at in adoc_anchors(prose).items() if name not in named}
    yield from adoc_links(prose, places)
