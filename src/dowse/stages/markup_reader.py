"""The parts of a document that snippets leave out: its markup, and the boilerplate of its vault."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Protocol, runtime_checkable

from ..analysis.boilerplate import BOILERPLATE, NO_BOILERPLATE, Boilerplate
from ..chunking.spans import trimmed
from ..formats.outline import Markup
from ..formats.registry import outline_of
from ..model.document import Document, Span
from ..ports.storage import FactLookup, Reader
from .rendered_text import rendered

LEAD = 200  # characters of the source before a match, of which a quarter of a snippet is shown
_start = attrgetter("start")


@runtime_checkable
class _SeveralVaults(Protocol):
    """A reader of several vaults."""

    @property
    def vaults(self) -> Mapping[str, Reader]:
        """The reader of each."""


class MarkupReader:
    """Reads the markup and the boilerplate of parts of a document, and each part once."""

    def __init__(self, document: Document, boilerplate: Boilerplate) -> None:
        self.document = document
        self.boilerplate = boilerplate
        self._read: list[tuple[Span, list[Markup], list[Markup]]] = []

    def hidden(self, within: Span, keep: Span = (0, 0)) -> list[Markup]:
        """The markup in the span, the lines below the titles of its sections, and the boilerplate but for lines with a
        part of `keep`; perhaps more around the span.
        """
        markup, lines = self._parts(within)
        if lines:
            return sorted([*markup, *(line for line in lines if not _overlaps(line, keep))])
        return markup

    def is_boilerplate(self, within: Span) -> bool:
        """Whether the span has boilerplate and nothing else."""
        lines = self._boilerplate(within)
        return bool(lines) and not rendered(self.document.text, within, lines).text.strip()

    def show_boilerplate(self) -> None:
        """Counts boilerplate as text from now on."""
        self.boilerplate, self._read = NO_BOILERPLATE, []

    def _parts(self, within: Span) -> tuple[list[Markup], list[Markup]]:
        for (start, end), markup, lines in self._read:
            if start <= within[0] and within[1] <= end:
                return markup, lines
        more = within[0], within[1] + LEAD  # a snippet often begins somewhat after the first of its words
        markup, lines = _hidden(self.document, more), self._boilerplate(more)
        self._read.append((more, markup, lines))
        return markup, lines

    def _boilerplate(self, within: Span) -> list[Markup]:
        start = max(within[0], self.document.body_start)
        return [(*line, "") for line in self.boilerplate.spans(self.document.text, (start, within[1]))]


def boilerplate_of(reader: Reader) -> Boilerplate:
    """The boilerplate that the index states; of several vaults that of all."""
    if isinstance(reader, _SeveralVaults):
        return _joined(map(boilerplate_of, reader.vaults.values()))
    return Boilerplate.parsed(reader.recalled(BOILERPLATE)) if isinstance(reader, FactLookup) else NO_BOILERPLATE


def _joined(parts: Iterable[Boilerplate]) -> Boilerplate:
    return Boilerplate(frozenset[str]().union(*(part.digests for part in parts)))


def _overlaps(markup: Markup, keep: Span) -> bool:
    return markup[0] < keep[1] and keep[0] < markup[1]


def _hidden(document: Document, within: Span) -> list[Markup]:
    """The markup in the span, and the lines below the titles of its sections."""
    start, end = within
    if start < document.body_start or not document.units:  # properties have no markup
        return []
    outline, units = outline_of(document.head.path), document.units
    first = max(0, bisect_right(units, start, key=_start) - 1)
    hidden = list(outline.markup(document, within, units[first].start))
    for n in range(first, bisect_left(units, end, key=_start)):
        begin = units[n].start
        if units[n].title and not outline.is_heading(document.text[begin : begin + 1]):  # as most headings
            below = outline.underline_in(document.text, *trimmed(document.text, units[n].start, units[n].end))
            if start < below[1] and below[0] < below[1]:
                hidden.append((*below, ""))
    return sorted(hidden)
