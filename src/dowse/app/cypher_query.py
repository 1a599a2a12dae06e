"""Cypher over the graph of a vault: the graph.db is derived from the index, and made again when that has changed."""

from __future__ import annotations

from pathlib import Path

from ..graph.cypher.database import build, stored_edition
from ..graph.cypher.execute import CypherTable, ask
from ..ports.storage import Snapshot
from ..search.all_documents import all_heads


def chart(query: str, index: Snapshot, path: Path, *, rows: int, seconds: float) -> CypherTable:
    """What the query gives; raises CypherError when it cannot be answered."""
    edition = f"{index.recalled('generation')}.{index.recalled('edition')}"  # the first begins at random
    if stored_edition(path) != edition:
        build(path, all_heads(index).values(), index.edges(), edition=edition)
    return ask(path, query, rows=rows, seconds=seconds)
