"""Plain text, reStructuredText, Org, AsciiDoc, LaTeX and wiki markup to a Document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from ...model.document import LABELS, Document, Fact, Link, Unit, labelled_part
from ...model.source_reference import SourceReferences
from .. import header_fields
from ..code_spans import code_mentions
from ..line_offsets import line_at
from ..markdown.headings import LONGEST_HEADING, section_at, sections
from ..markdown.prose import blanked
from ..markdown.wikilinks import RawLink, ids
from ..metadata import head, short_code
from .text_content import ReadContent, TextContent, TextLines, lines_of

_span = attrgetter("span")


def parse(
    path: str, text: str, read: ReadContent, *, modified: float, digest: str, odd: Sequence[str] = ()
) -> Document:
    """The document of a text file, with what `read` finds in its format. Never fails."""
    lines = lines_of(path, text)
    content = read(lines)
    parts = sections(text, content.body_start, content.headings)
    labelled = [labelled_part(name, section_at(parts, at)) for name, at in content.labels]
    facts: dict[str, Fact] = {**content.facts, **({LABELS: tuple(labelled)} if labelled else {})}
    plain = blanked(text, sorted(link.hidden for link in content.links), "`")
    return Document(
        head=head(path, facts, modified=modified, title=content.title[:LONGEST_HEADING], tags=content.tags),
        text=text,
        digest=digest,
        units=parts,
        links=tuple(_links((*_ids(plain, own=short_code(path, facts)), *content.links), parts, lines)),
        references=SourceReferences(mentions=tuple(code_mentions(text, (), parts, lines.starts))),
        odd=tuple(odd),
    )


def no_content(_lines: TextLines) -> TextContent:
    """Nothing: plain text states no headings and no links but ids."""
    return TextContent()


def stated_content(text: TextLines) -> TextContent:
    """The properties in the first lines; see header_fields."""
    facts, body_start = header_fields.split(text.text)
    return TextContent(body_start=body_start, facts=facts)


def _ids(text: str, *, own: str) -> Iterator[RawLink]:
    for target, at in ids(text, own=own):
        span = (at, at + len(target))
        yield RawLink("id", target, "", span, span)


def _links(points: Sequence[RawLink], parts: Sequence[Unit], lines: TextLines) -> Iterator[Link]:
    """The links in order, with their sections and lines."""
    for kind, target, anchor, (at, _), _ in sorted(points, key=_span):
        yield Link(target, kind, section_at(parts, at), anchor, line_at(lines.starts, at))
