"""An index whose facts, files and waiting work were read in one round trip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from ...model.chunk import Chunk
from ...model.document import Document, Head, Link
from ...model.index_counts import EmbeddingSpaces, IndexCounts
from ...ports.indexed_document import FileStamp
from ...ports.storage import IndexFacts, Store, VectorPolicy, keeps_spaces


class EmbeddingIndex(IndexFacts, Protocol):
    """The part of a store that the choice of an embedder needs, and the remarks on its vectors."""

    def counts(self) -> IndexCounts:
        """See DocumentStore."""

    def pending(self, limit: int, *, space: str = "") -> Sequence[Chunk]:
        """See EmbeddingQueue."""

    def spaces(self) -> EmbeddingSpaces:
        """See EmbeddingQueue."""

    def use_space(self, fingerprint: str, *, chunking: str, others: VectorPolicy = "drop") -> None:
        """See EmbeddingQueue."""


class PrefetchedStore:
    """A store and its state. Reads of the state make no round trip, and a change reads the state again.

    Changes of others are not seen; use the object for one request.
    """

    def __init__(self, store: Store, *, files: bool = True) -> None:
        self._store, self._files = store, files
        self._state = store.state(files=files)

    def recalled(self, key: str) -> str:
        """See FactLookup."""
        return self._state.facts.get(key, "")

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter; asks the store if the files were not read."""
        return self._state.known if self._files else self._store.known()

    def pending(self, limit: int, *, space: str = "") -> Sequence[Chunk]:
        """See EmbeddingQueue."""
        if self._state.is_embedded and space in ("", self.recalled("fingerprint")):
            return ()
        return self._store.pending(limit, space=space)

    def unlinked(self, limit: int) -> Mapping[str, tuple[Link, ...]]:
        """See LinkQueue."""
        return {} if self._state.is_linked else self._store.unlinked(limit)

    def agreed(self, least: float, most: int) -> bool:
        """See SimilarityStore."""
        return self._state.similarity == (least, most)

    def uncompared(self) -> int:
        """See SimilarityStore."""
        return self._state.uncompared

    def counts(self) -> IndexCounts:
        """See DocumentStore; asks the store."""
        return self._store.counts()

    def spaces(self) -> EmbeddingSpaces:
        """See EmbeddingQueue; asks the store."""
        return self._store.spaces()

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """See DocumentStore; asks the store."""
        return self._store.documents(ids)

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See DocumentStore; asks the store."""
        return self._store.heads(docs)

    def use_space(self, fingerprint: str, *, chunking: str, others: VectorPolicy = "drop") -> None:
        """See EmbeddingQueue."""
        if not keeps_spaces(self._state.facts, fingerprint, chunking=chunking, others=others):
            self._store.use_space(fingerprint, chunking=chunking, others=others)
            self._refresh()

    def remember(self, key: str, value: str) -> None:
        """See IndexFacts."""
        self._store.remember(key, value)
        self._refresh()

    def read_again(self, paths: Iterable[str] | None) -> None:
        """See DocumentWriter."""
        self._store.read_again(paths)
        self._refresh()

    def unlink_root_relative(self) -> None:
        """See LinkQueue."""
        self._store.unlink_root_relative()
        self._refresh()

    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """See LinkQueue."""
        self._store.unlink_depending(keys)
        self._refresh()

    def _refresh(self) -> None:
        self._state = self._store.state(files=self._files)
