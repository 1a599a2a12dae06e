"""Cut a snippet from the best passage of each hit."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import ClassVar

from ..analysis.folding import holds_phrase, phrase_spans_from
from ..analysis.term_matching import TermMatch, TermMatcher, densest, matcher_of
from ..chunking.spans import sentences, trimmed
from ..formats.registry import outline_of
from ..model.chunk import ChunkSpans
from ..model.document import Document, Span, Unit
from ..model.hit import Hit, Hits
from ..model.parameter import check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run, StageRole
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ..ports.storage import Granularity, Question
from ..query.ast import Expr, OneOf, walk
from ..query.extract import phrases, referred_names
from ..retrieval.keyword import words_of_run
from ..retrieval.sections import most_covered
from .code_snippet import code_snippet
from .definitions import DEFINITIONS
from .extent import extent
from .markup_reader import LEAD, SEPARATOR, MarkupReader, boilerplate_of
from .reference_lines import reference_lines, resolved_lines
from .rendered_text import bounds, rendered, word_start
from .snippet_text import SnippetText, with_snippet
from .spread import SPREAD

_SHORTEST, _LONGEST = 20, 10_000  # characters of a snippet
_SEARCHED_AT_ONCE = 200_000  # characters of one document; beyond the first match a spot is as good as another
_MOST_OCCURRENCES = 100  # of a quotation in one text that are compared
_MOST_TRIES = 8  # windows that are looked at for words outside of markup
_FARTHEST = 1_000  # characters of the source after a match that are read for a snippet of the default size


@dataclass(frozen=True, slots=True)
class _Place:
    """The passage of a snippet."""

    at: int  # where the best of it begins
    within: Span  # the text that may be shown
    section: Unit | None = None  # the section of the snippet; None in the frontmatter
    end: int = 0  # of the quotation at `at`
    keep: Span = (0, 0)  # a match that only markup contains, which is shown


@dataclass(frozen=True, slots=True)
class _Sought:
    """What a snippet should show."""

    spotter: TermMatcher
    quoted: Sequence[str]  # the quotations in the query
    marker: TermMatcher | None  # of the words of the snippet; None where nobody asks for them
    where: Expr  # the query
    places: frozenset[Ref]  # that scopes of references select
    lines: Mapping[Ref, Sequence[int]]  # with the resolved references in them
    names: frozenset[str]  # stems of the names in scopes of references


@dataclass(frozen=True, slots=True)
class CutSnippet:
    """At most `size` characters around the passage with most words of the query, with its heading, lines and part.

    A quotation in the query is in the passage.  A passage is inside one section, and begins with its heading if the
    text below does not match.  For a section or a chunk as the ranked unit, the passage begins inside it.  Without a
    match, the snippet is the first sentence that begins in the most similar chunk, of a chunk over several sections in
    the one with most of its text, or the beginning of the text.  A document whose body has no match shows the
    properties that match, and a document without a body its first properties.  Source code is shown as lines, see
    code_snippet.  Runs last, on the few hits that are shown.
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
        boilerplate = boilerplate_of(run.reader)
        # Where calls: or explains: selected a place, its name is there: it counts for the snippet alone.
        names = referred_names(run.query.where)
        spotter = matcher_of((*words_of_run(run), *names))
        marker, where = spotter if run.marks else None, run.query.where
        places, lines = _places(run.where), resolved_lines(run.where)
        stems = frozenset(matcher_of(names).stems if names else ())
        sought = _Sought(spotter, phrases(where), marker, where, places, lines, stems)
        cut: list[Hit] = []
        for hit in hits:
            if document := documents.get(hit.ref.doc):
                of_document = chunks.get(hit.ref.doc, {})
                ranked = _ranked_unit(hit.ref, document, of_document, run.granularity)
                if document.is_source:
                    cut.append(self._with_code(hit, document, of_document, sought, ranked=ranked))
                    continue
                reader = MarkupReader(document, boilerplate)
                cut.append(self._with_snippet(hit, reader, of_document, sought, ranked=ranked))
            else:
                cut.append(hit)
        return tuple(cut)

    def _with_snippet(
        self, hit: Hit, reader: MarkupReader, chunks: ChunkSpans, sought: _Sought, *, ranked: Span
    ) -> Hit:
        document, spotter, quoted = reader.document, sought.spotter, sought.quoted
        best = hit.spot or hit.ref
        likely = _overlap(chunks.get(best) or extent(best, document), ranked)
        place = _quotation(reader, (likely, ranked, _body(document)), quoted, spotter, self.size)
        place = place or self._place(hit, reader, spotter, ranked=ranked, likely=likely)
        section, within = place.section, self._with_heading(place, reader, spotter, quoted)
        at = max(place.at, within[0])
        is_chunk = chunks.get(hit.ref) == ranked
        first, last = _overlap(ranked, within) if is_chunk else within
        span = first, min(max(last, place.end), within[1])
        text, from_ = self._shown(reader, at, span, within, place.keep)
        if not text:
            reader.show_all_lines()
            text, from_ = self._shown(reader, at, span, within, place.keep)
        cut = SnippetText(text, section, at, from_, section.end if section else within[1])
        return with_snippet(hit, document, chunks, sought.marker, cut, is_chunk=is_chunk)

    def _with_code(self, hit: Hit, document: Document, chunks: ChunkSpans, sought: _Sought, *, ranked: Span) -> Hit:
        quoted = sought.quoted
        best = hit.spot or hit.ref
        likely = _overlap(chunks.get(best) or extent(best, document), ranked)
        is_named = any(reason.source == DEFINITIONS for reason in hit.why)
        spans = (likely,) if is_named and not quoted else (ranked, likely)
        if hit.ref.section and hit.why and hit.why[0].source == SPREAD:  # a link has brought this symbol, no word
            spans = (_before_members(hit.ref, document, ranked),)
        line = _reference_line(document, hit.ref, ranked, sought) if hit.ref in sought.places else None
        cut = code_snippet(
            document, sought.spotter, quoted, spans=(line, *spans) if line else spans, line=line, size=self.size
        )
        return with_snippet(hit, document, chunks, sought.marker, cut, is_chunk=chunks.get(hit.ref) == ranked)

    def _with_heading(self, place: _Place, reader: MarkupReader, spotter: TermMatcher, quoted: Sequence[str]) -> Span:
        """The span of the place; with the heading above it if that matches and the beginning of the span does not."""
        start, end = place.within
        if place.at >= start:
            return start, end

        def matches(part: str) -> bool:
            return any(holds_phrase(part, each) for each in quoted) if quoted else any(spotter.marks(part))

        text = reader.document.text
        heading = text.rfind("\n", 0, place.at) + 1
        if not matches(text[heading:start]):
            return start, end
        below, _ = self._shown(reader, start, (start, end), (start, end), place.keep)
        return (start, end) if matches(below) else (heading, end)

    def _shown(self, reader: MarkupReader, at: int, span: Span, within: Span, keep: Span) -> tuple[str, int]:
        """At most `size` characters of the span around `at`, without markup, and the offset at which they begin.

        The text is on one line, with … where a line or `within` is cut.
        """
        source, reach = reader.document.text, _reach(self.size)
        low = _line_near(source, at, span[0])
        while True:
            high = min(span[1], max(at, keep[1]) + reach)
            shown = rendered(source, (low, high), reader.hidden((low, high)), keep=keep)
            begin = shown.offset(at)
            begin += len(shown.text[begin:]) - len(shown.text[begin:].lstrip())
            from_, to = bounds(shown.text, min(begin, len(shown.text)), self.size - 2, (0, len(shown.text)))
            if high == span[1] or to < len(shown.text) or reach > _FARTHEST:
                break
            reach *= 4
        if low > span[0] and begin >= len(shown.text):  # nothing but markup follows
            return self._shown(reader, span[0], span, within, keep)
        content = shown.text[from_:to]
        inner = outline_of(reader.document.head.path).unmarked(" ".join(content.split()))
        inner = inner.removesuffix(SEPARATOR.strip()).rstrip()
        if not inner:
            return "", at
        from_ += len(content) - len(content.lstrip())
        above = shown.text[:from_].rstrip(" \t\r") or source[max(within[0], low - 1) : low]
        before = "…" if above and not above.endswith("\n") else ""
        after = "…" if shown.text[to:].strip() or source[high : within[1]].strip() else ""
        return f"{before}{inner}{after}", shown.source(from_)

    def _place(self, hit: Hit, reader: MarkupReader, spotter: TermMatcher, *, ranked: Span, likely: Span) -> _Place:
        """The passage with most words of the ranked unit; of equal passages the first in the span `likely`."""
        document = reader.document
        marks = _marks(spotter, document, ranked) or _marks(spotter, document, likely)
        if not marks and hit.ref.part is None and not (hit.ref.section and document.units):
            stated = self._in_frontmatter(document, spotter)
            if stated:
                return stated
        if marks and (shown := _densest_shown(reader, marks, self.size, prefer=likely)):
            return _passage_at(document, *shown)
        likely = next((span for span in (likely, ranked) if reader.has_prose(span)), likely)
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


def _places(where: Expr) -> frozenset[Ref]:
    return frozenset(ref for node in walk(where) if isinstance(node, OneOf) for ref in node.places)


def _reference_line(document: Document, ref: Ref, ranked: Span, sought: _Sought) -> Span | None:
    """The first line with a reference, unless the words of the query show it among the lines of the symbol."""
    lines = reference_lines(document, ref, sought.where, sought.lines.get(ref, ()))
    # A symbol inside this one may have the same reference, and is then a hit of its own.
    has_members = any(unit.parent == ref.section for unit in document.units if unit.parent)
    is_shown = lines and lines[0] == min(lines) and any(sought.spotter.marks(document.text, *lines[0]))
    if lines and (has_members or not is_shown or _has_namesake(document, ranked, sought, lines)):
        return lines[0]
    return None


def _has_namesake(document: Document, ranked: Span, sought: _Sought, lines: Sequence[Span]) -> bool:
    """Whether another line of the span than these has the name, as a comment may."""
    ordered = sorted(lines)
    for at, _, stem in sought.spotter.marks(document.text, *ranked):
        line = bisect_right(ordered, at, key=itemgetter(0)) - 1
        if stem in sought.names and not (line >= 0 and at < ordered[line][1]):
            return True
    return False


def _before_members(ref: Ref, document: Document, span: Span) -> Span:
    """The span of a symbol up to the first symbol inside it."""
    inner = (unit.start for unit in document.units if unit.parent == ref.section and unit.start > span[0])
    return span[0], min(inner, default=span[1])


def _body(document: Document) -> Span:
    return document.body_start, len(document.text)


def _overlap(span: Span, within: Span) -> Span:
    """The part of the span inside the other; the other, if they do not overlap."""
    start, end = max(span[0], within[0]), min(span[1], within[1])
    return (start, end) if start < end else within


def _quotation(
    reader: MarkupReader, spans: Iterable[Span], quoted: Sequence[str], spotter: TermMatcher, size: int
) -> _Place | None:
    """The occurrence of a quotation with most words of the query beside it, in the first of the spans with one."""
    text = reader.document.text
    for start, end in spans if quoted else ():
        found = dict(
            each for phrase in quoted for each in islice(phrase_spans_from(text, phrase, start, end), _MOST_OCCURRENCES)
        )
        words = {at: len({stem for _, _, stem in spotter.marks(text, at, at + size)}) for at in sorted(found)}
        for best in sorted(words, key=lambda at: -words[at])[:_MOST_TRIES]:
            if not reader.is_never_shown((best, found[best])):
                return _passage_at(reader.document, best, (best, found[best]), end=found[best])
    return None


def _passage_at(document: Document, at: int, keep: Span = (0, 0), *, end: int = 0) -> _Place:
    section = _section_at(document, at)
    return _Place(at, _within(document, section) if section else _body(document), section, end, keep)


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
    """The matches in the first stretch of the span that has any."""
    text, (at, end) = document.text, within
    while at < end:
        last = at + _SEARCHED_AT_ONCE
        last = end if last >= end else max(text.rfind(" ", at + 1, last), text.rfind("\n", at + 1, last)) + 1 or last
        if marks := list(spotter.marks(text, at, last)):
            return marks
        at = last
    return []


def _frontmatter(document: Document) -> Span:
    """The span of the properties, without the lines around them."""
    return trimmed(document.text, *outline_of(document.head.path).properties_in(document.text, document.body_start))


def _densest_shown(reader: MarkupReader, marks: list[TermMatch], size: int, *, prefer: Span) -> tuple[int, Span] | None:
    """The window with most words outside of markup; without any, that with most words and its first match.

    None if all matches are in text that is never shown.
    """
    document = reader.document
    starts = [unit.start for unit in document.units]
    left = marks
    for _ in range(_MOST_TRIES):
        at = densest(left, size, starts, prefer=prefer)
        first = bisect_left(left, at, key=itemgetter(0))
        last = bisect_left(left, at + size, key=itemgetter(0))
        low = _line_near(document.text, at, document.units[0].start if document.units else 0)
        hidden = reader.hidden((low, at + _reach(size)))
        shown = [mark for mark in left[first:last] if not any(a <= mark[0] and mark[1] <= b for a, b, _ in hidden)]
        if shown and {stem for _, _, stem in shown} == {stem for _, _, stem in left[first:last]}:
            return shown[0][0], (0, 0)
        left = [*left[:first], *shown, *left[last:]]
        if not left:
            break
    left = left or marks
    for _ in range(_MOST_TRIES):
        at = densest(left, size, starts, prefer=prefer)
        match = next(mark[:2] for mark in left if mark[0] == at)
        if not reader.is_never_shown(match):
            return at, match
        left = [mark for mark in left if mark[:2] != match and not at <= mark[0] < at + LEAD]
        if not left:
            break
    return None


def _reach(size: int) -> int:
    """Characters of the source after a match that usually suffice for a snippet."""
    return 2 * size


def _line_near(text: str, at: int, low: int) -> int:
    """The start of the line at the offset, or of a word in a long line; at least `low`."""
    near = max(low, at - LEAD)
    line = text.rfind("\n", near, at) + 1
    return line or (low if near == low else word_start(text, near, at))


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
        heading_end = outline_of(document.head.path).underline_in(text, start, end)[1] if section.is_heading else start
        rest = text[heading_end:end].lstrip()
        if rest:
            return end - len(rest), end
    return start, section.end
