"""The headings, the links and the attributes of AsciiDoc."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...model.document import Fact
from ..markdown.headings import Heading
from ..markdown.prose import blanked
from ..markdown.wikilinks import RawLink
from .adoc_attributes import FENCE, AttributeValues
from .adoc_links import adoc_anchors, adoc_includes, adoc_links, former_pages
from .adoc_markup import without_marks
from .text_content import TextContent, TextLines, heading_at

_HEADING = re.compile(r"(={1,6})[ \t]+(\S.*)")
_ID = re.compile(
    r"\[(?:\[([\w:.-]{1,200})(?:,[^\[\]]*)?\]|[\w-]*#([\w:-]{1,200})[^\[\]]*|id=[\"']?([\w:.-]{1,200})[^\[\]]*)\]"
)
_INLINE_ID = re.compile(r"[ \t]*\[\[([\w:.-]{1,200})\]\]")
_TAG_ATTRIBUTES = ("keywords", "page-tags", "tags")
_PROPERTIES = frozenset({"description", "author", "revdate", "status"})
_SEPARATOR = re.compile(r"[,;]")


def adoc_content(text: TextLines) -> TextContent:
    """The content of an AsciiDoc file, with its first heading as title; never fails."""
    bare = _bare(text)
    headings, attributes = list(_headings(text, bare)), _attributes(bare)
    links = [*_links(text, bare, headings)]
    return TextContent(
        title=headings[0].text if headings else "", headings=headings, links=links, facts=_facts(attributes, text.path)
    )


def _bare(text: TextLines) -> list[str]:
    """The lines, with blank ones in place of code and comments."""
    fence, bare = "", list[str]()
    for line in text.lines:
        found = FENCE.fullmatch(line.rstrip()) if line[:1] in {"-", ".", "+", "/", "`"} else None
        if found:
            fence = "" if fence == found[1] else fence or found[1]
        is_hidden = found or fence or (line.startswith("//") and not line.startswith("///"))
        bare.append(" " * len(line) if is_hidden else line)
    return bare


def _headings(text: TextLines, bare: list[str]) -> Iterator[Heading]:
    for at, line in enumerate(bare):
        found = _HEADING.match(line) if line.startswith("=") else None
        if not found:
            continue
        above = _ID.fullmatch(bare[at - 1].rstrip()) if at else None
        inline = _INLINE_ID.search(found[2])
        title = " ".join(without_marks(_INLINE_ID.sub("", found[2])).split()) or found[2].strip()
        stated = next(filter(None, above.groups()), "") if above else ""
        yield heading_at(text.starts[at], len(found[1]), title, stated or (inline[1] if inline else ""))


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
    if "<<" not in prose and "xref:" not in prose and "link:" not in prose:
        return
    named = {heading.id.casefold() for heading in headings}
    places = {name: at for name, at in adoc_anchors(prose).items() if name not in named}
    yield from adoc_links(prose, places)
