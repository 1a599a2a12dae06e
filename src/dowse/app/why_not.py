"""Why a query does not find a document, and the changes that make the document a hit."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from ..ports.storage import Snapshot
from ..search import why_not as explanation
from ..search.execute import Request
from ..search.profile import Profile
from ..search.why_not import WhyNot
from .location import Progress, silent
from .results.json_fields import INTERNAL, Description, Result
from .search import SearchRequest
from .sessions.vault_session import VaultSession


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedChangeResult(Result):
    """A tested change of the search."""

    change: Annotated[str, Description("the change")]
    rank: Annotated[int, Description("its rank after the change")]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNotResult(Result):
    """The rank of a document for a query, or the step that dropped the document."""

    path: Annotated[str, Description("the document of the reference")]
    rank: Annotated[int | None, Description("its rank among the hits, from 1; null if it is not a hit")]
    step: Annotated[
        str, Description("the step that dropped it: `filter`, `lists` (in no candidate list) or the name of a stage")
    ]
    reasons: Annotated[tuple[str, ...], Description("the reasons, with numbers")]
    remedies: Annotated[
        tuple[SuggestedChangeResult, ...],
        Description("changes to the search that make it a hit, as tested; the smallest first"),
    ]
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # on the index


def why_not(vault: VaultSession, ref: str, request: SearchRequest, *, progress: Progress = silent) -> WhyNotResult:
    """Explains the rank of the document for the request. Raises RefError for an unknown reference, and as `search`."""
    asked, profile = request.planned(vault.settings)
    found, state = vault.read(partial(_explained, vault, ref, asked, profile), progress=progress)
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
