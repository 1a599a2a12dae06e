"""The span of a hit in the text of its document."""

from __future__ import annotations

from ..model.chunk import ChunkSpans
from ..model.document import Document, Span
from ..model.ref import Ref
from ..model.value_class import dataclass


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
