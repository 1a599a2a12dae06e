"""What is put before a chunk when it is embedded, so that its meaning includes where it stands."""

from __future__ import annotations

from hashlib import blake2b

from ..model.chunk import Chunk
from ..model.document import Document, Head
from ..model.ref import Ref


def prefix(head: Head) -> str:
    """`[Title: …] [Area: …] [Tags: …] `, without the parts the document does not have."""
    parts = (("Title", head.title), ("Area", head.fact("area")), ("Tags", ", ".join(sorted(head.tags))))
    return "".join(f"[{name}: {value}] " for name, value in parts if value)


def chunk_of(document: Document, ref: Ref, start: int, end: int, *, heading: str, before: str) -> Chunk:
    """The stretch as a chunk with `before` in front of it."""
    text = document.text[start:end]
    digest = blake2b((before + text).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return Chunk(ref, text, start, end, digest, heading, before)
