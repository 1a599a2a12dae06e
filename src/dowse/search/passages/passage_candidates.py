"""The pieces of the documents of an answer, of which the best are packed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from ...analysis.term_matching import TermMatcher
from ...model.document import Document, Span
from ...model.hit import Hit, Hits
from ...model.line_numbers import line_of
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from .passage_spans import pieces_of
from .selected_passages import selected_passages, values_in_order

_MOST_PIECES = 12  # of one document that are scored


@dataclass(frozen=True, slots=True)
class PassageCandidates:
    """A document with its pieces."""

    rank: int  # of its hit
    document: Document
    spans: Sequence[Span]
    snippet: int  # the number of the piece of the snippet
    values: Sequence[float] = ()  # of the pieces that filters select, which are not scored, relative to the hit
    start: int | None = None  # of a selected symbol

    def text(self, number: int) -> str:
        """That of a piece."""
        return self.document.text[slice(*self.spans[number])]

    def place(self, number: int) -> int:
        """The offset whose headings a piece has."""
        return self.spans[number][0] if self.start is None else self.start


def passage_candidates(
    hits: Hits, documents: Mapping[str, Document], run: Run, matcher: TermMatcher
) -> Iterator[tuple[int, PassageCandidates]]:
    """The documents of the hits by their rank, with their pieces."""
    refs = [hit.ref for hit in hits if hit.ref.section]
    for rank, hit in enumerate(hits):
        if (document := documents.get(hit.ref.doc)) is None:
            continue
        if selected := selected_passages(hit, document, run, refs):
            first = selected.values.index(1.0)
            yield rank, PassageCandidates(rank, document, selected.spans, first, selected.values, selected.start)
        elif spans := pieces_of(document):
            snippet = _snippet_number(hit, document, spans, matcher)
            yield rank, PassageCandidates(rank, document, spans, snippet, values_in_order(run, len(spans)))


def _snippet_number(hit: Hit, document: Document, spans: Sequence[Span], matcher: TermMatcher) -> int:
    """The number of the piece of the snippet; that of the first one without a snippet.

    Of several pieces of one long line the one with most words of the query.
    """
    if not hit.snippet:
        return 0
    line, text = hit.snippet.line, document.text
    first = bisect_left(spans, line, key=lambda span: line_of(text, span[1] - 1))
    following = bisect_right(spans, line, key=lambda span: line_of(text, span[0]))
    if following - first < 2:
        return max(0, following - 1)
    return max(range(first, following), key=lambda n: len({stem for _, _, stem in matcher.marks(text, *spans[n])}))


def scored_numbers(candidate: PassageCandidates, matcher: TermMatcher) -> list[int]:
    """The numbers of the pieces in which most different words of the query begin, when there are too many to score.

    Scans the text once, not once per piece, which took seconds for a long note.
    """
    spans = candidate.spans
    if len(spans) <= _MOST_PIECES:
        return list(range(len(spans)))
    stems: defaultdict[int, set[str]] = defaultdict(set)
    n, last = 0, len(spans) - 1
    start, end = spans[0]
    for at, _, stem in matcher.marks(candidate.document.text, start, spans[-1][1]):
        while at >= end and n < last:  # headings without text are between pieces
            n += 1
            start, end = spans[n]
        if start <= at < end:
            stems[n].add(stem)
    held = sorted((-len(each), n) for n, each in stems.items() if n != candidate.snippet)
    best = dict.fromkeys((candidate.snippet, *(n for _, n in held), *range(_MOST_PIECES)))
    return sorted(islice(best, _MOST_PIECES))
