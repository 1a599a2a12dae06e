"""Rank the sections of documents by keyword."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..analysis.term_matching import TermMatcher
from ..model.document import Document, Span, Unit
from ..model.hit import Hit, Hits, ranked
from ..model.ref import Ref
from ..ports.storage import Reader

_K1, _B = 1.2, 0.75  # BM25's
_LONGEST = 200_000  # characters of one document


@dataclass(frozen=True, slots=True)
class _Part:
    """A section with the frequency of each stem."""

    ref: Ref
    length: int  # characters
    counted: Counter[str]


def in_sections(documents: Hits, words: Sequence[str], reader: Reader) -> Hits:
    """The sections that contain the words, each with a share of the score of its document.

    The share is the BM25 score of the section divided by that of the best section of the document, with frequencies
    counted among these sections.  A document that contains the words in its names alone is represented by its first
    section.  Sections need no index of their own, which would double the work of indexing; the order of documents by
    their best section is that of the documents.
    """
    texts = reader.documents(hit.ref.doc for hit in documents)
    spotter = TermMatcher(words)
    parts = {doc: list(_parts(text, spotter)) for doc, text in texts.items()}
    weight = _bm25([part for some in parts.values() for part in some])
    return ranked(
        found
        for hit in documents
        for found in _shared(hit, [(part, weight(part)) for part in parts.get(hit.ref.doc, ())])
    )


def in_best_sections(chunks: Hits, words: Sequence[str], reader: Reader) -> Hits:
    """The hits in their order; a chunk over several sections is moved to the section of its best match.

    That is the section with the highest BM25 score of the words inside the chunk, with frequencies counted among all
    sections that contain any of the words inside such a chunk; without any of the words, the section with most of the
    text of the chunk.  The chunk stays the spot of the hit.
    """
    wide = [hit.ref for hit in chunks if hit.matched_chunks and not hit.ref.section]
    if not wide:
        return chunks
    docs, listed = {ref.doc for ref in wide}, frozenset(wide)
    texts, spans = reader.documents(docs), reader.chunk_spans(docs)
    in_each = {doc: {ref: span for ref, span in spans.get(doc, {}).items() if ref in listed} for doc in texts}
    spotter = TermMatcher(words)
    parts = {ref: some for doc, text in texts.items() for ref, some in _in_chunks(text, in_each[doc], spotter)}
    weight = _bm25([part for some in parts.values() for part in some])
    best = {ref: max(some, key=weight).ref for ref, some in parts.items()}
    return tuple(hit._replace(ref=best[hit.ref], spot=hit.ref) if hit.ref in best else hit for hit in chunks)


def _bm25(parts: Sequence[_Part]) -> Callable[[_Part], float]:
    """The BM25 score of a part for all stems, with frequencies and the average length of these parts."""
    held = Counter(stem for part in parts for stem in part.counted)
    idf = {stem: math.log(1 + (len(parts) - df + 0.5) / (df + 0.5)) for stem, df in held.items()}
    average = sum(part.length for part in parts) / max(1, len(parts)) or 1.0

    def weight(part: _Part) -> float:
        norm = _K1 * (1 - _B + _B * part.length / average)
        return sum(idf[stem] * tf * (_K1 + 1) / (tf + norm) for stem, tf in part.counted.items())

    return weight


def _parts(document: Document, spotter: TermMatcher) -> Iterator[_Part]:
    tops = list(document.tops())
    starts = [start for _, start, _ in tops]
    counted: list[Counter[str]] = [Counter() for _ in tops]
    end = min(len(document.text), document.body_start + _LONGEST)
    for at, _, stem in spotter.marks(document.text, document.body_start, end):
        counted[bisect_right(starts, at) - 1][stem] += 1
    for (section, first, last), found in zip(tops, counted, strict=True):
        yield _Part(Ref(document.head.id, section.name), last - first, found)


def _in_chunks(
    document: Document, spans: Mapping[Ref, Span], spotter: TermMatcher
) -> Iterator[tuple[Ref, Sequence[_Part]]]:
    """The sections with any of the words inside each chunk, counted there; or the section with most of the chunk."""
    tops = list(document.tops())
    if not tops or not spans:
        return
    starts = [start for _, start, _ in tops]
    # Once for all chunks of the document, since windows overlap.
    marks = list(spotter.marks(document.text, min(a for a, _ in spans.values()), max(b for _, b in spans.values())))
    places = [at for at, _, _ in marks]
    for ref, (start, end) in spans.items():
        counted: dict[int, Counter[str]] = {}
        for at, _, stem in marks[bisect_left(places, start) : bisect_left(places, end)]:
            counted.setdefault(max(0, bisect_right(starts, at) - 1), Counter())[stem] += 1
        found = counted or {_most_covered(tops, start, end): Counter[str]()}
        sections = ((*tops[n], held) for n, held in found.items())
        yield ref, [_Part(Ref(ref.doc, unit.name), last - first, held) for unit, first, last, held in sections]


def _most_covered(tops: Sequence[tuple[Unit, int, int]], start: int, end: int) -> int:
    """The number of the section with most of the span."""
    return max(range(len(tops)), key=lambda n: min(tops[n][2], end) - max(tops[n][1], start))


def _shared(hit: Hit, weighed: Sequence[tuple[_Part, float]]) -> Iterator[Hit]:
    best = max((weight for _, weight in weighed), default=0.0)
    if not best:
        yield hit._replace(ref=weighed[0][0].ref) if weighed else hit
        return
    for part, weight in weighed:
        if weight:
            yield hit._replace(ref=part.ref, score=hit.score * weight / best)
