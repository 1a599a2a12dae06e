"""A search under way, for the tests of what takes part in one."""

from __future__ import annotations

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.models import Embedder
from dowse.ports.pipeline import Run
from dowse.ports.storage import Reader
from dowse.query.ast import Expr, MatchAll
from dowse.query.extract import conjunction, selecting
from dowse.query.parse import parse
from tests.making import indexed


def asking(
    text: str, reader: Reader, *, where: Expr | None = None, limit: int = 10, embedder: Embedder | None = None
) -> Run:
    """The query as it is asked of the reader; `where` is what the options select."""
    query = parse(text)
    return Run(query, conjunction(selecting(query.where), where or MatchAll()), reader, 0.0, limit, embedder)


def holding(*documents: Document, embedder: Embedder | None = None) -> MemoryEngine:
    """An engine that holds the documents, each as one chunk, with vectors when there is an embedder."""
    engine = MemoryEngine()
    items = tuple(indexed(document) for document in documents)
    engine.write(WriteBatch(indexed=items))
    if embedder is not None:
        chunks = [chunk for item in items for chunk in item.chunks]
        rows = embedder.embed([chunk.enriched for chunk in chunks])
        engine.write(WriteBatch(vectors={chunk.digest: row for chunk, row in zip(chunks, rows, strict=True)}))
    return engine
