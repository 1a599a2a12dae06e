"""The prefix of a chunk in its embedding, which adds title, area and tags of the document."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from ..model.chunk import Chunk
from ..model.document import Document
from ..model.ref import Ref

_LONGEST_NAME = 200  # characters of a title, an area or a heading; the longest in 16,000 notes has 171
_TAGS = 200  # characters of tags before each chunk
_CHUNK = 700  # bytes of the index that a chunk takes without its prefix
_TIMES_THE_TEXT = 4.5  # of all chunks with their tags; documentation with 40 tags has 4.4
_ITEM = 90  # bytes of the index that a heading, a link or a tag takes besides its text
_MOST_TAGS = 5_000  # characters before each chunk in any case; the longest list of tags in 16,000 notes has 4,306


def prefix(document: Document, chunks: int) -> str:
    """`[Title: …] [Area: …] [Tags: …] ` before each of so many chunks, without the parts the document does not have.

    Long names are cut and tags above the limit left out: all prefixes together are linear in the text.  Where headings,
    links and tags take more of the index than the text is long, the prefixes take that much less.
    """
    head = document.head
    length = len(document.text)
    items = _ITEM * (len(document.units) + len(document.links) + len(head.tags))
    share = int((_TIMES_THE_TEXT * length - max(0, items - length)) / max(chunks, 1))
    limit = min(max(_TAGS, share - _CHUNK), _MOST_TAGS)
    parts = (("Title", _cut(head.title)), ("Area", _cut(head.fact("area"))), ("Tags", _listed(head.tags, limit)))
    return "".join(f"[{name}: {value}] " for name, value in parts if value)


def chunk_of(document: Document, ref: Ref, start: int, end: int, *, heading: str, before: str) -> Chunk:
    """The stretch as a chunk with `before` in front of it."""
    text = document.text[start:end]
    digest = blake2b((before + text).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return Chunk(ref, text, start, end, digest, _cut(heading), before)


def _cut(name: str) -> str:
    return name[:_LONGEST_NAME].rstrip()


def _listed(tags: Iterable[str], limit: int) -> str:
    """The tags in order, as many of the first as are within the limit."""
    listed = ", ".join(sorted(tags))
    return listed if len(listed) <= limit else listed[: limit + 1].rpartition(", ")[0]
