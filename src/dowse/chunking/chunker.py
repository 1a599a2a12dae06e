"""The contract of chunkers, and the chunks of spans."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from ..model.chunk import Chunk
from ..model.document import Document, Span
from ..model.ref import PREAMBLE, Ref
from .enrich import chunk_of, prefix

WithinTokenLimit = Callable[[str, int], bool]  # whether a text has at most so many tokens


class Chunker(Protocol):
    """Split a document into chunks."""

    @property
    def fingerprint(self) -> str:
        """Identifies the parameters: equal fingerprints give equal chunks."""

    def __call__(self, document: Document, /) -> tuple[Chunk, ...]:
        """The chunks in order, each with a ref of its own; at least one."""


def placed(document: Document, spans: Sequence[Span], *, enrich: bool) -> tuple[Chunk, ...]:
    """The spans as chunks, each named by the section (`#` or `##`) that it begins in, and numbered within the section.

    Without spans there is one chunk, of the prefix alone if `enrich`.
    """
    before = prefix(document, len(spans)) if enrich else ""
    tops = [(section, start) for section, start, _ in document.tops()]
    starts = [start for _, start in tops]
    owners = [tops[max(0, bisect_right(starts, start) - 1)][0] if tops else None for start, _ in spans]
    slugs = [owner.name if owner else PREAMBLE for owner in owners]
    beginning, numbered = Counter(slugs), Counter[str]()
    chunks: list[Chunk] = []
    for (start, end), owner, slug in zip(spans, owners, slugs, strict=True):
        part = numbered[slug] if beginning[slug] > 1 else None
        numbered[slug] += 1
        heading = owner.title if owner else ""
        chunks.append(chunk_of(document, Ref(document.head.id, slug, part), start, end, heading=heading, before=before))
    return tuple(chunks) or (alone(document, before=before),)


def alone(document: Document, *, before: str) -> Chunk:
    """The chunk of a document without text."""
    start = document.body_start
    return chunk_of(document, Ref(document.head.id, PREAMBLE), start, start, heading="", before=before)
