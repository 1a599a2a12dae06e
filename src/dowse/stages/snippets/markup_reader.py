"""The parts of a document that snippets leave out: its markup, and the boilerplate of its vault."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from ...analysis.boilerplate import BOILERPLATE, NO_BOILERPLATE, Boilerplate
from ...chunking.spans import trimmed
from ...formats.outline import Markup
from ...formats.registry import outline_of
from ...model.document import Document, Span
from ...ports.storage import Reader
from .rendered_text import is_comment, is_never_kept, rendered

# A line that says nothing: only tags, or the mark of a list item.
_NO_PROSE = re.compile(r"^(?=[ \t]*[->*+#])[ \t>]*(?:[-*+][ \t]*+)?(?:#[^\s#]++[ \t]*+)*+$\n?", re.MULTILINE)
_FARTHEST_PROSE = 4_000  # characters of a span that are read for prose
_NEAR_PROSE = 400  # of which so many, and the rest of the line, are read first
_MOST_PARTS = 4_096  # whose markup is kept: the next search shows mostly the same ones
SEPARATOR = " ·"  # between a heading and the text below
_LONGEST_MARK = 16  # characters of the mark before a heading, of LaTeX a command
LEAD = 200  # characters of the source before a match, of which a quarter of a snippet is shown
_start = attrgetter("start")


class MarkupReader:
    """Reads the markup and the boilerplate of parts of a document, and each part once."""

    def __init__(self, document: Document, boilerplate: Boilerplate) -> None:
        self.document = document
        self.boilerplate = boilerplate
        self.shows_all_lines = False
        self._comments: list[Markup] = []  # that are shown
        self._read: list[tuple[Span, Sequence[Markup], list[Markup]]] = []

    def hidden(self, within: Span) -> Sequence[Markup]:
        """The markup in the span, the lines below the titles of its sections, boilerplate, and lines without prose;
        perhaps more around the span.
        """
        markup, lines = self._parts(within)
        if self._comments:
            markup = [each for each in markup if not any(_overlaps(each, comment[:2]) for comment in self._comments)]
        return sorted([*markup, *lines]) if lines else markup

    def is_never_shown(self, match: Span) -> bool:
        """Whether the match is in a comment, in boilerplate or in a line without prose."""
        markup, lines = self._around(match)
        text = self.document.text
        return any(_overlaps(each, match) for each in lines) or any(
            is_never_kept(text, each[0]) for each in markup if _overlaps(each, match)
        )

    def shows(self, match: Span) -> bool:
        """Whether the match is neither in markup nor in boilerplate or a line without prose."""
        markup, lines = self._around(match)
        return not any(_overlaps(each, match) for each in lines) and not any(
            start <= match[0] and match[1] <= end for start, end, _ in markup
        )

    def has_prose(self, within: Span) -> bool:
        """Whether the span shows a letter or a digit besides headings: mostly in its first lines, as snippets show."""
        start, end = within[0], min(within[1], within[0] + _FARTHEST_PROSE)
        line = self.document.text.find("\n", start + _NEAR_PROSE, end)
        return (line > 0 and self._has_prose((start, line))) or self._has_prose((start, end))

    def _has_prose(self, span: Span) -> bool:
        outline = outline_of(self.document.head.path)
        lines = rendered(self.document.text, span, self.hidden(span)).text.split("\n")
        return any(any(map(str.isalnum, line)) for line in lines if not outline.is_heading(line))

    def show_comment(self, match: Span) -> bool:
        """Counts the comments with the match as text from now on; whether there are any."""
        text, markup = self.document.text, self._around(match)[0]
        self._comments = [each for each in markup if _overlaps(each, match) and is_comment(text, each[0])]
        return bool(self._comments)

    def show_all_lines(self) -> None:
        """Counts boilerplate and lines without prose as text from now on."""
        self.boilerplate, self.shows_all_lines, self._read = NO_BOILERPLATE, True, []

    def _around(self, match: Span) -> tuple[Sequence[Markup], list[Markup]]:
        body, low = self.document.body_start, match[0] - LEAD  # a comment may begin lines above
        return self._parts((max(body, low) if match[0] >= body else match[0], match[1]))

    def _parts(self, within: Span) -> tuple[Sequence[Markup], list[Markup]]:
        for (start, end), markup, lines in self._read:
            if start <= within[0] and within[1] <= end:
                return markup, lines
        more = within[0], within[1] + LEAD  # a snippet often begins somewhat after the first of its words
        markup, lines = _kept_hidden(self.document, more), self._lines(more)
        self._read.append((more, markup, lines))
        return markup, lines

    def _lines(self, within: Span) -> list[Markup]:
        """The boilerplate, and the lines without prose, in the body."""
        if self.shows_all_lines:
            return []
        text, start = self.document.text, max(within[0], self.document.body_start)
        lines = {*self.boilerplate.spans(text, (start, within[1]))}
        start = max(text.rfind("\n", 0, start) + 1, self.document.body_start)
        lines.update(found.span() for found in _NO_PROSE.finditer(text, start, within[1]) if found[0].strip())
        return [(*line, "") for line in sorted(lines)]


def boilerplate_of(reader: Reader) -> Boilerplate:
    """The boilerplate that the index states; of several vaults that of all."""
    # Not by isinstance(), which takes a tenth of the snippets of a repeated search for a protocol.
    vaults: Mapping[str, Reader] | None = getattr(reader, "vaults", None)
    if vaults is not None:
        return _joined(map(boilerplate_of, vaults.values()))
    recalled: Callable[[str], str] | None = getattr(reader, "recalled", None)
    return _parsed(recalled(BOILERPLATE)) if recalled else NO_BOILERPLATE


_parsed = lru_cache(8)(Boilerplate.parsed)  # the same ones for each search


def _joined(parts: Iterable[Boilerplate]) -> Boilerplate:
    return Boilerplate(frozenset[str]().union(*(part.digests for part in parts)))


def _overlaps(markup: Markup, keep: Span) -> bool:
    return markup[0] < keep[1] and keep[0] < markup[1]


_kept: dict[tuple[str, int, int, Span], tuple[Markup, ...]] = {}  # no lists, which garbage collections visit


def _kept_hidden(document: Document, within: Span) -> tuple[Markup, ...]:
    """As `_hidden`, of the same part of a text once; the hash of a text costs nothing after the first time."""
    key = document.head.path, hash(document.text), len(document.text), within
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _MOST_PARTS:
            _kept.clear()
        found = _kept[key] = tuple(_hidden(document, within))
    return found


def _hidden(document: Document, within: Span) -> list[Markup]:
    """The markup in the span, and the lines below the titles of its sections."""
    start, end = within
    outline, units = outline_of(document.head.path), document.units
    if start < document.body_start:
        return outline.property_markup(document.text, (start, min(end, document.body_start)))
    if not units:
        return []
    first = max(0, bisect_right(units, start, key=_start) - 1)
    hidden = list(outline.markup(document, within, units[first].start))
    for n in range(first, bisect_left(units, end, key=_start)):
        begin = units[n].start
        if not units[n].title:
            continue
        if document.text[begin : begin + 1].isspace():  # blank lines may precede a first heading
            begin, _ = trimmed(document.text, begin, units[n].end)
        if outline.is_heading(document.text[begin : begin + _LONGEST_MARK]):  # as most headings
            line = document.text.find("\n", begin, units[n].end)
            if start <= line:
                hidden.append((line, line + 1, f"{SEPARATOR}\n"))
        else:
            below = outline.underline_in(document.text, *trimmed(document.text, begin, units[n].end))
            if start < below[1] and below[0] < below[1]:
                hidden.append((*below, SEPARATOR))
    return sorted(hidden)
