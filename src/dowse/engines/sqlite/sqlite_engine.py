"""The index of a vault in one SQLite file: connections, transactions and changes."""

from __future__ import annotations

import contextlib
import weakref
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import apsw

from ...filesystem.database_stamp import changing
from ...model.errors import IndexBusyError, IndexDamagedError, StorageError
from ...model.index_counts import RelevanceFeedback
from ...ports.link_storage import ScopeName
from ...ports.storage import HitsQuestion, Question, StoreState
from ...ports.store_location import ORIGIN
from ..prefetched_snapshot import PrefetchedSnapshot
from . import meta, page_checksums, search_queries
from .connect import PATIENCE_MS, close, connect
from .file.index_files import FILE, identity, mark_damaged, refuse_cut_off, refuse_damaged, remove_abandoned
from .file.structure_check import verify_changed
from .read_cache import ReadCache
from .repacking import repack_grown
from .schema.migrate import create
from .sqlite_errors import decoded, explained, fault_of
from .sqlite_reader import SqliteReader, SqliteState
from .sqlite_writer import SqliteTransaction, SqliteWriter
from .store_state import is_noted, store_state
from .vectors import vector_file, vector_scan

T = TypeVar("T")

_CHECKPOINT_PATIENCE_MS = 200  # other writers wait meanwhile; a snapshot may last as long as a slow reranker takes


class SqliteEngine(SqliteReader, SqliteWriter):
    """An index in `folder`. Safe to use from several threads and processes: a connection serves one at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / FILE
        self._idle: deque[apsw.Connection] = deque()
        # APSW holds references to connections with a custom tokenizer.
        weakref.finalize(self, _close_all, self._path, self._idle)
        self._kept = ReadCache()
        self._matrix: tuple[int, vector_scan.VectorScan] = (-1, vector_scan.VectorScan.empty())
        self._opened: tuple[int, int] | None = None
        with self._connection() as connection:
            refuse_damaged(folder)
            create(connection)
            page_checksums.require(connection)
            refuse_cut_off(connection, self._path)
            verify_changed(connection, self._path)
        self._opened = identity(self._path)
        if self._opened is None:  # what is written to a deleted file is lost
            self.close()
            raise StorageError(f"{self._path} was deleted while dowse opened it; try again")

    @property
    def is_current(self) -> bool:
        """See ports.Store. The file is known by its inode."""
        return identity(self._path) == self._opened

    def state(self, *, files: bool = True) -> StoreState:
        """See ports.Store."""

        def read(connection: apsw.Connection) -> StoreState:
            facts = meta.facts(connection)
            known = self._cache_of(meta.count(facts.get("edition", ""))).file_stamps(connection) if files else {}
            return store_state(connection, facts, known)

        state = self._read(read)
        if not is_noted(state):
            self.pending(1)
            self.uncompared()
        return state

    @contextlib.contextmanager
    def snapshot(self, first: Iterable[Question] = ()) -> Iterator[PrefetchedSnapshot]:
        """See ports.Store."""
        with self._connection() as connection, _reading(connection):
            with decoded():
                facts = meta.facts(connection)
            cache = self._cache_of(meta.count(facts.get("edition", "")))
            state = SqliteState(connection, self._path, facts, cache, self._current_matrix)
            snapshot = PrefetchedSnapshot(state, first)
            try:
                yield snapshot
            finally:
                snapshot.end()

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """See ports.LinkStore."""
        with self.snapshot() as reader:
            return reader.scope(name, of, is_missing=is_missing)

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """See ports.LexicalIndex."""
        with self.snapshot() as reader:
            return reader.feedback(best, known)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[SqliteTransaction]:
        """See ports.Store."""
        with self._connection() as connection, _writing(connection):
            transaction = SqliteTransaction(connection, self._current_matrix)
            try:
                yield transaction
            finally:
                transaction.end()

    def forget_unused(self, *, most: int = 0) -> None:
        """See ports.Writer. Also removes files of killed processes, rewrites a database that has grown, and empties its
        log, unless a reader is active.
        """
        super().forget_unused(most=most)
        remove_abandoned(self._folder)
        with explained(self._path):
            repack_grown(self._path)
        with (
            self._connection() as connection,
            contextlib.suppress(apsw.BusyError),
            _patience(connection, _CHECKPOINT_PATIENCE_MS),
            changing(self._path),
        ):
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def close(self) -> None:
        """See ports.Store."""
        _close_all(self._path, self._idle)

    @contextlib.contextmanager
    def _connection(self) -> Iterator[apsw.Connection]:
        """A connection for one query or change; the pool grows to the maximum that was in use at a time.

        One that cannot write is not kept: the disk may have space by the next time, and it may see no change of others.
        """
        try:
            with explained(self._path):
                try:
                    connection = self._idle.pop()
                except IndexError:
                    connection = connect(self._path)
                try:
                    yield connection
                finally:
                    if connection.readonly("main"):
                        connection.close()
                    else:
                        self._idle.append(connection)
        except IndexDamagedError as error:
            if self.is_current:  # else another process has replaced the index, and the damage is of the former one
                mark_damaged(self._folder, fault_of(error.__cause__ or error))
            raise

    def _read(self, question: Callable[[apsw.Connection], T]) -> T:
        """The result, read from one state of the index."""
        with self._connection() as connection, _reading(connection), decoded():
            return question(connection)

    def _changed(self, change: Callable[[apsw.Connection], T]) -> T:
        """Runs the change in a transaction."""
        with self._connection() as connection, _writing(connection), decoded():
            return change(connection)

    def _noted(self, note: Callable[[apsw.Connection], object]) -> None:
        with (
            contextlib.suppress(IndexBusyError, StorageError),
            self._connection() as connection,
            _patience(connection, 0),
            _writing(connection),
            decoded(),
        ):
            note(connection)

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
                vector_file.save(self._folder, generation, stored, database=self._path)
        loaded = vector_scan.VectorScan(stored)
        if generation > held:  # else a snapshot asks, and the vectors of a later state are here already
            self._matrix = (generation, loaded)
        return loaded


@contextlib.contextmanager
def _patience(connection: apsw.Connection, milliseconds: int) -> Iterator[None]:
    """The time that the block waits for other writers."""
    connection.set_busy_timeout(milliseconds)
    try:
        yield
    finally:
        connection.set_busy_timeout(PATIENCE_MS)


@contextlib.contextmanager
def _reading(connection: apsw.Connection) -> Iterator[None]:
    """A read transaction; its state is that of the first question."""
    connection.execute("begin")
    try:
        yield
    finally:
        if connection.in_transaction:  # an error of reading ends it
            connection.execute("rollback")


@contextlib.contextmanager
def _writing(connection: apsw.Connection) -> Iterator[None]:
    """A write transaction with the token of the index in its log, committed unless the block raises."""
    connection.execute("begin immediate")
    before = connection.total_changes()
    try:
        yield
        if connection.total_changes() != before:
            meta.rewrite(connection, ORIGIN)  # see unmerged_log.py
        connection.execute("commit")
    except BaseException:
        if connection.in_transaction:
            connection.execute("rollback")
        raise


def _close_all(path: Path, idle: deque[apsw.Connection]) -> None:
    """Closes what is idle, also while other threads do the same."""
    connections = []
    with contextlib.suppress(IndexError):
        while True:
            connections.append(idle.pop())
    close(path, *connections)
