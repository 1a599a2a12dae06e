"""Documents and their like for tests: every default is harmless, so that a test states only what matters."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b

import numpy as np

from dowse.chunking.enrich import chunk_of, prefix
from dowse.model.chunk import Chunk
from dowse.model.document import Document, Fact, Head, Unit
from dowse.model.hit import Hit
from dowse.model.kinds import Kind
from dowse.model.ref import PREAMBLE, Ref
from dowse.ports.indexed_document import FileStamp, IndexedDocument
from dowse.ports.models import Matrix, Vector

DAY = 86_400.0  # seconds


def make(
    path: str = "a.md",
    text: str = "",
    *,
    title: str | None = None,
    tags: tuple[str, ...] = (),
    aliases: tuple[str, ...] = (),
    modified: float = 0.0,
    kind: Kind = "note",
    **facts: Fact,
) -> Document:
    """A document whose whole text is its preamble; without a title of its own it is called like its file."""
    head = Head(
        id=path,
        path=path,
        kind=kind,
        title=path.rpartition("/")[2].removesuffix(".md") if title is None else title,
        tags=frozenset(tags),
        aliases=aliases,
        modified=modified,
        facts=facts,
    )
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return Document(head, text, digest, (Unit(PREAMBLE, "", 0, 0, len(text)),))


def stating(document: Document, key: str, value: Fact) -> Document:
    """The document with one more fact."""
    return replace(document, head=document.head._replace(facts={**document.head.facts, key: value}))


def sectioned(path: str, *sections: tuple[str, int, str]) -> Document:
    """A document made of (heading, level, text) sections, joined as they come; level 0 is the preamble."""
    made: list[Unit] = []
    text = ""
    for heading, level, body in sections:
        end = len(text) + len(body)
        made.append(Unit(heading.casefold() or PREAMBLE, heading, level, len(text), end))
        text += body
    plain = make(path, text)
    return Document(plain.head, text, plain.digest, tuple(made))


def whole(document: Document) -> Chunk:
    """The document as one chunk."""
    return chunk_of(
        document,
        Ref(document.head.id, PREAMBLE),
        document.body_start,
        len(document.text),
        heading="",
        before=prefix(document, 1),
    )


def indexed(document: Document, *, chunks: tuple[Chunk, ...] | None = None, mtime_ns: int = 1) -> IndexedDocument:
    """The document on its way into an index, as one chunk unless told otherwise.

    It gets a unit, without text or title, for each name that its chunks and links have and its own units have not.
    """
    stamp = FileStamp(len(document.text), mtime_ns, document.digest)
    parts = (whole(document),) if chunks is None else chunks
    known = {"", PREAMBLE, *(unit.name for unit in document.units)}
    named = dict.fromkeys((*(chunk.ref.section for chunk in parts), *(link.section for link in document.links)))
    end = len(document.text)
    added = tuple(Unit(name, "", 0, end, end) for name in named if name not in known)
    return IndexedDocument(replace(document, units=(*document.units, *added)), stamp, parts)


def hit(ref: str | Ref, score: float = 1.0) -> Hit:
    """Something found at `ref`."""
    address = Ref(ref) if isinstance(ref, str) else ref
    return Hit(address, make(address.doc).head, score)


def unit(*values: float) -> Vector:
    """The direction of these values as a vector of norm 1."""
    vector = np.array(values, np.float32)
    norm = np.float32(np.linalg.norm(vector))
    return vector / norm


def directions(count: int, dim: int, *, seed: int) -> Matrix:
    """Random vectors of norm 1, the same for the same seed."""
    rows = np.random.default_rng(seed).normal(size=(count, dim)).astype(np.float32)
    norms: Matrix = np.linalg.norm(rows, axis=1, keepdims=True).astype(np.float32)
    return rows / norms
