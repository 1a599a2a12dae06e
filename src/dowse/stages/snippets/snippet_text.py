"""The text of a snippet with its place in the document, and the hit with that snippet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from ...analysis.term_matching import TermMatch, TermMatcher
from ...model.chunk import ChunkSpans, chunk_at
from ...model.document import Document, Unit
from ...model.hit import Hit, Snippet
from ...model.line_numbers import lines_of
from ...model.ref import Ref
from ...model.value_class import dataclass


@dataclass(frozen=True, slots=True)
class SnippetText:
    """A text cut for display, with its place in the document in characters."""

    text: str
    unit: Unit | None  # the section or the symbol of the passage; None in the frontmatter and between symbols
    at: int  # where the best of the text begins, in characters of the document
    start: int  # of its passage
    end: int


class PlannedSnippet(NamedTuple):
    """A snippet that is cut if it is not held from an earlier search."""

    key: tuple[Hashable, ...]  # what it depends on, besides the content of the document and the words of the query
    cut: Callable[[], SnippetText]
    is_chunk: bool  # whether the hit stands for one chunk


@dataclass(frozen=True, slots=True)
class CachedSnippet:
    """A snippet that does not say which chunk it is in, and its place."""

    snippet: Snippet
    unit: str | None  # the name of the unit of the passage, as above
    at: int  # as above


def snippet_of(document: Document, cut: SnippetText, spotter: TermMatcher | None) -> CachedSnippet:
    """The text as a snippet. Without a spotter it does not say what matches."""
    unit = cut.unit
    line, end_line = lines_of(document.text, cut.start, max(cut.start, cut.end - 1))
    snippet = Snippet(
        text=cut.text,
        heading=unit.label if unit else "",
        line=line,
        end_line=end_line,
        marks=_joined(spotter.marks(cut.text)) if spotter else (),
        symbol_kind=unit.kind if unit and unit.title and unit.kind != "heading" else "",
    )
    return CachedSnippet(snippet, unit.name if unit else None, cut.at)


def with_snippet(hit: Hit, chunks: ChunkSpans, cut: CachedSnippet, *, is_chunk: bool) -> Hit:
    """The hit with the snippet; the spot moves to the unit of the text, that of a part of a section stays.

    `is_chunk` says that the hit stands for one chunk.
    """
    spans = list(chunks.values())
    part = list(chunks).index(hit.ref) if is_chunk else chunk_at(spans, cut.at)
    start, end = spans[part] if spans else (0, 0)
    of = cut.snippet
    snippet = Snippet(of.text, of.heading, of.line, of.end_line, of.marks, part, len(spans), start, end, of.symbol_kind)
    if is_chunk and hit.ref.section and hit.ref.part is not None:
        return hit._replace(snippet=snippet, spot=hit.ref)
    return hit._replace(snippet=snippet, spot=None if cut.unit is None else Ref(hit.ref.doc, cut.unit))


def _joined(marks: Iterable[TermMatch]) -> tuple[tuple[int, int], ...]:
    """The spans of the marks in order; overlapping spans are merged."""
    spans: list[tuple[int, int]] = []
    for start, end, _ in marks:
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return tuple(spans)
