"""The embedded parts of a document: sections, or pieces of sections."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Literal

from .document import Span
from .ref import Ref
from .value_class import dataclass

DIGEST_BYTES = 8  # two of 10 million chunks are equal by chance once in 400,000 indexes

VectorForm = Literal["blend", "prefix"]  # of the vectors of a text and of a title part, or of one text after the other

CountTokens = Callable[[str], int]  # of an embedding model
CountSpan = Callable[[int, int], int]  # the tokens between two offsets of a text, at blanks or at an end of the text
ChunkSpans = Mapping[Ref, Span]  # the chunks of a document in the order of its text


def digest_of(prefix: str, text: str) -> bytes:
    """The digest of a chunk, salted with where the text begins: the vector depends on that, too."""
    salt = len(prefix).to_bytes(8, "little")
    whole = blake2b((prefix + text).encode("utf-8", "surrogatepass"), digest_size=16, salt=salt)
    return whole.digest()[:DIGEST_BYTES]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A span of a document's text; `text == document.text[start:end]`.

    `digest` is that of `prefix` and `text`, so equal digests have equal vectors of the same form.
    """

    ref: Ref
    text: str
    start: int
    end: int
    digest: bytes  # DIGEST_BYTES
    heading: str = ""
    prefix: str = ""  # title, area, tags and summary of the document, with their labels

    @property
    def enriched(self) -> str:
        """The text that is embedded in the form `prefix`."""
        return self.prefix + self.text


def chunk_bounds(spans: Iterable[Span]) -> list[int]:
    """Where each chunk but the first takes over from the one before: in the middle of their overlap, if they overlap.

    So each offset of the text belongs to one chunk, the one with more text around it: `bisect_right(bounds, offset)`.
    """
    return [_bound(before, span) for before, span in pairwise(spans)]


def chunk_at(spans: Sequence[Span], offset: int) -> int:
    """The number of the chunk to which the offset belongs by these bounds, of which a few are computed."""
    return bisect_right(range(1, len(spans)), offset, key=lambda n: _bound(spans[n - 1], spans[n]))


def _bound(before: Span, span: Span) -> int:
    start = span[0]
    return (start + max(start, before[1])) // 2
