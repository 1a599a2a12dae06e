"""Cypher over the link graph of a vault. The graph database is rebuilt when the index changes."""

from __future__ import annotations

from dataclasses import KW_ONLY
from functools import partial
from math import inf

from ..graph.cypher.database import build, stored_edition
from ..graph.cypher.execute import CypherTable, ask
from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..search.all_documents import all_heads
from .location import Progress, silent
from .options import check
from .results.graph_result import CypherResult
from .sessions.vault_session import VaultSession

_DATABASE = "cypher.db"  # in the folder of the index


@dataclass(frozen=True, slots=True)
class CypherRequest:
    """A read-only query."""

    query: str
    _: KW_ONLY
    rows: int = 1000  # at most
    seconds: float = 10.0  # timeout

    def __post_init__(self) -> None:
        check(self)


def query_graph(vault: VaultSession, request: CypherRequest, *, progress: Progress = silent) -> CypherResult:
    """The rows of the query. Raises CypherError for a mistake in the query, a timeout or a missing library."""
    table, state = vault.read(partial(_asked, vault, request), similar=True, seconds=inf, progress=progress)
    return CypherResult(columns=table.columns, rows=tuple(table.rows), cut=table.is_cut, remarks=state.remarks)


def _asked(vault: VaultSession, request: CypherRequest, index: Snapshot) -> CypherTable:
    path = vault.folder / _DATABASE
    edition = (
        f"{index.recalled('generation')}.{index.recalled('edition')}"  # the first number is random in each new index
    )
    if stored_edition(path) != edition:
        build(path, all_heads(index).values(), index.edges(), edition=edition)
    return ask(path, request.query, rows=request.rows, seconds=request.seconds)
