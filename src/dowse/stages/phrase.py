"""Find the section or the chunk that contains a quotation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from ..analysis.phrase_match import holds_phrase, phrase_spans_from
from ..model.chunk import ChunkSpans, chunk_bounds
from ..model.document import Document, Unit
from ..model.hit import Hit, Hits
from ..model.parameter import check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ..ports.storage import Question, Reader
from ..query.extract import phrases
from .extent import extent


@dataclass(frozen=True, slots=True)
class Phrase:
    """Move the spot of a hit to a section with the quoted text; the evidence is the number of such sections.

    Of several such sections the one inside the best match counts first, then the one with most of the quotations, then
    the first.  If sections or chunks are ranked, one without the quotation is replaced by the one of its document that
    has it; of the hits of one section or chunk the best remains.  No document is dropped: the engine has selected those
    with the quotation before the cut to the best candidates.  Reads the first `depth` hits.
    """

    position: ClassVar[int] = 10  # see ports.Stage
    is_optional: ClassVar[bool] = True

    depth: int = parameter(50, "number of top hits in which to look for the quoted text", minimum=1)

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if phrases(run.query.where):
            docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits[: self.depth]))
            yield DocumentsQuestion(docs)
            if run.granularity == "chunk":
                yield ChunkSpansQuestion(docs)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in their order."""
        quoted = phrases(run.query.where)
        if not quoted:
            return hits
        documents = run.reader.documents({hit.ref.doc for hit in hits[: self.depth]})
        if run.granularity == "chunk":
            return _once(_in_chunks(hits, documents, run.reader, quoted))
        return _once(_placed(hit, documents.get(hit.ref.doc), quoted) for hit in hits)


def _once(hits: Iterable[Hit]) -> Hits:
    """The first hit of each document or section, with the chunks of all of them."""
    kept: dict[Ref, Hit] = {}
    for hit in hits:
        first = kept.get(hit.ref)
        matched = hit.matched_chunks + (first.matched_chunks if first else 0)
        kept[hit.ref] = first._replace(matched_chunks=matched) if first else hit
    return tuple(kept.values())


def _placed(hit: Hit, document: Document | None, quoted: tuple[str, ...]) -> Hit:
    if document is None:
        return hit
    sections = list(_holding(document, quoted))
    if not sections:
        return hit.because("phrase", 0.0)  # the phrase is in the title, an alias or a tag
    wholes = [extent(ref, document) for ref in (hit.ref, hit.spot or hit.ref)]

    def worth(found: tuple[Unit, int]) -> tuple[bool, bool, int]:
        section, held = found
        of_ref, of_spot = (start <= section.start < end for start, end in wholes)
        return of_ref, of_ref and of_spot, held

    best, _ = max(sections, key=worth)
    ref = hit.ref if worth((best, 0))[0] or not hit.ref.section else _top(document, best)
    return hit._replace(ref=ref, spot=Ref(hit.ref.doc, best.name)).because("phrase", float(len(sections)))


def _in_chunks(hits: Hits, documents: Mapping[str, Document], reader: Reader, quoted: tuple[str, ...]) -> Iterator[Hit]:
    """The hits, each at a chunk that contains a phrase: its own, the next one that has it in their overlap, or else the
    first with most of the phrases.
    """
    spans = reader.chunk_spans(documents)
    found = {doc: _occurrences(document, spans.get(doc, {}), quoted) for doc, document in documents.items()}
    for hit in hits:
        if hit.ref.doc not in documents:
            yield hit
            continue
        holding = found[hit.ref.doc]
        if not holding:
            yield hit.because("phrase", 0.0)  # the phrase is in the title, an alias or a tag
            continue
        start, end = spans[hit.ref.doc].get(hit.ref, (0, 0))
        near = (ref for ref, places in holding.items() if any(start <= at < end for at, _ in places))
        most = max(holding, key=lambda ref: len({phrase for _, phrase in holding[ref]}))
        ref = hit.ref if hit.ref in holding else next(near, most)
        yield hit._replace(ref=ref, spot=None).because("phrase", float(len(holding)))


def _occurrences(
    document: Document, chunks: ChunkSpans, quoted: tuple[str, ...]
) -> Mapping[Ref, Sequence[tuple[int, str]]]:
    """The places of the phrases, each in the chunk in which the phrase begins: in an overlap, in one of the two."""
    refs, bounds = list(chunks), chunk_bounds(chunks.values())
    held: dict[Ref, dict[tuple[int, str], None]] = {}
    for start, end in chunks.values():
        for phrase in quoted:
            for at, _ in phrase_spans_from(document.text, phrase, start, end):
                held.setdefault(refs[bisect_right(bounds, at)], {})[at, phrase] = None
    return {ref: tuple(places) for ref, places in held.items()}


def _holding(document: Document, quoted: tuple[str, ...]) -> Iterator[tuple[Unit, int]]:
    """The sections with any of the phrases, each with the number of the phrases in it."""
    for section in document.units:
        text = document.text[section.start : section.end]
        if held := sum(holds_phrase(text, phrase) for phrase in quoted):
            yield section, held


def _top(document: Document, section: Unit) -> Ref:
    """The ranked section that contains the section."""
    return next(Ref(document.head.id, top.name) for top, start, end in document.tops() if start <= section.start < end)
