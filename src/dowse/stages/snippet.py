"""Cut a snippet from the best passage of each hit."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import ClassVar

from ..analysis.folding import holds_phrase, phrase_spans_from
from ..analysis.term_matching import TermMatch, TermMatcher, densest
from ..chunking.spans import sentences, trimmed
from ..formats.registry import outline_of
from ..model.chunk import ChunkSpans, chunk_bounds
from ..model.document import Document, Span, Unit
from ..model.hit import Hit, Hits, Snippet
from ..model.line_numbers import line_of
from ..model.parameter import check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run, StageRole
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ..ports.storage import Granularity, Question
from ..query.extract import phrases
from ..retrieval.keyword import words_of_run
from ..retrieval.sections import most_covered
from .extent import extent

_BLANKS = re.compile(r"\s+")
_SHORTEST, _LONGEST = 20, 10_000  # characters of a snippet
_LONGEST_SEARCHED = 200_000  # characters of one document; beyond that a spot is as good as another
_MOST_OCCURRENCES = 100  # of a quotation in one text that are compared


@dataclass(frozen=True, slots=True)
class _Place:
    """The passage of a snippet."""

    at: int  # where the best of it begins
    within: Span  # the text that may be shown
    section: Unit | None = None  # the section of the snippet; None in the frontmatter
    end: int = 0  # of the quotation at `at`


@dataclass(frozen=True, slots=True)
class CutSnippet:
    """At most `size` characters around the passage with most words of the query, with its heading, lines and part.

    A quotation in the query is in the passage.  A passage is inside one section, and begins with its heading if the
    text below does not match.  For a section or a chunk as the ranked unit, the passage begins inside it.  Without a
    match, the snippet is the first sentence that begins in the most similar chunk, of a chunk over several sections in
    the one with most of its text, or the beginning of the text.  A document whose body has no match shows the
    properties that match, and a document without a body its first properties.  Runs last, on the few hits that are
    shown.
    """

    position: ClassVar[int] = 100  # see ports.Stage
    role: ClassVar[StageRole] = "snippet"

    size: int = parameter(240, "maximum length in characters", minimum=_SHORTEST, maximum=_LONGEST)

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching. Of those hits that are shown if the stages before this one leave the order."""
        docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits[: run.limit]))
        yield DocumentsQuestion(docs)
        yield ChunkSpansQuestion(docs)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the same order, each with a snippet; the spot moves to the section of the snippet.

        That of a part of a section stays.
        """
        docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits))
        run.reader.prefetch((DocumentsQuestion(docs), ChunkSpansQuestion(docs)))  # in one round trip
        documents, chunks = run.reader.documents(docs), run.reader.chunk_spans(docs)
        spotter = TermMatcher(words_of_run(run))
        quoted = phrases(run.query.where)
        cut: list[Hit] = []
        for hit in hits:
            if document := documents.get(hit.ref.doc):
                of_document = chunks.get(hit.ref.doc, {})
                ranked = _ranked_unit(hit.ref, document, of_document, run.granularity)
                cut.append(self._with_snippet(hit, document, of_document, spotter, quoted, ranked=ranked))
            else:
                cut.append(hit)
        return tuple(cut)

    def _with_snippet(
        self,
        hit: Hit,
        document: Document,
        chunks: ChunkSpans,
        spotter: TermMatcher,
        quoted: Sequence[str],
        *,
        ranked: Span,
    ) -> Hit:
        best = hit.spot or hit.ref
        likely = _overlap(chunks.get(best) or extent(best, document), ranked)
        place = _quotation(document, (likely, ranked, _body(document)), quoted, spotter, self.size)
        place = place or self._place(hit, document, spotter, ranked=ranked, likely=likely)
        section, within = place.section, self._with_heading(place, document.text, spotter, quoted)
        at = max(place.at, within[0])
        is_chunk = chunks.get(hit.ref) == ranked
        first, last = _overlap(ranked, within) if is_chunk else within
        from_, to = _bounds(document.text, at, self.size - 2, (first, min(max(last, place.end), within[1])))
        text = _shown(document, from_, to, within)
        spans = list(chunks.values())
        part = list(chunks).index(hit.ref) if is_chunk else bisect_right(chunk_bounds(spans), at)
        snippet = Snippet(
            text=text,
            heading=section.title if section else "",
            line=line_of(document.text, from_),
            end_line=line_of(document.text, max(from_, (section.end if section else within[1]) - 1)),
            marks=_joined(spotter.marks(text)),
            part=part,
            parts=len(spans),
            start=spans[part][0] if spans else 0,
            end=spans[part][1] if spans else 0,
        )
        if is_chunk and hit.ref.section and hit.ref.part is not None:
            return hit._replace(snippet=snippet, spot=hit.ref)
        return hit._replace(snippet=snippet, spot=Ref(hit.ref.doc, section.name) if section else None)

    def _with_heading(self, place: _Place, text: str, spotter: TermMatcher, quoted: Sequence[str]) -> Span:
        """The span of the place; with the heading above it if that matches and the beginning of the span does not."""
        start, end = place.within
        if place.at >= start:
            return start, end

        def matches(part: str) -> bool:
            return any(holds_phrase(part, each) for each in quoted) if quoted else any(spotter.marks(part))

        heading = text.rfind("\n", 0, place.at) + 1
        below = text[slice(*_bounds(text, start, self.size - 2, (start, end)))]
        return (heading, end) if matches(text[heading:start]) and not matches(below) else (start, end)

    def _place(self, hit: Hit, document: Document, spotter: TermMatcher, *, ranked: Span, likely: Span) -> _Place:
        """The passage with most words of the ranked unit; of equal passages the first in the span `likely`."""
        marks = _marks(spotter, document, ranked) or _marks(spotter, document, likely)
        if not marks and hit.ref.part is None and not (hit.ref.section and document.units):
            stated = self._in_frontmatter(document, spotter)
            if stated:
                return stated
        if marks:
            starts = [unit.start for unit in document.units]
            return _passage_at(document, densest(marks, self.size, starts, prefer=likely))
        tops = [(start, end) for _, start, end in document.tops()]
        if tops and hit.ref.part is not None and not hit.ref.section:
            likely = _overlap(tops[most_covered(tops, likely)], likely)
        return _passage_at(document, _beginning(document.text, likely))

    def _in_frontmatter(self, document: Document, spotter: TermMatcher) -> _Place | None:
        """The properties that match; without a match and without a body, the first properties.

        Words in names and tags do not count, since the hit shows names and tags anyway.
        """
        within = _frontmatter(document)
        text = document.text[: within[1]]
        keys = outline_of(document.head.path).property_keys(text, within)
        marks = [mark for mark in spotter.marks(text, within[0]) if not any(a <= mark[0] < b for a, b in keys)]
        has_body = bool(document.body.strip())
        named = _named(document, spotter) if marks and has_body else frozenset()
        marks = [mark for mark in marks if mark[2] not in named]
        if marks:
            return _Place(densest(marks, self.size, (), prefer=within), within)
        return None if has_body else _Place(within[0], within)


def _ranked_unit(ref: Ref, document: Document, chunks: ChunkSpans, granularity: Granularity) -> Span:
    """The span that a hit stands for: a `#` or `##` section ends at the next one, a chunk has its own."""
    if granularity == "chunk" and ref in chunks:
        return chunks[ref]
    if granularity == "section":
        tops = {section.name: (start, end) for section, start, end in document.tops()}
        return tops.get(ref.section) or extent(ref, document)
    return extent(ref, document)


def _body(document: Document) -> Span:
    return document.body_start, len(document.text)


def _overlap(span: Span, within: Span) -> Span:
    """The part of the span inside the other; the other, if they do not overlap."""
    start, end = max(span[0], within[0]), min(span[1], within[1])
    return (start, end) if start < end else within


def _quotation(
    document: Document, spans: Iterable[Span], quoted: Sequence[str], spotter: TermMatcher, size: int
) -> _Place | None:
    """The occurrence of a quotation with most words of the query beside it, in the first of the spans that has one."""
    text = document.text
    for start, end in spans if quoted else ():
        found = dict(
            each for phrase in quoted for each in islice(phrase_spans_from(text, phrase, start, end), _MOST_OCCURRENCES)
        )
        if found:
            best = max(sorted(found), key=lambda at: len({stem for _, _, stem in spotter.marks(text, at, at + size)}))
            return replace(_passage_at(document, best), end=found[best])
    return None


def _passage_at(document: Document, at: int) -> _Place:
    section = _section_at(document, at)
    return _Place(at, _within(document, section) if section else _body(document), section)


def _beginning(text: str, chunk: Span) -> int:
    """The first sentence that begins in the chunk; the start of the chunk if none does."""
    start, end = chunk
    line = text.rfind("\n", 0, start) + 1
    return next((first for first, _ in sentences(text, line, end) if first >= start), start)


def _named(document: Document, spotter: TermMatcher) -> frozenset[str]:
    """The stems in the names and tags of the document."""
    head = document.head
    names = " ".join((head.path, head.title, *head.aliases, *head.tags))
    return frozenset(stem for _, _, stem in spotter.marks(names))


def _marks(spotter: TermMatcher, document: Document, within: Span) -> list[TermMatch]:
    start, end = within
    return list(spotter.marks(document.text, start, min(end, start + _LONGEST_SEARCHED)))


def _frontmatter(document: Document) -> Span:
    """The span of the properties, without the lines around them."""
    return trimmed(document.text, *outline_of(document.head.path).properties_in(document.text, document.body_start))


def _shown(document: Document, start: int, end: int, within: tuple[int, int]) -> str:
    """The stretch on one line, with … where a line or the section is cut."""
    text = document.text
    content = _without_underlines(document, start, end)
    inner = outline_of(document.head.path).unmarked(_BLANKS.sub(" ", content).strip())
    before = "…" if start > within[0] and text[start - 1] != "\n" else ""
    after = "…" if text[end : within[1]].strip() else ""
    return f"{before}{inner}{after}" if inner else ""


def _without_underlines(document: Document, start: int, end: int) -> str:
    """The stretch without the lines below the titles of its sections."""
    outline, kept, at = outline_of(document.head.path), "", start
    for section in document.units:
        if section.title and section.start < end and section.end > start:
            first, last = outline.underline_in(document.text, *trimmed(document.text, section.start, section.end))
            if at < last and first < end:
                kept, at = kept + document.text[at : max(at, first)], last
    return kept + document.text[at:end]


def _joined(marks: Iterable[TermMatch]) -> tuple[tuple[int, int], ...]:
    """The spans of the marks in order; overlapping spans are merged."""
    spans: list[tuple[int, int]] = []
    for start, end, _ in marks:
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return tuple(spans)


def _section_at(document: Document, at: int) -> Unit | None:
    if not document.units:
        return None
    n = bisect_right(document.units, at, key=lambda section: section.start) - 1
    return document.units[max(0, n)]


def _within(document: Document, section: Unit) -> tuple[int, int]:
    """The span for a snippet of the section: its text without the heading; with deeper sections if it is empty."""
    text = document.text
    start, _ = trimmed(text, section.start, section.end)  # blank lines may precede a first heading
    for end in (section.end, extent(Ref(document.head.id, section.name), document)[1]):
        heading_end = outline_of(document.head.path).underline_in(text, start, end)[1] if section.title else start
        rest = text[heading_end:end].lstrip()
        if rest:
            return end - len(rest), end
    return start, section.end


def _bounds(text: str, at: int, size: int, within: tuple[int, int]) -> tuple[int, int]:
    """At most `size` characters around `at`, from the beginning of a line if that is near, cut between words."""
    lead = size // 4
    line = text.rfind("\n", within[0], at) + 1 or within[0]
    start = max(line, within[0]) if at - line <= lead else _next_word(text, at - lead, at)
    end = min(within[1], start + size)
    if end < within[1]:
        blank = max(text.rfind(" ", at + 1, end), text.rfind("\n", at + 1, end))
        end = blank if blank > at + size // 2 else end
    return start, end


def _next_word(text: str, start: int, at: int) -> int:
    blank = text.find(" ", start, at)
    return blank + 1 if blank >= 0 else start
