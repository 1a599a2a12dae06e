"""Limits for the headings, links and tags of one file, in proportion to its text, which bound the size of an index.

Headings, links and tags above a limit are indexed as text; `status` lists the file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from math import inf

from ..model.document import EXCEEDED, Document, Link, Unit
from ..model.source_reference import SourceReferences
from ..model.value_class import dataclass
from .markdown.tags import frontmatter_tags

_FEW = 500  # of each kind; a file with no more is not measured


@dataclass(frozen=True, slots=True)
class ItemLimit:
    """The maximum bytes of all items of a kind in the index: `free`, plus `times` the characters of the file."""

    free: int
    times: int
    each: int  # bytes of an item without its texts, as measured in the tables
    number: int  # items at most, whatever the length of the file

    def count(self, texts: Sequence[int], length: int, *, left: float = inf) -> int:
        """The number of items within the limit, by the lengths of their texts and that of the file.

        `left` is a further limit in bytes.
        """
        most = min(self.free + self.times * length, left)
        if len(texts) <= self.number and self.bytes(texts) <= most:
            return len(texts)
        return min(bisect_right([*accumulate(map(self.each.__add__, texts))], most), self.number)

    def most(self, length: int) -> int:
        """More items than the limit allows for in a file of that length: a parser need not list others."""
        return min((self.free + self.times * length) // self.each, self.number) + 1

    def bytes(self, texts: Collection[int]) -> int:
        """The bytes of these items in the index."""
        return self.each * len(texts) + sum(texts)


HEADINGS = ItemLimit(free=100_000, times=2, each=60, number=20_000)
LINKS = ItemLimit(free=600_000, times=4, each=90, number=20_000)
TAGS = ItemLimit(free=50_000, times=1, each=70, number=10_000)
_TOGETHER = 6  # times the characters of the file: headings, tags and links, which get the rest


def limited(document: Document) -> Document:
    """The document with its headings, links and tags within the limits; `odd` has the numbers above the limits.

    The first headings and links are kept, and the tags of the frontmatter, then the shortest tags.  Links get less when
    headings and tags use their limits, since a file of all three would need more than each limit allows for.
    """
    if max(len(document.units), len(document.links), len(document.head.tags)) <= _FEW:
        return document
    sections, tags = _sections(document), _tags(document)
    links = _links(document, HEADINGS.bytes(_heading_texts(sections)) + TAGS.bytes(_tag_texts(tags)))
    odd = tuple(
        _warning(what, count, len(kept), limit)
        for what, count, kept, limit in (
            ("headings", len(document.units) + document.more_headings, sections, HEADINGS),
            ("links", len(document.links) + document.more_links, links, LINKS),
            ("tags", len(document.head.tags), tags, TAGS),
        )
        if len(kept) < count
    )
    links = _inside(links, sections) if len(sections) < len(document.units) else links
    head = document.head._replace(tags=tags)
    kept = {section.name for section in sections}
    symbols = tuple(symbol for symbol in document.symbols if symbol.unit in kept)
    references = _references(document.references, len(symbols), kept)
    return replace(
        document,
        head=head,
        units=sections,
        links=links,
        symbols=symbols,
        references=references,
        odd=(*document.odd, *odd),
    )


def _warning(what: str, count: int, kept: int, limit: ItemLimit) -> str:
    why = f"of {limit.number:,} {what}" if kept == limit.number else "for a file of this size"
    return f"{count:,} {what}{EXCEEDED} {why}; {count - kept:,} are indexed as text"


def _references(found: SourceReferences, symbols: int, kept: Collection[str]) -> SourceReferences:
    """The references of the first symbols and of the kept units; those of others are of the document."""
    return SourceReferences(
        tuple(each._replace(symbol=_within(each.symbol, symbols)) for each in found.imports),
        tuple(each._replace(symbol=_within(each.symbol, symbols)) for each in found.bases),
        tuple(each._replace(symbol=_within(each.symbol, symbols)) for each in found.calls),
        tuple(each if each.unit in kept else each._replace(unit="") for each in found.mentions),
    )


def _within(symbol: int | None, symbols: int) -> int | None:
    return symbol if symbol is not None and symbol < symbols else None


def _sections(document: Document) -> tuple[Unit, ...]:
    """The first sections; the last of them extends to the end of the text."""
    sections = document.units
    kept = HEADINGS.count(_heading_texts(sections), len(document.text))
    if kept >= len(sections):
        return sections
    return (*sections[: kept - 1], sections[kept - 1]._replace(end=sections[-1].end))


def _heading_texts(sections: Iterable[Unit]) -> list[int]:
    return [len(title) + len(name) + len(parent) for name, title, _, _, _, parent, _ in sections]


def _tag_texts(tags: Iterable[str]) -> list[int]:
    return [5 * size for size in map(len, tags)]


def _links(document: Document, others: int) -> tuple[Link, ...]:
    """The first links; `others` are the bytes of headings and tags."""
    links = document.links
    texts = [2 * len(target) + len(section) + len(anchor) for target, _, section, anchor, _ in links]
    free = HEADINGS.free + TAGS.free + LINKS.free
    left = free + _TOGETHER * len(document.text) - others
    return links[: LINKS.count(texts, len(document.text), left=left)]


def _tags(document: Document) -> frozenset[str]:
    head = document.head
    is_few = len(head.tags) <= TAGS.number  # others are not measured: a note may have a tag every four bytes
    if is_few and TAGS.count(_tag_texts(head.tags), len(document.text)) == len(head.tags):
        return head.tags
    stated = head.tags.intersection(frontmatter_tags(head.facts))
    listed = [*_by_length(stated), *_by_length(head.tags - stated)]
    return frozenset(listed[: TAGS.count(_tag_texts(listed), len(document.text))])


def _by_length(tags: Iterable[str]) -> list[str]:
    """The tags, the shortest first, as far as they may be within the limit."""
    lengths: defaultdict[int, list[str]] = defaultdict(list)
    for tag in tags:
        lengths[len(tag)].append(tag)
    found: list[str] = []
    for length in sorted(lengths):
        if len(found) < TAGS.number:
            found += sorted(lengths[length])
    return found


def _inside(links: Sequence[Link], sections: Sequence[Unit]) -> tuple[Link, ...]:
    """The links; a link in a section that is not kept is in the last one."""
    kept = {section.name for section in sections}
    last = sections[-1].name
    return tuple(link if not link.section or link.section in kept else link._replace(section=last) for link in links)
