"""Rank the sections or the chunks of documents by keyword."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from ..analysis.term_matching import TermMatcher, densest
from ..model.chunk import ChunkSpans, chunk_bounds
from ..model.document import Document, Span
from ..model.hit import Hit, Hits, ranked
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ..ports.storage import Granularity, Reader

_K1, _B = 1.2, 0.75  # BM25's
_LONGEST = 200_000  # characters of one document
_PASSAGE = 240  # characters


@dataclass(frozen=True, slots=True)
class _Part:
    """A section or a chunk with the frequency of each stem."""

    ref: Ref
    length: int  # characters
    counted: Counter[str]


def in_parts(documents: Hits, words: Sequence[str], reader: Reader, granularity: Granularity) -> Hits:
    """The sections or the chunks that contain the words, each with a share of the score of its document.

    The share is the BM25 score of the part divided by that of the best part of the document, with frequencies counted
    among these parts.  A word in the overlap of two chunks counts for the one with more text around it.  A document
    that contains the words in its names alone is represented by its first part.  Parts need no index of their own,
    which would double the work of indexing; the order of documents by their best part is that of the documents.
    """
    docs = tuple(hit.ref.doc for hit in documents)
    of_chunks = (ChunkSpansQuestion(docs),) if granularity == "chunk" else ()
    reader.prefetch((DocumentsQuestion(docs), *of_chunks))  # kept for the stages
    texts, chunks = reader.documents(docs), reader.chunk_spans(docs) if of_chunks else {}
    matcher = TermMatcher(words)
    parts = {doc: list(_parts(text, chunks.get(doc), matcher)) for doc, text in texts.items()}
    weight = _bm25([part for some in parts.values() for part in some])
    return ranked(
        found
        for hit in documents
        for found in _shared(hit, [(part, weight(part)) for part in parts.get(hit.ref.doc, ())])
    )


def at_best_parts(documents: Hits, parts: Hits, reader: Reader, granularity: Granularity) -> Hits:
    """The hits in their order, each at the first of these sections or chunks of its document, or else at its first."""
    best: dict[str, Hit] = {}
    for part in parts:
        best.setdefault(part.ref.doc, part)
    rest = tuple(hit.ref.doc for hit in documents if hit.ref.doc not in best)
    if granularity == "chunk":
        first = {doc: next(iter(spans)) for doc, spans in reader.chunk_spans(rest).items() if spans}
    else:
        first = {doc: Ref(doc, text.units[0].name) for doc, text in reader.documents(rest).items() if text.units}
    return tuple(
        hit._replace(ref=best[hit.ref.doc].ref if hit.ref.doc in best else first.get(hit.ref.doc, hit.ref))
        for hit in documents
    )


def without_repeats(chunks: Hits, words: Sequence[str], reader: Reader) -> Hits:
    """The hits in their order, without a chunk whose best match is that of a better one which overlaps with it.

    The better one counts the matched chunks of both.
    """
    listed = Counter(hit.ref.doc for hit in chunks)
    docs = tuple(doc for doc, count in listed.items() if count > 1)
    spans = reader.chunk_spans(docs) if docs else {}
    in_each: dict[str, list[Span]] = {doc: [] for doc in docs}
    for hit in chunks:
        if span := spans.get(hit.ref.doc, {}).get(hit.ref):
            in_each[hit.ref.doc].append(span)
    texts = reader.documents([doc for doc, own in in_each.items() if _is_overlapping(own)])
    matcher, kept, first = TermMatcher(words), list[Hit](), dict[tuple[str, int], int]()
    for hit in chunks:
        document, span = texts.get(hit.ref.doc), spans.get(hit.ref.doc, {}).get(hit.ref)
        best = _best_match(document, span, matcher) if document and span else None
        if best is not None:
            n = first.setdefault((hit.ref.doc, best), len(kept))
            if n < len(kept):
                kept[n] = kept[n]._replace(matched_chunks=kept[n].matched_chunks + hit.matched_chunks)
                continue
        kept.append(hit)
    return tuple(kept)


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


def most_covered(sections: Sequence[Span], span: Span) -> int:
    """The number of the section with most of the span."""
    start, end = span
    return max(range(len(sections)), key=lambda n: min(sections[n][1], end) - max(sections[n][0], start))


def _bm25(parts: Sequence[_Part]) -> Callable[[_Part], float]:
    """The BM25 score of a part for all stems, with frequencies and the average length of these parts."""
    held = Counter(stem for part in parts for stem in part.counted)
    idf = {stem: math.log(1 + (len(parts) - df + 0.5) / (df + 0.5)) for stem, df in held.items()}
    average = sum(part.length for part in parts) / max(1, len(parts)) or 1.0

    def weight(part: _Part) -> float:
        norm = _K1 * (1 - _B + _B * part.length / average)
        return sum(idf[stem] * tf * (_K1 + 1) / (tf + norm) for stem, tf in part.counted.items())

    return weight


def _parts(document: Document, chunks: ChunkSpans | None, matcher: TermMatcher) -> Iterator[_Part]:
    """The chunks, or else the sections, with the words in each."""
    if chunks is None:
        tops = list(document.tops())
        spans = {Ref(document.head.id, section.name): (first, last) for section, first, last in tops}
        bounds = [start for _, start, _ in tops[1:]]
    else:
        spans, bounds = dict(chunks), chunk_bounds(chunks.values())
    counted: list[Counter[str]] = [Counter() for _ in spans]
    end = min(len(document.text), document.body_start + _LONGEST)
    for at, _, stem in matcher.marks(document.text, document.body_start, end) if spans else ():
        counted[bisect_right(bounds, at)][stem] += 1
    for (ref, (first, last)), found in zip(spans.items(), counted, strict=True):
        yield _Part(ref, last - first, found)


def _is_overlapping(spans: Sequence[Span]) -> bool:
    ordered = sorted(spans)
    return any(later[0] < earlier[1] for earlier, later in pairwise(ordered))


def _best_match(document: Document, span: Span, matcher: TermMatcher) -> int | None:
    """Where the passage with most of the words begins, as long as a snippet; None without any of them."""
    marks = list(matcher.marks(document.text, *span))
    return densest(marks, _PASSAGE, [unit.start for unit in document.units], prefer=span) if marks else None


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
        found = counted or {most_covered([(first, last) for _, first, last in tops], (start, end)): Counter[str]()}
        sections = ((*tops[n], held) for n, held in found.items())
        yield ref, [_Part(Ref(ref.doc, unit.name), last - first, held) for unit, first, last, held in sections]


def _shared(hit: Hit, weighed: Sequence[tuple[_Part, float]]) -> Iterator[Hit]:
    best = max((weight for _, weight in weighed), default=0.0)
    if not best:
        yield hit._replace(ref=weighed[0][0].ref) if weighed else hit
        return
    for part, weight in weighed:
        if weight:
            yield hit._replace(ref=part.ref, score=hit.score * weight / best)
