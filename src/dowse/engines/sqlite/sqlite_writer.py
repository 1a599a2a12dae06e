"""Changes to the tables of an index: single ones, and several in one transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

import apsw

from ...model.chunk import Chunk
from ...model.document import Link
from ...model.edge import LinkTarget, ReferenceResolution, StatedCalls
from ...model.index_counts import EmbeddingSpaces
from ...ports.indexed_document import FileStamp, WriteBatch
from ...ports.storage import LargeDocument, VectorPolicy, keeps_spaces
from . import meta, search_queries, write_batch
from .links import edges, reference_queue, stated_calls
from .savepoint import savepoint
from .sqlite_errors import decoded
from .vectors import embedding_spaces, similarity, vector_scan
from .words import postings

T = TypeVar("T")


class SqliteWriter(ABC):
    """The changes of ports.Writer as SQL; subclasses provide the connection and the transaction."""

    def recalled(self, key: str) -> str:
        """See ports.FactLookup."""
        return self._read(lambda connection: meta.recalled(connection, key))

    def known(self, paths: Collection[str] | None = None) -> Mapping[str, FileStamp]:
        """See ports.Writer."""
        return self._read(lambda connection: write_batch.known(connection, paths))

    def pending(self, limit: int, *, space: str = "") -> Sequence[Chunk]:
        """See ports.Writer. Stores that nothing is pending, since the check reads every chunk."""

        def read(connection: apsw.Connection) -> tuple[Sequence[Chunk], int | None]:
            """The chunks; without one also the generation that has none, unless that is stored."""
            if space and space != meta.recalled(connection, "fingerprint"):
                return embedding_spaces.pending(connection, limit, space), None
            generation = meta.generation(connection)
            if meta.recalled(connection, "complete") == str(generation):
                return (), None
            return embedding_spaces.pending(connection, limit, ""), generation

        waiting, generation = self._read(read)
        if not waiting and generation is not None:
            self._noted(lambda connection: meta.remember(connection, "complete", generation))
        return waiting

    def write(self, batch: WriteBatch) -> None:
        """See ports.Writer."""
        self._changed(lambda connection: write_batch.write(connection, batch))

    def unlinked(self, limit: int) -> Mapping[str, tuple[Link, ...]]:
        """See ports.Writer."""
        return self._read(lambda c: edges.unlinked(c, limit))

    def link(
        self,
        found: Mapping[str, Sequence[LinkTarget]],
        references: Mapping[str, ReferenceResolution] = {},
    ) -> None:
        """See ports.Writer."""
        self._changed(lambda c: edges.link(c, found, references))

    def stated_calls(self, docs: Iterable[str], names: Collection[str]) -> Mapping[str, StatedCalls]:
        """See ports.LinkQueue."""
        return self._read(lambda c: stated_calls.stated_calls(c, docs, names))

    def declaring_files(self, names: Collection[str]) -> Mapping[str, Sequence[str]]:
        """See ports.LinkQueue."""
        return self._read(lambda c: stated_calls.declaring_files(c, names))

    def imported_files(self, docs: Iterable[str]) -> Mapping[str, Sequence[str]]:
        """See ports.LinkQueue."""
        return self._read(lambda c: stated_calls.imported_files(c, docs))

    def root_relative_links(self) -> Sequence[tuple[str, str]]:
        """See ports.LinkQueue."""
        return self._read(edges.root_relative_links)

    def unlink_root_relative(self) -> None:
        """See ports.LinkQueue."""
        self._changed(edges.unlink_root_relative)

    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """See ports.LinkQueue."""
        self._changed(lambda c: reference_queue.mark(c, keys))

    def alike(self, least: float, most: int) -> None:
        """See ports.Writer."""
        if not self.agreed(least, most):
            self._changed(lambda c: similarity.agree(c, least, most))

    def agreed(self, least: float, most: int) -> bool:
        """See ports.Writer."""
        return self._read(similarity.terms) == (least, most)

    def uncompared(self) -> int:
        """See ports.Writer. Stores that none is left, since counting reads every chunk."""
        if self._read(similarity.is_complete):
            return 0
        count = self._read(similarity.uncompared)
        if not count:
            self._noted(similarity.complete)
        return count

    def compare(self, limit: int) -> int:
        """See ports.Writer."""
        if not self._read(similarity.is_waiting):  # without the vectors, which a change has made anew
            return 0
        rows = self._read(self._current_matrix)
        return self._changed(lambda c: similarity.compare(c, rows, limit))

    def use_space(self, fingerprint: str, *, chunking: str, others: VectorPolicy = "drop") -> None:
        """See ports.Writer."""
        facts = self._read(meta.facts)
        if keeps_spaces(facts, fingerprint, chunking=chunking, others=others):
            return

        def change(connection: apsw.Connection) -> None:
            embedding_spaces.use(connection, fingerprint, others)
            if facts.get("chunking", "") != chunking:
                write_batch.read_again(connection, None)
                meta.remember(connection, "chunking", chunking)

        self._changed(change)

    def spaces(self) -> EmbeddingSpaces:
        """See ports.Writer."""
        return self._read(embedding_spaces.held)

    def take_over(self) -> bool:
        """See ports.Writer."""
        return bool(self.recalled("coming")) and self._changed(embedding_spaces.take_over)

    def retry(self) -> None:
        """See ports.Writer."""
        if self._read(embedding_spaces.has_refused):
            self._changed(embedding_spaces.retry)

    def remember(self, key: str, value: str) -> None:
        """See ports.IndexFacts."""
        self._changed(lambda connection: meta.remember(connection, key, value))

    def read_again(self, paths: Iterable[str] | None) -> None:
        """See ports.Writer."""
        self._changed(lambda connection: write_batch.read_again(connection, paths))

    def forget_unused(self, *, most: int = 0) -> None:
        """See ports.Writer. Also derives the postings when many documents have changed."""

        def change(connection: apsw.Connection) -> None:
            embedding_spaces.forget_unused(connection, most)
            if postings.is_due(connection):
                postings.derive(connection)
                meta.remember(connection, "edition", meta.edition(connection) + 1)

        self._changed(change)

    def troubles(self) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
        """See ports.Writer."""
        return self._read(write_batch.troubles)

    def largest(self, limit: int) -> Sequence[LargeDocument]:
        """See ports.Writer."""
        return self._read(lambda connection: write_batch.largest(connection, limit))

    @abstractmethod
    def _read(self, question: Callable[[apsw.Connection], T]) -> T:
        """The result, read from one state of the index."""

    @abstractmethod
    def _changed(self, change: Callable[[apsw.Connection], T]) -> T:
        """Runs the change in a transaction."""

    @abstractmethod
    def _noted(self, note: Callable[[apsw.Connection], object]) -> None:
        """Stores the result of a check, if that is possible at once.

        A search checks, too, while another process writes, and of an index that is read-only; the check is repeated.
        """

    @abstractmethod
    def _current_matrix(self, connection: apsw.Connection) -> vector_scan.VectorScan:
        """The vectors of the generation that the connection reads."""


class SqliteTransaction(SqliteWriter):
    """One write transaction. For one thread; RuntimeError when it is used after the transaction has ended."""

    def __init__(
        self, connection: apsw.Connection, load_matrix: Callable[[apsw.Connection], vector_scan.VectorScan]
    ) -> None:
        self._connection: apsw.Connection | None = connection
        self._committed = meta.generation(connection)
        self._load_matrix = load_matrix

    def end(self) -> None:
        """Releases the connection."""
        self._connection = None

    def _read(self, question: Callable[[apsw.Connection], T]) -> T:
        if self._connection is None:
            raise RuntimeError("the transaction has ended")
        with decoded():
            return question(self._connection)

    def _changed(self, change: Callable[[apsw.Connection], T]) -> T:
        def alone(connection: apsw.Connection) -> T:
            with savepoint(connection):
                return change(connection)

        return self._read(alone)

    def _noted(self, note: Callable[[apsw.Connection], object]) -> None:
        self._changed(note)

    def _current_matrix(self, connection: apsw.Connection) -> vector_scan.VectorScan:
        if meta.generation(connection) == self._committed:
            return self._load_matrix(connection)
        # Not cached: after a rollback another change gets the number of this generation.
        return vector_scan.VectorScan(vector_scan.built(search_queries.vector_rows(connection)))
