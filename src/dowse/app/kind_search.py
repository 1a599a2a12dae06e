"""Search for documents of some kinds, by content or by file; used by the graph tools."""

from __future__ import annotations

import re
import time
from dataclasses import KW_ONLY, replace
from functools import partial

from ..analysis.folding import fold
from ..model.errors import QueryError
from ..model.hit import Hits
from ..model.kinds import Kind
from ..model.option_spelling import Interface
from ..model.search_mode import Mode
from ..model.value_class import dataclass
from ..query.ast import EMPTY_QUERY
from ..retrieval.file_names import is_called
from ..retrieval.file_texts import UnreadFiles
from ..search.execute import Answer, Execution, Request
from ..search.kind_profiles import KindSearch, content_profile, file_profile, missing_kinds_message, of_kinds
from .location import Progress, silent
from .options import check
from .results.search_result import NoteResult, SearchResult
from .search import result_of
from .search_request import SearchRequest
from .sessions.vault_session import VaultSession

_FILE_NAME = re.compile(r"[\w./-]*\w\.[A-Za-z]\w{0,9}")  # embedder.ts, src/lib/embedder.ts

__all__ = ["KindRequest", "KindSearch", "search_kinds"]


@dataclass(frozen=True, slots=True)
class KindRequest:
    """A query for documents of some kinds; of all kinds, when there are none."""

    query: str
    kinds: tuple[Kind, ...]
    _: KW_ONLY
    limit: int = 5
    mode: Mode = "hybrid"
    reach: KindSearch | None = None  # along links; None: search the names of files
    candidates: int = 10  # files, when there is no reach
    min_score: float = 0.3  # when there is no reach
    interface: Interface = "library"  # for the names of options in notes

    def __post_init__(self) -> None:
        check(self)


def search_kinds(vault: VaultSession, request: KindRequest, *, progress: Progress = silent) -> SearchResult:
    """The hits; for a vault without documents of these kinds, a note on that replaces the others.

    Raises QueryError for an empty query, which would list any documents of these kinds.
    """
    if not request.query.strip():
        raise QueryError(EMPTY_QUERY)
    started = time.perf_counter()
    if request.reach is None:
        profile = file_profile(
            request.kinds,
            request.mode,
            candidates=request.candidates,
            least=request.min_score,
            listing=UnreadFiles(vault.unread_files),
        )
    else:
        profile = content_profile(request.reach, request.kinds)
    asked = Request(
        request.query, request.limit, request.mode, where=of_kinds(request.kinds), interface=request.interface
    )
    (answer, lack), state = vault.execute(asked, profile, partial(_found, request), progress=progress)
    took_ms = (time.perf_counter() - started) * 1e3
    result = result_of(answer, state, vault, SearchRequest(request.query), took_ms=took_ms)
    if not lack:
        return result
    others = result.notes if answer.hits else ()
    return replace(result, notes=(NoteResult(at=0, hint=lack), *others))


def _found(request: KindRequest, execution: Execution) -> tuple[Answer, str]:
    """The answer, and a message on documents that the vault does not have: of these kinds, or with that file name."""
    answer, reader = execution.answer, execution.run.reader
    lack = "" if answer.hits else missing_kinds_message(request.kinds, reader)
    if lack or request.reach is not None:
        return answer, lack
    return answer, _missing_file_message(request.query.strip(), answer.hits)


def _missing_file_message(name: str, hits: Hits) -> str:
    """The message for the name of a file that the vault does not have; empty for any other query."""
    if not _FILE_NAME.fullmatch(name) or any(is_called(hit, fold(name)) for hit in hits):
        return ""
    return f"no such file is searched: {name}; `find` lists all files of the vault"
