"""Cypher over documents, symbols of source code and their edges. The graph database is rebuilt with the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY
from functools import partial
from math import inf
from typing import get_args

from ..formats.line_offsets import folded, line_at, line_starts
from ..graph.cypher.database import SymbolNode, build, stored_edition
from ..graph.cypher.execute import CypherTable, ask
from ..model.document import SymbolKind
from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..query.ast import SymbolCondition
from ..search.all_documents import all_heads
from .location import Progress, silent
from .options import check
from .results.graph_result import CypherResult
from .sessions.vault_session import VaultSession

_DATABASE = "cypher.db"  # in the folder of the index
_WITH_SYMBOLS = SymbolCondition(None, get_args(SymbolKind))
_READ_TOGETHER = 200  # documents, whose texts are in memory


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
        heads, edges = all_heads(index), index.edges()
        sources = [hit.head.path for hit in index.select(_WITH_SYMBOLS, len(heads))]
        references = index.references() if sources else ()
        build(path, heads.values(), edges, symbols=_symbols(index, sources), references=references, edition=edition)
    return ask(path, request.query, rows=request.rows, seconds=request.seconds)


def _symbols(index: Snapshot, paths: Sequence[str]) -> Iterator[SymbolNode]:
    """The symbols of these documents."""
    for first in range(0, len(paths), _READ_TOGETHER):
        for path, document in index.documents(paths[first : first + _READ_TOGETHER]).items():
            starts = line_starts(folded(document.text).split("\n"))
            units = {unit.name: unit for unit in document.units}
            for facts in document.symbols:
                line = line_at(starts, facts.definition)
                yield SymbolNode(path, units[facts.unit], line, facts.is_exported)
