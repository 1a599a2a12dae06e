"""The map of a vault: its communities with the edges between them, and the documents of one community."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import fsum

from ..model.document import Head
from ..model.edge import SIMILAR_TO, Edge
from ..model.errors import RefError
from ..model.value_class import dataclass
from ..ports.storage import Reader
from ..query.ast import MatchAll
from ..search.graph_analytics import Community, listed_communities
from ..search.names.reference import resolve_reference
from ..search.visibility import exclude_unlisted

__all__ = [
    "MOST_INSIDE",
    "CommunityDetail",
    "CommunityLink",
    "CommunityMap",
    "DocumentLink",
    "Reader",
    "community_map",
    "community_of",
    "inside",
]

MOST_INSIDE = 300  # documents of one community; more are not distinguishable


@dataclass(frozen=True, slots=True)
class CommunityLink:
    """All edges between two communities, in both directions."""

    source: int  # the lower id
    target: int
    count: int
    weight: float  # above 0; a link counts 1, similarity its cosine


@dataclass(frozen=True, slots=True)
class CommunityMap:
    """The communities, the largest first, and the number of documents outside of all communities."""

    communities: tuple[Community, ...]
    edges: tuple[CommunityLink, ...]  # by source, then by target
    heads: Mapping[str, Head]  # of the central documents
    documents: int  # that listings show

    @property
    def alone(self) -> int:
        """The number of documents outside of all communities."""
        return self.documents - sum(each.size for each in self.communities)


@dataclass(frozen=True, slots=True)
class DocumentLink:
    """All edges of one kind from a document to another; a similarity edge starts at the first by path."""

    source: str
    target: str
    kind: str
    weight: float  # above 0; as above


@dataclass(frozen=True, slots=True)
class CommunityDetail:
    """A community with its documents."""

    community: Community
    members: tuple[tuple[Head, float], ...]  # the most central first, each with the weight of its edges inside
    ties: tuple[DocumentLink, ...]  # between these members, by source, target and kind
    left_out: int  # members beyond the limit


def community_map(reader: Reader) -> CommunityMap:
    """All communities, over links and similarity."""
    groups = listed_communities(reader)
    group = {path: each.id for each in groups for path in each.members}
    weights: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for edge in _weighing(reader.edges()):
        ends = group.get(edge.source.doc, 0), group.get(edge.target.doc, 0)
        if all(ends) and ends[0] != ends[1]:
            weights[min(ends), max(ends)].append(_weight(edge))
    between = (CommunityLink(*ends, len(found), fsum(found)) for ends, found in sorted(weights.items()))
    central = reader.heads([path for each in groups for path in each.central])
    return CommunityMap(groups, tuple(between), central, reader.count(exclude_unlisted(MatchAll(), reader)))


def community_of(reader: Reader, ref: str) -> int:
    """The id of the community of a document. Raises RefError for an unknown reference, and for a document in none."""
    target = resolve_reference(ref, reader)
    if target.ref is None:
        raise RefError(target.hint)
    path = target.ref.doc
    found = next((each.id for each in listed_communities(reader) if path in each.members), None)
    if found is None:
        raise RefError(f"{path} is in no community: it is not linked with other documents, and not similar to any")
    return found


def inside(reader: Reader, id: int, limit: int = MOST_INSIDE) -> CommunityDetail:  # noqa: A002  # what it is called elsewhere
    """The community of that id with its `limit` most central members. Raises RefError for an unknown id."""
    groups = listed_communities(reader)
    if not 1 <= id <= len(groups):
        known = f"the ids are 1 to {len(groups)}" if groups else "the vault has no communities, since it has no links"
        raise RefError(f"unknown community {id}; {known}")
    community = groups[id - 1]
    members, shown = frozenset(community.members), community.members[:limit]
    edges = [
        edge
        for edge in _weighing(reader.edges(community.members))
        if edge.source.doc in members and edge.target.doc in members
    ]
    heads, weights = reader.heads(shown), _weights(edges)
    placed = tuple((heads[path], weights.get(path, 0.0)) for path in shown if path in heads)
    return CommunityDetail(community, placed, _ties(edges, frozenset(shown)), community.size - len(placed))


def _weighing(edges: Iterable[Edge]) -> Iterable[Edge]:
    return (edge for edge in edges if _weight(edge) > 0 and edge.source.doc != edge.target.doc)


def _weight(edge: Edge) -> float:
    """As in graph/weighted_graph.py."""
    return edge.weight if edge.relation == SIMILAR_TO else 1.0


def _weights(edges: Iterable[Edge]) -> Mapping[str, float]:
    """For each document the weight of its edges, summed so that their order does not matter."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for edge in edges:
        found[edge.source.doc].append(_weight(edge))
        found[edge.target.doc].append(_weight(edge))
    return {path: fsum(weights) for path, weights in found.items()}


def _ties(edges: Iterable[Edge], shown: frozenset[str]) -> tuple[DocumentLink, ...]:
    found: defaultdict[tuple[str, str, str], list[float]] = defaultdict(list)
    for edge in edges:
        if edge.source.doc in shown and edge.target.doc in shown:
            found[edge.source.doc, edge.target.doc, edge.relation].append(_weight(edge))
    return tuple(DocumentLink(*ends, fsum(weights)) for ends, weights in sorted(found.items()))
