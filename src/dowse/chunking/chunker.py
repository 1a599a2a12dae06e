"""The contract of chunkers, and the chunks of spans."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from ..model.chunk import Chunk
from ..model.document import Document, Span, Unit
from ..model.ref import PREAMBLE, Ref
from .enrich import chunk_of, prefix
from .spans import trimmed

_UNNAMED = Unit(PREAMBLE, "", 0, 0, 0)  # of a document without sections


class Chunker(Protocol):
    """Split a document into chunks."""

    @property
    def fingerprint(self) -> str:
        """Identifies the parameters: equal fingerprints give equal chunks."""

    def __call__(self, document: Document, /) -> tuple[Chunk, ...]:
        """The chunks in order, each with a ref of its own; at least one."""


def placed(document: Document, spans: Sequence[Span], *, enrich: bool) -> tuple[Chunk, ...]:
    """The spans as chunks, each named by the section (`#` or `##`) that contains the span, and numbered within that.

    A span over several sections belongs to the document, and has the number of the chunk in the document: the query
    decides which of its sections matches.  Without spans there is one chunk, of the prefix alone if `enrich`.
    """
    before = prefix(document, len(spans)) if enrich else ""
    owners = list(_owners(document, spans))
    in_each, numbered = Counter(owner.name for owner in owners), Counter[str]()
    chunks: list[Chunk] = []
    for n, ((start, end), owner) in enumerate(zip(spans, owners, strict=True)):
        if owner.name:
            part = numbered[owner.name] if in_each[owner.name] > 1 else None
            numbered[owner.name] += 1
        else:
            part = n if len(owners) > 1 else None  # alone, the chunk is the document
        ref = Ref(document.head.id, owner.name, part)
        chunks.append(chunk_of(document, ref, start, end, heading=owner.label, before=before))
    return tuple(chunks) or (alone(document, before=before),)


def _owners(document: Document, spans: Iterable[Span]) -> Iterator[Unit]:
    """The section that contains each span; the document itself, a unit without a name, if no section does."""
    if document.is_source:
        yield from _symbols_around(document, spans)
        return
    length = len(document.text)
    tops = list(document.tops())
    starts = [start for _, start, _ in tops]
    for span in spans:
        start, end = trimmed(document.text, *span)
        section, _, last = tops[max(0, bisect_right(starts, start) - 1)] if tops else (_UNNAMED, 0, length)
        yield section if end <= last else Unit("", "", 0, 0, length)


def _symbols_around(document: Document, spans: Iterable[Span]) -> Iterator[Unit]:
    """The innermost symbol that contains each span."""
    by_name, starts = {unit.name: unit for unit in document.units}, [unit.start for unit in document.units]
    none = Unit("", "", 0, 0, len(document.text))
    for start, end in spans:
        at = bisect_right(starts, start) - 1
        unit = document.units[at] if at >= 0 else none
        while unit.name and not unit.start <= start <= end <= unit.end:
            unit = by_name.get(unit.parent, none)
        yield unit


def alone(document: Document, *, before: str) -> Chunk:
    """The chunk of a document without text."""
    start = document.body_start
    return chunk_of(document, Ref(document.head.id, PREAMBLE), start, start, heading="", before=before)
