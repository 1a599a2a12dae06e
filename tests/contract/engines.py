"""The engines that have to keep the contract of Reader and Writer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.document import Document
from dowse.model.hit import Hits
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import FieldWeights, Reader, Store, Writer
from dowse.query.ast import Expr, MatchAll
from tests.making import indexed

ALL = 1_000_000  # more than any test has
EVENLY = FieldWeights(1, 1, 1, 1, 1, 1, 1, 1, 1)


Engine = Store
ENGINES: Mapping[str, Callable[[Path], Engine]] = {
    "memory": lambda _: MemoryEngine(),
    "sqlite": SqliteEngine,
}


def fill(engine: Writer, *documents: Document) -> None:
    """The documents, each as one chunk, in one batch."""
    engine.write(WriteBatch(indexed=tuple(indexed(document) for document in documents)))


def matching(engine: Reader, *words: str, where: Expr | None = None, limit: int = ALL) -> Hits:
    """What `match` finds with the usual weights."""
    return engine.match(words, where or MatchAll(), limit, weights=FieldWeights())


def selected(engine: Reader, where: Expr) -> set[str]:
    """The paths of what `select` finds."""
    return {hit.head.path for hit in engine.select(where, ALL)}


def paths(hits: Hits) -> list[str]:
    """Where the hits lie, in order."""
    return [hit.head.path for hit in hits]
