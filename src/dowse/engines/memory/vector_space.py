"""The vectors of one embedder, and those of another that are made beside them."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from ...model.chunk import Chunk
from ...model.errors import ModelError
from ...model.index_counts import EmbeddingSpaces
from ...ports.models import Vector
from ...ports.storage import VectorPolicy, WriteBatch


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
        """Raises ModelError when a vector is not as wide as the others."""
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
    """The space that answers, and the one to come."""

    answering: VectorSpace = field(default_factory=VectorSpace)
    coming: VectorSpace | None = None

    def copied(self) -> VectorSpaces:
        """An independent copy."""
        return VectorSpaces(self.answering.copied(), self.coming.copied() if self.coming else None)

    def of(self, fingerprint: str) -> VectorSpace | None:
        """The space with that fingerprint; the one that answers for an empty one."""
        spaces = (self.answering, self.coming) if self.coming else (self.answering,)
        return next((space for space in spaces if fingerprint in {"", space.fingerprint}), None)

    def use(self, fingerprint: str, others: VectorPolicy) -> bool:
        """Makes it the one that answers or the one to come; whether another one answers now."""
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

    def take_over(self) -> None:
        """Lets the coming one answer."""
        self.answering, self.coming = self.coming or self.answering, None

    def told(self, chunks: Iterable[tuple[str, Chunk]]) -> EmbeddingSpaces:
        """What there is for these chunks, each with its path, by path."""
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

    def drop_all_but(self, used: AbstractSet[bytes]) -> None:
        """Delete vectors without a chunk."""
        for space in (self.answering, self.coming):
            if space is not None:
                space.drop_all_but(used)
