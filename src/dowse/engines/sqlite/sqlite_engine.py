"""The index of a vault in one SQLite file: connections, transactions and what is written."""

from __future__ import annotations

import contextlib
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import apsw

from ...model.chunk import Chunk
from ...model.document import Link
from ...model.edge import LinkTarget
from ...model.errors import StorageError
from ...model.index_counts import EmbeddingSpaces
from ...ports.storage import FileStamp, LargeDocument, VectorPolicy, WriteBatch
from . import (
    edges,
    embedding_spaces,
    meta,
    search_queries,
    similarity,
    vector_file,
    vector_scan,
    write_batch,
)
from .connect import FILE, PATIENCE_MS, connect
from .index_files import identity
from .migrate import migrate
from .read_cache import ReadCache
from .sqlite_errors import explained
from .sqlite_reader import SqliteReader, SqliteSnapshot

T = TypeVar("T")

_CHECKPOINT_PATIENCE_MS = 200  # other writers wait meanwhile


class SqliteEngine(SqliteReader):
    """An index in `folder`. Safe to use from several threads and processes: a connection serves one at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / FILE
        self._idle: deque[apsw.Connection] = deque()
        # APSW keeps connections that have a tokenizer of their own. When the process ends they need not be closed.
        weakref.finalize(self, _close_all, self._idle).atexit = False
        self._kept = ReadCache()
        self._matrix: tuple[int, vector_scan.VectorScan] = (-1, vector_scan.VectorScan.empty())
        with self._connection() as connection:
            migrate(connection)
        self._opened = identity(self._path)

    @property
    def is_current(self) -> bool:
        """See ports.Store. The file is known by its inode."""
        return identity(self._path) == self._opened

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[SqliteSnapshot]:
        """See ports.Store."""
        with self._connection() as connection, _reading(connection):
            facts = meta.facts(connection)
            cache = self._cache_of(int(facts.get("edition", 0)))
            snapshot = SqliteSnapshot(connection, self._path, facts, cache, self._current_matrix)
            try:
                yield snapshot
            finally:
                snapshot.end()

    # Writer

    def known(self) -> Mapping[str, FileStamp]:
        """See ports.Writer."""
        return self._asked(write_batch.known)

    def pending(self, limit: int, *, space: str = "") -> Sequence[Chunk]:
        """See ports.Writer. That nothing is pending is kept, since looking for it means looking at every chunk."""
        if space and space != self.recalled("fingerprint"):
            return self._asked(lambda connection: embedding_spaces.pending(connection, limit, space))
        generation, complete = self._asked(lambda c: (meta.generation(c), meta.recalled(c, "complete")))
        if complete == str(generation):
            return ()
        waiting = self._asked(lambda connection: embedding_spaces.pending(connection, limit, ""))
        if not waiting:
            with contextlib.suppress(StorageError):  # an index that cannot be written to looks again
                self._changed(lambda connection: meta.remember(connection, "complete", generation))
        return waiting

    def write(self, batch: WriteBatch) -> None:
        """See ports.Writer."""
        self._changed(lambda connection: write_batch.write(connection, batch))

    def unlinked(self, limit: int) -> Mapping[str, tuple[Link, ...]]:
        """See ports.Writer."""
        return self._asked(lambda c: edges.unlinked(c, limit))

    def link(self, found: Mapping[str, Sequence[LinkTarget]]) -> None:
        """See ports.Writer."""
        self._changed(lambda c: edges.link(c, found))

    def alike(self, least: float, most: int) -> None:
        """See ports.Writer."""
        if not self.agreed(least, most):
            self._changed(lambda c: similarity.agree(c, least, most))

    def agreed(self, least: float, most: int) -> bool:
        """See ports.Writer."""
        return self._asked(similarity.terms) == (least, most)

    def uncompared(self) -> int:
        """See ports.Writer. That none is left is kept, since counting them means looking at every chunk."""
        if self._asked(similarity.is_complete):
            return 0
        count = self._asked(similarity.uncompared)
        if not count:
            with contextlib.suppress(StorageError):  # an index that cannot be written to counts again
                self._changed(similarity.complete)
        return count

    def compare(self, limit: int) -> int:
        """See ports.Writer."""
        rows = self._asked(self._current_matrix)
        return self._changed(lambda c: similarity.compare(c, rows, limit))

    def use_space(self, fingerprint: str, *, chunking: str, others: VectorPolicy = "drop") -> None:
        """See ports.Writer."""
        facts = ("fingerprint", "chunking", "coming")
        stored = self._asked(lambda c: tuple(meta.recalled(c, fact) for fact in facts))
        if stored in {(fingerprint, chunking, ""), (stored[0] if others == "answer" else "", chunking, fingerprint)}:
            return
        if others == "keep" and stored[:2] == (fingerprint, chunking):
            return

        def change(connection: apsw.Connection) -> None:
            embedding_spaces.use(connection, fingerprint, others)
            if stored[1] != chunking:
                write_batch.forget_everything(connection)
                meta.remember(connection, "chunking", chunking)

        self._changed(change)

    def spaces(self) -> EmbeddingSpaces:
        """See ports.Writer."""
        return self._asked(embedding_spaces.held)

    def take_over(self) -> bool:
        """See ports.Writer."""
        return bool(self.recalled("coming")) and self._changed(embedding_spaces.take_over)

    def retry(self) -> None:
        """See ports.Writer."""
        if self._asked(embedding_spaces.has_refused):
            self._changed(embedding_spaces.retry)

    def remember(self, key: str, value: str) -> None:
        """See ports.IndexFacts."""
        self._changed(lambda connection: meta.remember(connection, key, value))

    def read_again(self, paths: Iterable[str]) -> None:
        """See ports.Writer."""
        self._changed(lambda connection: write_batch.read_again(connection, paths))

    def forget_unused(self) -> None:
        """See ports.Writer. Also moves the write-ahead log into the database, unless somebody reads just now."""
        self._changed(embedding_spaces.forget_unused)
        with self._connection() as connection, contextlib.suppress(apsw.BusyError):
            connection.set_busy_timeout(_CHECKPOINT_PATIENCE_MS)  # a snapshot may last as long as a slow reranker takes
            try:
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            finally:
                connection.set_busy_timeout(PATIENCE_MS)

    def troubles(self) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
        """See ports.Writer."""
        return self._asked(write_batch.troubles)

    def largest(self, limit: int) -> Sequence[LargeDocument]:
        """See ports.Writer."""
        return self._asked(lambda connection: write_batch.largest(connection, limit))

    def close(self) -> None:
        """See ports.Store."""
        _close_all(self._idle)

    @contextlib.contextmanager
    def _connection(self) -> Iterator[apsw.Connection]:
        """A connection for one question or change; there are as many as were ever needed at a time."""
        with explained(self._path):
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = connect(self._path)
            try:
                yield connection
            finally:
                self._idle.append(connection)

    def _asked(self, question: Callable[[apsw.Connection], T]) -> T:
        """The answer, all of it from one state of the index."""
        with self._connection() as connection, _reading(connection):
            return question(connection)

    def _changed(self, change: Callable[[apsw.Connection], T]) -> T:
        """Makes the change whole or not at all."""
        with self._connection() as connection:
            connection.execute("begin immediate")
            try:
                changed = change(connection)
                connection.execute("commit")
                return changed
            except BaseException:
                if connection.in_transaction:
                    connection.execute("rollback")
                raise

    def _current(self, connection: apsw.Connection) -> ReadCache:
        return self._cache_of(meta.edition(connection))

    def _cache_of(self, edition: int) -> ReadCache:
        kept = self._kept
        if kept.edition != edition:
            self._kept = kept = ReadCache(edition)
        return kept

    def _current_matrix(self, connection: apsw.Connection) -> vector_scan.VectorScan:
        generation = meta.generation(connection)
        held, rows = self._matrix
        if held == generation:
            return rows
        stored = vector_file.load(self._folder, generation)
        if stored is None:
            stored = vector_scan.built(search_queries.vector_rows(connection))
            if generation > held:
                vector_file.save(self._folder, generation, stored)
        loaded = vector_scan.VectorScan(stored)
        if generation > held:  # else a snapshot asks, and the vectors of a later state are here already
            self._matrix = (generation, loaded)
        return loaded


@contextlib.contextmanager
def _reading(connection: apsw.Connection) -> Iterator[None]:
    """A read transaction; its state is that of the first question."""
    connection.execute("begin")
    try:
        yield
    finally:
        connection.execute("rollback")


def _close_all(idle: deque[apsw.Connection]) -> None:
    while idle:
        idle.pop().close()
