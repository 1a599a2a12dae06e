"""The vectors of the active embedder, and those of the next one during a change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

import numpy as np

from ...model.chunk import Chunk
from ...model.document import Head
from ...model.errors import ModelError
from ...model.hit import SEMANTIC, Evidence, Hit
from ...model.index_counts import EmbeddingSpaces
from ...model.ref import Ref
from ...ports.indexed_document import WriteBatch
from ...ports.models import Vector
from ...ports.storage import VectorPolicy


def direction(vector: Vector) -> Vector:
    """The vector with L2 norm 1; a zero vector stays zero."""
    norm = np.float32(np.linalg.norm(vector))
    return vector / norm if norm else vector


def near(ref: Ref, head: Head, row: Vector, vector: Vector) -> Hit:
    """The chunk with that vector as a hit: the dot product with the other vector as its score, and the cosine."""
    cosine = float(np.dot(direction(row), direction(vector)))
    return Hit(ref, head, float(np.dot(row, vector)), (Evidence(SEMANTIC, cosine),), matched_chunks=1)


@dataclass(slots=True)
class VectorSpace:
    """Vectors and refusals by chunk digest."""

    fingerprint: str = ""
    vectors: dict[bytes, Vector] = field(default_factory=dict)
    refused: dict[bytes, str] = field(default_factory=dict)

    def copied(self) -> VectorSpace:
        """An independent copy."""
        return replace(self, vectors=dict(self.vectors), refused=dict(self.refused))

    def check(self, batch: WriteBatch) -> None:
        """Raises ModelError for a vector with other dimensions than the stored ones."""
        widths = {len(vector) for vector in (*self.vectors.values(), *batch.vectors.values())}
        if len(widths) > 1:
            raise ModelError(f"vectors of {' and of '.join(map(str, sorted(widths)))} dimensions are not of one model")

    def store(self, batch: WriteBatch) -> None:
        """Store the vectors of the batch."""
        self.vectors.update(batch.vectors)
        self.refused.update(batch.refused)

    def pending(self, chunks: Iterable[Chunk]) -> dict[bytes, Chunk]:
        """The first chunk of each digest that has neither a vector nor a refusal."""
        waiting: dict[bytes, Chunk] = {}
        for chunk in chunks:
            if chunk.digest not in self.vectors and chunk.digest not in self.refused:
                waiting.setdefault(chunk.digest, chunk)
        return waiting

    def drop_all_but(self, used: AbstractSet[bytes]) -> None:
        """Delete vectors without a chunk."""
        self.vectors = {digest: vector for digest, vector in self.vectors.items() if digest in used}
        self.refused = {digest: why for digest, why in self.refused.items() if digest in used}


@dataclass(slots=True)
class VectorSpaces:
    """The active space, and the coming one."""

    answering: VectorSpace = field(default_factory=VectorSpace)
    coming: VectorSpace | None = None

    def copied(self) -> VectorSpaces:
        """An independent copy."""
        return VectorSpaces(self.answering.copied(), self.coming.copied() if self.coming else None)

    @property
    def facts(self) -> dict[str, str]:
        """The fingerprints of the two, as facts about the index."""
        return {"fingerprint": self.answering.fingerprint, "coming": self.coming.fingerprint if self.coming else ""}

    def of(self, fingerprint: str) -> VectorSpace | None:
        """The space with that fingerprint; the active one for an empty fingerprint."""
        spaces = (self.answering, self.coming) if self.coming else (self.answering,)
        return next((space for space in spaces if fingerprint in {"", space.fingerprint}), None)

    def pending(
        self, fingerprint: str, chunks: Iterable[Chunk], *, by_demand: Callable[[], Iterable[Chunk]]
    ) -> list[Chunk]:
        """The waiting chunks of the space with that fingerprint; those of the coming one by demand."""
        space = self.of(fingerprint)
        return list(space.pending(by_demand() if space is self.coming else chunks).values()) if space else []

    def use(self, fingerprint: str, others: VectorPolicy) -> bool:
        """Makes the space the active or the coming one; returns whether the active one changed."""
        is_other = fingerprint != self.answering.fingerprint
        if is_other and others == "answer" and self.answering.fingerprint:
            if self.coming is None or self.coming.fingerprint != fingerprint:
                self.coming = VectorSpace(fingerprint)
            return False
        if others != "keep":
            self.coming = self.answering if is_other and others == "aside" else None
        if is_other:
            self.answering = VectorSpace(fingerprint)
        return is_other

    def coming_vectors(self, chunks: Iterable[Chunk]) -> dict[Ref, Vector]:
        """The directions of the coming vectors of those of the chunks that have one."""
        vectors = self.coming.vectors if self.coming else {}
        return {chunk.ref: direction(vectors[chunk.digest]) for chunk in chunks if chunk.digest in vectors}

    def take_over(self) -> None:
        """Makes the coming space the active one."""
        self.answering, self.coming = self.coming or self.answering, None

    def summary(self, chunks: Iterable[tuple[str, Chunk]]) -> EmbeddingSpaces:
        """The counts and rejections for these chunks, by path."""
        coming, known = self.coming or VectorSpace(), list(chunks)
        refused = {**self.answering.refused, **coming.refused}
        why = {path: refused[chunk.digest] for path, chunk in reversed(known) if chunk.digest in refused}
        made = sum(chunk.digest in coming.vectors for _, chunk in known)
        return EmbeddingSpaces(self.answering.fingerprint, coming.fingerprint, made, tuple(sorted(why.items())))

    def retry(self) -> None:
        """Delete the records of rejected texts."""
        for space in (self.answering, self.coming):
            if space is not None:
                space.refused.clear()

    def drop_all_but(self, used: AbstractSet[bytes], *, most: int) -> None:
        """Delete vectors without a chunk, if there are more than `most`."""
        spaces = [space for space in (self.answering, self.coming) if space is not None]
        if most and sum(len(space.vectors.keys() - used) for space in spaces) <= most:
            return
        for space in spaces:
            space.drop_all_but(used)
