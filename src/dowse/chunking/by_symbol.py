"""Chunk source code at its symbols: small neighbours are merged, long symbols split at lines.

The greatest length is that of semble; that of neighbours was measured on its public benchmark of code search, see
docs/quality.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..model.chunk import Chunk
from ..model.document import Document, Span
from .chunker import placed
from .spans import trimmed

_MERGED = 1_000  # characters up to which neighbours are one chunk
_LONGEST = 1_500  # characters of a chunk
_REST = 40  # characters; a shorter text between symbols belongs to the chunk before it


def symbol_chunks(document: Document) -> tuple[Chunk, ...]:
    """The chunks of a source file in order; a file without text has one chunk, of its path."""
    spans = (trimmed(document.text, *span) for span in _split(document.text, _merged(document)))
    return placed(document, [span for span in spans if span[0] < span[1]], enrich=True)


def _merged(document: Document) -> Sequence[Span]:
    """The text cut where symbols begin and end, with small neighbours together."""
    text, starts = document.text, {unit.start for unit in document.units}
    cuts = sorted({0, len(text), *starts, *(unit.end for unit in document.units)})
    found: list[Span] = []
    for start, end in pairwise(cuts):
        if found and (end - found[-1][0] <= _MERGED or (start not in starts and end - start < _REST)):
            found[-1] = (found[-1][0], end)
        elif text[start:end].strip():
            found.append((start, end))
    return found


def _split(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    for begin, end in spans:
        start = begin
        while end - start > _LONGEST:
            cut = text.rfind("\n", start + _LONGEST // 2, start + _LONGEST) + 1 or start + _LONGEST
            yield start, cut
            start = cut
        yield start, end
