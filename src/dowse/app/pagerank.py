"""PageRank: the documents by their incoming links."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..query.ast import MatchAll
from ..search.graph_analytics import ranked_documents
from ..search.visibility import omission
from .location import Progress, silent
from .options import check
from .results.document_result import RankedDocumentResult
from .results.graph_result import RankedDocumentList
from .results.search_result import title_of
from .sessions.vault_session import VaultSession


@dataclass(frozen=True, slots=True)
class PagerankRequest:
    """The documents to list. Raises OptionError for an option of a wrong type or out of its range."""

    limit: int = 20

    def __post_init__(self) -> None:
        check(self)


def rank_documents(vault: VaultSession, request: PagerankRequest, *, progress: Progress = silent) -> RankedDocumentList:
    """The documents with the highest PageRank; the scores of all documents sum to 1."""
    found, state = vault.read(partial(_ranked, request.limit), progress=progress)
    return replace(found, remarks=state.remarks)


def _ranked(limit: int, reader: Snapshot) -> RankedDocumentList:
    found = ranked_documents(reader)
    return RankedDocumentList(
        documents=tuple(
            RankedDocumentResult(
                path=each.head.path, title=each.head.title, score=round(each.score, 6), name=title_of(each.head)
            )
            for each in found[:limit]
        ),
        total=len(found),
        omission=omission(MatchAll(), reader),
    )
