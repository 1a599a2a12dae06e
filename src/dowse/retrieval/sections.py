"""Rank the sections or the chunks of documents by keyword."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ..analysis.bm25_formula import K1, B, inverse_document_frequency
from ..analysis.densest_window import densest
from ..analysis.term_matching import TermMatch, TermMatcher, terms_in_all_forms
from ..model.document import Document, Span
from ..model.hit import Hit, Hits, ranked
from ..model.inflected_words import InflectedTerms
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.questions import TermPositionsQuestion, TextPartsQuestion
from ..ports.storage import Granularity, Question, Reader
from ..ports.term_positions import PartKind, TermPositions, TextParts

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_TOKENS = 1 << 32  # of one document
_PASSAGE = 40  # tokens, about as long as a snippet

_NOWHERE = TermPositions(np.empty(0, np.int64), np.empty(0, np.int64))


@dataclass(frozen=True, slots=True)
class _Part:
    """A section or a chunk with the frequency of each stem."""

    ref: Ref
    length: int  # characters
    counted: Counter[str]


def in_parts(
    documents: Hits, words: Sequence[str], reader: Reader, kind: PartKind, limit: int, *, others: InflectedTerms = ()
) -> Hits:
    """The best sections or chunks that contain the words, each with a share of the score of its document.

    The share is the BM25 score of the part divided by that of the best part of the document, with frequencies counted
    among these parts; words of the `others` count as the term before them.  A word in the overlap of two chunks counts
    for the one with more text around it.  A document that contains the words outside of its parts alone is represented
    by its first part.  Parts are counted from the positions of the words in the index, and no text is read; the order
    of documents by their best part is that of the documents.
    """
    docs = tuple(hit.ref.doc for hit in documents)
    terms = terms_in_all_forms(words, others)
    reader.prefetch(part_questions(docs, terms, kind))
    parts = reader.text_parts(docs, kind)
    divided = [hit for hit in documents if hit.ref.doc in parts]
    if not divided:
        return documents[:limit]
    listed = [parts[hit.ref.doc] for hit in divided]
    positions = _positions(reader, terms, docs)
    weights = _weights(listed, [positions.get(hit.ref.doc) for hit in divided], len({*terms.values()}))
    found = _shared(divided, listed, weights, limit)
    return ranked((*found, *(hit for hit in documents if hit.ref.doc not in parts)))[:limit]


def part_questions(docs: tuple[str, ...], terms: Mapping[str, str], kind: PartKind) -> Sequence[Question]:
    """What `in_parts` and `summed_scores` ask about these documents and terms."""
    return TermPositionsQuestion(tuple(terms), docs), TextPartsQuestion(docs, kind)


def summed_scores(
    docs: tuple[str, ...], terms: Mapping[str, str], reader: Reader, kind: PartKind
) -> Mapping[str, float]:
    """The sum of the BM25 scores of the sections or chunks of each document that has any, as `in_parts` counts them.

    The terms are those of `terms_in_all_forms`.
    """
    reader.prefetch(part_questions(docs, terms, kind))
    parts = reader.text_parts(docs, kind)
    divided = [doc for doc in docs if doc in parts]
    if not divided:
        return {}
    positions = _positions(reader, terms, docs)
    listed = [parts[doc] for doc in divided]
    weights = _weights(listed, [positions.get(doc) for doc in divided], len({*terms.values()}))
    first = np.cumsum([0, *(len(each.refs) for each in listed[:-1])])
    return dict(zip(divided, np.add.reduceat(weights, first).tolist(), strict=True))


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


def without_repeats(chunks: Hits, terms: Mapping[str, str], reader: Reader) -> Hits:
    """The hits in their order, without a chunk whose best match is that of a better one which overlaps with it.

    The better one counts the matched chunks of both.  The terms are those of `terms_in_all_forms`.
    """
    listed = Counter(hit.ref.doc for hit in chunks)
    docs = tuple(doc for doc, count in listed.items() if count > 1)
    if not docs:
        return chunks
    reader.prefetch(part_questions(docs, terms, "chunk"))
    wanted = {hit.ref for hit in chunks}
    spans = {doc: _token_spans(parts, wanted) for doc, parts in reader.text_parts(docs, "chunk").items()}
    overlapping = [doc for doc, own in spans.items() if _is_overlapping(own)]
    own = tuple(dict.fromkeys(terms.values()))
    matches = {doc: _in_order(found, own) for doc, found in _positions(reader, terms, overlapping).items()}
    kept, first = list[Hit](), dict[tuple[str, int], int]()
    for hit in chunks:
        span = spans.get(hit.ref.doc, {}).get(hit.ref)
        best = _best_match(matches.get(hit.ref.doc, ()), span) if span else None
        if best is not None:
            n = first.setdefault((hit.ref.doc, best), len(kept))
            if n < len(kept):
                kept[n] = kept[n]._replace(matched_chunks=kept[n].matched_chunks + hit.matched_chunks)
                continue
        kept.append(hit)
    return tuple(kept)


def in_best_sections(chunks: Hits, spotter: TermMatcher, reader: Reader) -> Hits:
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
    idf = {stem: inverse_document_frequency(len(parts), df) for stem, df in held.items()}
    average = sum(part.length for part in parts) / max(1, len(parts)) or 1.0

    def weight(part: _Part) -> float:
        norm = K1 * (1 - B + B * part.length / average)
        return sum(idf[stem] * tf * (K1 + 1) / (tf + norm) for stem, tf in part.counted.items())

    return weight


def _frequencies(
    parts: Sequence[TextParts], positions: Sequence[TermPositions | None], terms: int
) -> NDArray[np.int64]:
    """(parts, terms): the occurrences of each term in each part of all documents."""
    offsets = np.arange(len(parts)) * _MOST_TOKENS  # so that all documents are one sequence of tokens
    sizes = np.array([len(each.refs) for each in parts])
    starts, ends = np.concatenate([each.starts for each in parts]), np.concatenate([each.ends for each in parts])
    first = _takeovers(starts, ends)
    first[np.cumsum(sizes) - sizes] = 0
    first += np.repeat(offsets, sizes)
    first = np.maximum.accumulate(first)
    listed = [each or _NOWHERE for each in positions]
    at = np.concatenate([each.at for each in listed])
    at += np.repeat(offsets, [len(each.at) for each in listed])
    column = np.searchsorted(first, at, "right") - 1
    column *= terms
    column += np.concatenate([each.term for each in listed])
    return np.bincount(column, minlength=len(first) * terms).reshape(len(first), terms)


def _takeovers(starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each part but the first takes over from the one before: in the middle of their overlap, if they overlap."""
    before = np.concatenate(([0], ends[:-1]))
    return (starts + np.maximum(starts, before)) // 2


def _weights(parts: Sequence[TextParts], positions: Sequence[TermPositions | None], terms: int) -> NDArray[np.float64]:
    """The BM25 score of each part for all terms, with document frequencies and the average length of these parts."""
    frequencies = _frequencies(parts, positions, terms)
    lengths = np.concatenate([each.lengths for each in parts])
    holding = (frequencies > 0).sum(axis=0)
    idf = np.log(1 + (len(lengths) - holding + 0.5) / (holding + 0.5))
    norms = K1 * (1 - B + B * lengths / (lengths.mean() or 1.0))
    weights: NDArray[np.float64] = (frequencies * (K1 + 1) / (frequencies + norms[:, np.newaxis])) @ idf
    return weights


def _positions(reader: Reader, terms: Mapping[str, str], docs: Sequence[str]) -> Mapping[str, TermPositions]:
    """The positions of the terms, each as a position of the one as which it counts, by the number of that."""
    found = reader.term_positions(tuple(terms), docs)
    number = {own: n for n, own in enumerate(dict.fromkeys(terms.values()))}
    if len(number) == len(terms):
        return found
    numbers = np.array([number[own] for own in terms.values()], np.int64)
    return {doc: TermPositions(numbers[each.term], each.at) for doc, each in found.items()}


def _token_spans(parts: TextParts, wanted: Container[Ref]) -> Mapping[Ref, Span]:
    """The spans of the wanted parts, in tokens."""
    spans = zip(parts.starts.tolist(), parts.ends.tolist(), strict=True)
    return {ref: span for ref, span in zip(parts.refs, spans, strict=True) if ref in wanted}


def _is_overlapping(spans: Mapping[Ref, Span]) -> bool:
    ordered = sorted(spans.values())
    return any(later[0] < earlier[1] for earlier, later in pairwise(ordered))


def _in_order(positions: TermPositions, terms: Sequence[str]) -> Sequence[TermMatch]:
    """The matches of the terms, each as long as one token."""
    order = np.argsort(positions.at, kind="stable")
    found = zip(positions.at[order].tolist(), positions.term[order].tolist(), strict=True)
    return [(at, at + 1, terms[term]) for at, term in found]


def _best_match(matches: Sequence[TermMatch], span: Span) -> int | None:
    """Where the passage of the span with most of the terms begins, as long as a snippet; None without any of them."""
    first, last = (bisect_left(matches, (at,)) for at in span)
    return densest(matches[first:last], _PASSAGE, (), prefer=span) if first < last else None


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


def _shared(
    documents: Sequence[Hit], parts: Sequence[TextParts], weights: NDArray[np.float64], limit: int
) -> Iterator[Hit]:
    """The best parts with a weight, and the first part of each document without any, best first."""
    sizes = [len(each.refs) for each in parts]
    starts = np.cumsum([0, *sizes[:-1]])
    best = np.maximum.reduceat(weights, starts)
    is_chosen = weights > 0
    is_chosen[starts[best == 0]] = True
    chosen = np.flatnonzero(is_chosen)
    document = np.repeat(np.arange(len(parts)), sizes)[chosen]
    shares = np.divide(weights[chosen], best[document], out=np.ones(len(chosen)), where=best[document] > 0)
    scores = np.array([hit.score for hit in documents])[document] * shares
    order = np.argsort(-scores, kind="stable")[:limit]
    numbers = chosen - starts[document]
    for score, n, number in zip(scores[order].tolist(), document[order].tolist(), numbers[order].tolist(), strict=True):
        hit = documents[n]
        yield Hit(parts[n].refs[number], hit.head, score, hit.why, hit.spot, hit.matched_chunks, hit.snippet)
