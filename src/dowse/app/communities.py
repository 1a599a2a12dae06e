"""Communities: clusters of closely linked and similar documents, as a list and as a map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, replace
from functools import partial

from ..model.document import Head
from ..model.value_class import dataclass
from ..ports.storage import Reader, Snapshot
from ..query.ast import Expr
from ..search.graph_analytics import listed_communities
from ..search.visibility import omission
from .community_map import MOST_INSIDE, CommunityDetail, CommunityMap, community_map, community_of, inside
from .location import Progress, silent
from .options import check
from .results.graph_result import (
    CommunityDetailResult,
    CommunityList,
    DocumentEdgeResult,
    DocumentTitleResult,
    IndexingProgressResult,
    MapCommunityResult,
    MapDocumentResult,
    MapEdgeResult,
    MapResult,
)
from .search import communities_of
from .search_filter import narrowing
from .sessions.vault_session import VaultSession

_MOST_ON_MAP = 200  # communities; more circles are not distinguishable


@dataclass(frozen=True, slots=True)
class CommunitiesRequest:
    """The communities to list: those with enough members among the documents that the filters select.

    Raises OptionError for an option of a wrong type or out of its range.
    """

    _: KW_ONLY
    path: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    type: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    least: int = 2  # members
    limit: int = 20

    def __post_init__(self) -> None:
        check(self)

    @property
    def where(self) -> Expr:
        """The filter."""
        return narrowing(path=self.path, tag=self.tag, type=self.type, kind=self.kind)


@dataclass(frozen=True, slots=True)
class MapRequest:
    """The map of a vault, or the documents of one community."""

    community: int | None = None  # the id of the community
    ref: str = ""  # a document, for the community that it is in
    limit: int = MOST_INSIDE  # documents of the community

    def __post_init__(self) -> None:
        check(self)


def communities(vault: VaultSession, request: CommunitiesRequest, *, progress: Progress = silent) -> CommunityList:
    """The communities, computed over links and similarity of the whole vault."""
    found, state = vault.read(partial(_listed, request), similar=True, progress=progress)
    return replace(found, remarks=state.remarks)


def _listed(request: CommunitiesRequest, reader: Snapshot) -> CommunityList:
    found = listed_communities(reader, request.where, min_size=request.least)
    return CommunityList(
        communities=tuple(communities_of(found[: request.limit], reader)),
        total=len(found),
        omission=omission(request.where, reader),
    )


def draw_map(
    vault: VaultSession, request: MapRequest, *, progress: Progress = silent
) -> MapResult | CommunityDetailResult:
    """The communities with the edges between them, or the documents of one community.

    Raises RefError for an unknown id, for an unknown reference, and for a document in no community.
    """
    found, state = vault.read(partial(map_of, request), similar=True, progress=progress)
    return replace(found, progress=IndexingProgressResult.of(state.progress))


def map_of(request: MapRequest, reader: Reader) -> MapResult | CommunityDetailResult:
    """As `draw_map`, on an open reader; similarity counts only where the index has it."""
    community = community_of(reader, request.ref) if request.ref else request.community
    if community is None:
        return _whole(community_map(reader))
    return _one(inside(reader, community, request.limit))


def _whole(found: CommunityMap) -> MapResult:
    shown = found.communities[:_MOST_ON_MAP]
    last = shown[-1].id if shown else 0
    return MapResult(
        documents=found.documents,
        alone=found.alone,
        communities=tuple(
            MapCommunityResult(
                id=each.id,
                label=each.label,
                size=each.size,
                central=tuple(_titled(found.heads[path] for path in each.central if path in found.heads)),
            )
            for each in shown
        ),
        edges=tuple(
            MapEdgeResult(source=edge.source, target=edge.target, count=edge.count, weight=round(edge.weight, 4))
            for edge in found.edges
            if edge.source <= last and edge.target <= last
        ),
        left_out=len(found.communities) - len(shown),
    )


def _titled(heads: Iterable[Head]) -> Iterable[DocumentTitleResult]:
    return (DocumentTitleResult(path=head.path, title=head.title) for head in heads)


def _one(found: CommunityDetail) -> CommunityDetailResult:
    community = found.community
    return CommunityDetailResult(
        community=MapCommunityResult(id=community.id, label=community.label, size=community.size),
        documents=tuple(
            MapDocumentResult(path=head.path, title=head.title, weight=round(weight, 4))
            for head, weight in found.members
        ),
        edges=tuple(
            DocumentEdgeResult(source=tie.source, target=tie.target, kind=tie.kind, weight=round(tie.weight, 4))
            for tie in found.ties
        ),
        left_out=found.left_out,
    )
