"""The place of an index in memory: one index, shared by all that open it, until the process ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock

from ...model.document import Head
from ...model.errors import IndexBusyError, StorageError
from ...ports.indexed_document import UNCOMPARED, FileStamp, WriteBatch
from ...ports.store_location import IndexedState, LockName, StoreLocation, StoreReport, VerifyProgress
from ...query.ast import Expr, MatchAll
from .memory_engine import MemoryEngine

_SCHEMA = 1


class MemoryLock:
    """Implements `ports.StoreLock` among the threads of one process."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._holds = 0

    @property
    def is_own(self) -> bool:
        """See ports.StoreLock."""
        return self._holds > 0

    @contextmanager
    def held(self, *, patience: float) -> Iterator[None]:
        """See ports.StoreLock."""
        if not self._lock.acquire(timeout=patience):
            raise IndexBusyError("another thread is writing the index; try again later", is_own=True)
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            self._lock.release()


@dataclass(slots=True)
class MemoryLocation:
    """Implements `ports.StoreLocation`."""

    _engine: MemoryEngine | None = None
    _locks: Mapping[LockName, MemoryLock] = field(
        default_factory=lambda: {"write": MemoryLock(), "embed": MemoryLock()}
    )

    def exists(self) -> bool:
        """Whether the index was opened before."""
        return self._engine is not None

    def has_current(self) -> bool:
        """See `exists`."""
        return self.exists()

    def earlier(self) -> Sequence[tuple[str, int]]:
        """No earlier index exists in memory."""
        return ()

    @property
    def limitation(self) -> str:
        """Nothing is lacking in memory."""
        return ""

    def changed_size(self) -> int:
        """0: nothing else reaches the memory."""
        return 0

    def convert(self) -> str:
        """No earlier index exists in memory."""
        return ""

    def copy_from(self, source: StoreLocation, facts: Mapping[str, str]) -> bool:
        """See ports.StoreLocation."""
        if not isinstance(source, MemoryLocation) or not source.exists() or self._engine is not None:
            return False
        self._engine = source.open().copied()
        for key, value in facts.items():
            self._engine.remember(key, value)
        stamps = {path: stamp._replace(mtime_ns=UNCOMPARED) for path, stamp in self._engine.known().items()}
        self._engine.write(WriteBatch(touched=stamps))
        return True

    def create(self, facts: Mapping[str, str]) -> bool:
        """See ports.StoreLocation."""
        if self._engine is not None:
            return False
        for key, value in facts.items():
            self.open().remember(key, value)
        return True

    def peek(self, key: str) -> str:
        """See ports.StoreLocation."""
        return self._engine.recalled(key) if self._engine else ""

    def is_written_with(self, _fact: str) -> bool:
        """Nothing is beside an index in memory."""
        return True

    def open(self) -> MemoryEngine:
        """The same index each time."""
        self._engine = self._engine or MemoryEngine()
        return self._engine

    def readonly(self) -> MemoryReadonly:
        """See ports.StoreLocation."""
        return MemoryReadonly(self)

    def lock(self, name: LockName = "write") -> MemoryLock:
        """See ports.StoreLocation."""
        return self._locks[name]

    def size(self) -> int:
        """Bytes of the texts."""
        return self._engine.counts().size_bytes if self._engine else 0

    def available(self) -> None:
        """Unknown."""

    def is_writable(self) -> bool:
        """Always."""
        return True

    def examine(self) -> StoreReport | None:
        """Without faults."""
        if self._engine is None:
            return None
        return StoreReport("memory:", (), _SCHEMA, _SCHEMA, self.size(), 0, self._engine.recalled("root"))

    def verify(self, progress: VerifyProgress) -> tuple[str, ...]:
        """Without faults."""
        progress("texts", 1, 1)
        return ()

    def vacuum(self) -> None:
        """See ports.StoreLocation."""
        if self._engine is not None:
            self._engine.forget_unused()

    def discard(self) -> None:
        """See ports.StoreLocation."""
        if self._engine is not None:
            self._engine.is_current = False
            self._engine = None


@dataclass(frozen=True, slots=True)
class MemoryReadonly:
    """Implements `ports.ReadonlyStore`."""

    location: MemoryLocation

    def recalled(self, key: str) -> str:
        """See ports.FactLookup."""
        return self._index.recalled(key)

    def vocabulary(self, field: str) -> Sequence[str]:
        """See ports.LexicalIndex."""
        return self._index.vocabulary(field)

    def indexed_state(self, where: Expr) -> IndexedState:
        """See ports.ReadonlyStore."""
        index = self._index
        every = {hit.head.path for hit in index.select(MatchAll(), index.counts().documents)}
        stamps = index.known()
        return IndexedState(
            {path: stamp for path, stamp in stamps.items() if path in every},
            {path: stamp for path, stamp in stamps.items() if path not in every},
            frozenset(hit.head.path for hit in index.select(where, len(every))),
        )

    def stamped_heads(self, docs: Iterable[str]) -> Mapping[str, tuple[Head, FileStamp]]:
        """See ports.ReadonlyStore."""
        index = self._index
        stamps = index.known()
        return {path: (head, stamps[path]) for path, head in index.heads(docs).items()}

    @property
    def _index(self) -> MemoryEngine:
        if not self.location.exists():
            raise StorageError("no index in memory; open the index first")
        return self.location.open()
