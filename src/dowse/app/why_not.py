"""Why a query does not find a document, and the changes that make the document a hit."""

from __future__ import annotations

from functools import partial

from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..search.execute import Request
from ..search.profile import Profile
from ..search.reasons import why_not as explanation
from ..search.reasons.why_not import WhyNot
from .location import Progress, silent
from .options import check
from .results.search_result import SuggestedChangeResult, WhyNotResult
from .search_request import SearchRequest
from .sessions.vault_session import VaultSession
from .skipped_files import explaining_files


@dataclass(frozen=True, slots=True)
class WhyNotRequest:
    """A document, and the search that does not find it."""

    ref: str
    search: SearchRequest

    def __post_init__(self) -> None:
        check(self)


def why_not(vault: VaultSession, request: WhyNotRequest, *, progress: Progress = silent) -> WhyNotResult:
    """Explains the rank of the document for the search. Raises RefError for an unknown reference, and as `search`."""
    asked, profile = request.search.planned(vault.settings)
    with explaining_files(vault, request.ref):
        found, state = vault.read(partial(_explained, vault, request.ref, asked, profile), progress=progress)
    return WhyNotResult(
        path=found.path,
        rank=found.rank,
        step=found.step,
        reasons=found.reasons,
        remedies=tuple(SuggestedChangeResult(change=each.change, rank=each.rank) for each in found.remedies),
        remarks=state.remarks,
    )


def _explained(vault: VaultSession, ref: str, request: Request, profile: Profile, reader: Snapshot) -> WhyNot:
    return explanation.why_not(ref, request, reader, partial(vault.executed, profile=profile, reader=reader))
