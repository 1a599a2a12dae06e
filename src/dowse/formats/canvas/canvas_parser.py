"""An Obsidian canvas to a Document, whose text is Markdown rendered from the cards."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ...model.document import Document, Link, Unit
from ..markdown import markdown_parser
from ..markdown.headings import Heading, heading_text, section_at, sections
from ..metadata import head
from ..plaintext import plaintext_parser
from .cards import Canvas, Card, EdgeLabel, read_canvas

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+\S")
_MARK = re.compile(r"(?:(?:[-*+>]|\d{1,9}[.)]|\[.\])?[ \t]+)+")  # of quotes, lists and tasks
_LONGEST_TITLE = 80  # characters of a card without a heading; a slide or a menu shows as many
_LABELS_FREE = 2_000  # characters of rendered labels; beyond that as many as the file has


def parse(path: str, text: str, *, modified: float, digest: str, odd: Sequence[str] = ()) -> Document:
    """The document of a canvas; never fails. A file that is not a canvas is indexed as plain text.

    Each card is a unit. Offsets and lines refer to the rendered text: groups, then the cards, each with the labels of
    the edges that leave the card.
    """
    try:
        canvas = read_canvas(text)
    except ValueError as error:
        broken = f"not a readable canvas ({error}); indexed as text"
        no_content = plaintext_parser.no_content
        return plaintext_parser.parse(path, text, no_content, modified=modified, digest=digest, odd=(*odd, broken))
    titles = {card.id: _title(card) for card in (*canvas.cards, *canvas.groups) if card.id}
    labels, cut = _labels(canvas.labels, titles, most=_LABELS_FREE + len(text))
    rendered = _Rendered(path)
    rendered.add_groups(canvas, labels)
    for card in canvas.cards:
        rendered.add_card(card, _title(card), labels.pop(card.id, ()) if card.id else ())
    return rendered.document(modified=modified, digest=digest, odd=(*odd, *cut))


def _title(card: Card) -> str:
    """The title of a card: its heading or the beginning of its first line, the name of its file, or its address."""
    if card.text:
        first = card.text.partition("\n")[0]
        if _HEADING.match(first):
            return heading_text(first.strip().strip("#"))
        mark = _MARK.match(first)
        return _shortened(heading_text(first[mark.end() if mark else 0 :]) or " ".join(first.split()))
    name = card.file.rpartition("/")[2] or card.file
    return _shortened(" ".join(filter(None, (name.removesuffix(".md"), card.anchor))) or card.url)


def _shortened(title: str) -> str:
    """The title within the limit, cut at a blank if there is one."""
    if len(title) <= _LONGEST_TITLE:
        return title
    return f"{title[:_LONGEST_TITLE].rpartition(' ')[0] or title[:_LONGEST_TITLE]} …"


def _labels(
    labels: Iterable[EdgeLabel], titles: Mapping[str, str], *, most: int
) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """The lines of the labels by the card that shows them, and a warning if some exceed `most` characters together.

    Of cards with the same id, against the format, the first shows the lines.
    An edge whose start is not a card is shown by the card at its end, and one without both ends by none: by "".
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    left_out = 0
    for source, target, text in labels:
        ends = " → ".join(_shortened(titles[end]) for end in (source, target) if end in titles)
        line = f"{ends}: {text}" if ends else text
        most -= len(line)
        if most < 0:
            left_out += 1
            continue
        found[next((end for end in (source, target) if end in titles), "")].append(line)
    return found, (f"{left_out:,} labels of edges exceed the limit for a file of this size",) if left_out else ()


class _Rendered:
    """The text of a canvas, with the cards and links found while the text grows."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.parts: list[str] = []
        self.at = 0  # the offset of the next part
        self.line = 1  # and its line
        self.headings: list[Heading] = []
        self.with_heading: set[int] = set()  # the offsets of cards that begin with a heading
        self.links: list[tuple[int, Link]] = []  # each with the offset of its card
        self.tags: set[str] = set()

    def add(self, text: str) -> None:
        """The text as a paragraph."""
        self.parts.append(f"{text}\n\n")
        self.at += len(text) + 2
        self.line += text.count("\n") + 2

    def add_groups(self, canvas: Canvas, labels: Mapping[str, Sequence[str]]) -> None:
        """The labels of groups, and those of the edges that leave them or nothing."""
        shown = [*(group.text for group in canvas.groups)]
        for start in ("", *(group.id for group in canvas.groups)):
            shown += labels.get(start, ())
        if shown:
            self.add("\n".join(dict.fromkeys(shown)))

    def add_card(self, card: Card, title: str, labels: Sequence[str]) -> None:
        """A card as Markdown, and the labels of the edges that leave the card."""
        self.headings.append(Heading(self.at, 1, title))
        if card.text:
            self._find_links(card)
            self.add(card.text)
        elif card.file:
            self.links.append((self.at, Link(card.file, "embed", anchor=card.anchor, line=self.line)))
            self.add(f"![[{card.file}{'#' * bool(card.anchor)}{card.anchor}]]")
        else:
            self.add(f"<{card.url}>")
        if labels:
            self.add("\n".join(labels))

    def _find_links(self, card: Card) -> None:
        if _HEADING.match(card.text):
            self.with_heading.add(self.at)
        # Behind a blank line no card begins with frontmatter.
        parsed = markdown_parser.parse(self.path, f"\n{card.text}", modified=0.0, digest="")
        self.tags |= parsed.head.tags
        self.links += ((self.at, link._replace(line=self.line + link.line - 2)) for link in parsed.links)

    def document(self, *, modified: float, digest: str, odd: Sequence[str]) -> Document:
        """The document of all parts."""
        text = "".join(self.parts)
        units = tuple(map(self._unit, sections(text, 0, self.headings)))
        return Document(
            head=head(self.path, {}, modified=modified, tags=self.tags),
            text=text,
            digest=digest,
            units=units,
            links=tuple(link._replace(section=section_at(units, at)) for at, link in self.links),
            odd=tuple(odd),
        )

    def _unit(self, unit: Unit) -> Unit:
        return unit if unit.start in self.with_heading or not unit.title else unit._replace(kind="card")
