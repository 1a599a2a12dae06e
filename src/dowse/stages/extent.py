"""The span of a hit in the text of its document."""

from __future__ import annotations

from ..model.chunk import ChunkSpans
from ..model.document import Document, Span
from ..model.hit import Hit
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.storage import Granularity


@dataclass(frozen=True, slots=True)
class HitExtent:
    """The spans of a hit in the text of its document."""

    ref: Ref
    ranked: Span  # of what the hit stands for
    likely: Span  # of the best of that
    is_chunk: bool  # whether the hit stands for one chunk


def extent(ref: Ref, document: Document, chunks: ChunkSpans | None = None) -> tuple[int, int]:
    """Start and end of a section with the deeper ones below it; of the body, when `ref` names no section there is.

    Of a numbered part, if it is among the chunks.
    """
    if chunks and ref.part is not None and ref in chunks:
        return chunks[ref]
    sections = document.units
    for n, section in enumerate(sections if ref.section else ()):
        if section.name == ref.section:
            following = (other.start for other in sections[n + 1 :] if other.level <= section.level)
            return section.start, next(following, sections[-1].end)
    return document.body_start, len(document.text)


def overlap(span: Span, within: Span) -> Span:
    """The part of the span inside the other; the other, if they do not overlap."""
    start, end = max(span[0], within[0]), min(span[1], within[1])
    return (start, end) if start < end else within


def extent_of_hit(hit: Hit, document: Document, chunks: ChunkSpans, granularity: Granularity) -> HitExtent:
    """What the hit stands for, and the best of that."""
    ranked = _ranked_unit(hit.ref, document, chunks, granularity)
    best = hit.spot or hit.ref
    likely = overlap(chunks.get(best) or extent(best, document), ranked)
    return HitExtent(hit.ref, ranked, likely, chunks.get(hit.ref) == ranked)


def before_members(ref: Ref, document: Document, span: Span) -> Span:
    """The span of a symbol up to the first symbol inside it."""
    inner = (unit.start for unit in document.units if unit.parent == ref.section and unit.start > span[0])
    return span[0], min(inner, default=span[1])


def _ranked_unit(ref: Ref, document: Document, chunks: ChunkSpans, granularity: Granularity) -> Span:
    """The span that a hit stands for: a `#` or `##` section ends at the next one, a chunk has its own."""
    if granularity == "chunk" and ref in chunks:
        return chunks[ref]
    if granularity == "section":
        tops = {section.name: (start, end) for section, start, end in document.tops()}
        return tops.get(ref.section) or extent(ref, document)
    return extent(ref, document)
