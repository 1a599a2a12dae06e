"""Traversal of the link graph: decayed scores and numbers of hops from a set of documents or of units.

The best score that reaches each of them is that of graph-memory's search: each hop multiplies by a decay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from ..model.document import Unit
from ..model.edge import CONTAINS, RELATIONS, SIMILAR_TO, Edge
from ..model.ref import PREAMBLE, Ref

ANY = "*"  # in place of a relation: all that are not named
DECAYS: Mapping[str, float] = {relation.name: relation.decay for relation in RELATIONS}
DECAYS_ABOUT = "score factor per link, by relation"
_OTHER = 0.8  # of an unknown relation
_ONE_WAY = frozenset(relation.name for relation in RELATIONS if relation.is_one_way)

Node = TypeVar("Node", bound=str | Ref)  # a document, or a unit
EdgesOf = Callable[[Collection[Node]], Iterable[Edge]]  # all edges that begin or end in one of the nodes
Edges = EdgesOf[str]


class ReachedNode(NamedTuple, Generic[Node]):
    """A reached document or unit, with its best path."""

    score: float  # in [0, 1] when those of the seeds are
    distance: int  # hops
    via: tuple[str, ...]  # the relations of the edges, from the seed on
    origin: Node  # the seed


def spread(
    seeds: Mapping[str, float],
    edges: Edges,
    *,
    depth: int,
    decays: Mapping[str, float] = DECAYS,
    least: float = 0.0,
    by_hops: bool = False,
) -> dict[str, ReachedNode[str]]:
    """The best path to each document within `depth` hops of a seed, best first; a seed is 0 hops from itself.

    A hop multiplies the score by the decay of its relation, and over `SIMILAR_TO` by the weight as well.  A relation
    that is not in `decays` has that of `"*"`, or its usual one where that is not in there either.  Edges are followed
    both ways, but those of one-way relations only from their source.  The highest score wins, then the fewest hops,
    then the seed that comes first; `by_hops`, only the paths with the fewest hops compete.  Paths below `least` are
    cut; a seed stays, whatever its score, unless a better path from another seed ends there.

    Pure: `edges` is called once per hop, for the documents whose score rose in the hop before.
    Raises ValueError when a decay is outside [0, 1].
    """
    return _spread(seeds, edges, attrgetter("doc"), depth=depth, decays=decays, least=least, by_hops=by_hops)


def spread_by_unit(
    seeds: Mapping[Ref, float],
    edges: EdgesOf[Ref],
    *,
    depth: int,
    decays: Mapping[str, float] = DECAYS,
    least: float = 0.0,
) -> dict[Ref, ReachedNode[Ref]]:
    """The best path to each unit, as `spread` finds it for documents; a Ref without a section is a whole file."""
    return _spread(seeds, edges, unit_of, depth=depth, decays=decays, least=least)


def unit_of(ref: Ref) -> Ref:
    """The unit as a node of the graph; the text before the first heading or between symbols is the file itself."""
    return Ref(ref.doc, "" if ref.section == PREAMBLE else ref.section)


def containing(doc: str, units: Iterable[Unit]) -> Iterator[Edge]:
    """The edges from a file to its units, and from each unit to those directly inside it."""
    return (Edge(Ref(doc, unit.parent), Ref(doc, unit.name), CONTAINS) for unit in units)


def _spread(
    seeds: Mapping[Node, float],
    edges: EdgesOf[Node],
    node: Callable[[Ref], Node],
    *,
    depth: int,
    decays: Mapping[str, float],
    least: float,
    by_hops: bool = False,
) -> dict[Node, ReachedNode[Node]]:
    for relation, decay in decays.items():
        if not 0 <= decay <= 1:
            raise ValueError(f"the decay of {relation} must be from 0 to 1, got {decay}")
    order = {seed: n for n, seed in enumerate(seeds)}
    best = {seed: ReachedNode(score, 0, (), seed) for seed, score in seeds.items()}
    known = decays if ANY in decays else {**DECAYS, **decays}
    mildest = max((*known.values(), known.get(ANY, _OTHER)))
    risen: Mapping[Node, ReachedNode[Node]] = best
    for _ in range(depth):
        # Scores of the hop before, not of this one: or a path could be longer than `depth`.
        frontier = {doc: reached for doc, reached in risen.items() if reached.score * mildest >= least}
        if not frontier:
            break
        risen = {}
        for doc, reached in _stepped(edges(frontier.keys()), frontier, known, node):
            before = best.get(doc)
            if reached.score < least or (before and (by_hops or reached.score <= before.score)):
                continue
            rival = risen.get(doc)
            if rival is None or _rank(reached, order) < _rank(rival, order):
                risen[doc] = reached
        best.update(risen)
    return dict(sorted(best.items(), key=lambda item: (*_rank(item[1], order), item[0])))


def distances(starts: Collection[str], edges: Edges, *, depth: int) -> dict[str, int]:
    """The number of hops from the nearest start to each document within `depth`, over all relations, both ways."""
    found = dict.fromkeys(starts, 0)
    frontier = set(found)
    for distance in range(1, depth + 1):
        if not frontier:
            break
        ends = {end.doc for edge in edges(frontier) if _touches(edge, frontier) for end in (edge.source, edge.target)}
        frontier = ends - found.keys()
        found.update(dict.fromkeys(sorted(frontier), distance))
    return found


def _stepped(
    edges: Iterable[Edge],
    frontier: Mapping[Node, ReachedNode[Node]],
    decays: Mapping[str, float],
    node: Callable[[Ref], Node],
) -> Iterator[tuple[Node, ReachedNode[Node]]]:
    """Each node that an edge leads to from the frontier, with the path there."""
    for edge in edges:
        for start, end in _ways(edge, node):
            if reached := frontier.get(start):
                factor = decays.get(edge.relation, decays.get(ANY, _OTHER))
                if edge.relation == SIMILAR_TO:
                    factor *= edge.weight
                path = (*reached.via, edge.relation)
                yield end, ReachedNode(reached.score * factor, reached.distance + 1, path, reached.origin)


def _ways(edge: Edge, node: Callable[[Ref], Node]) -> Iterator[tuple[Node, Node]]:
    source, target = node(edge.source), node(edge.target)
    yield source, target
    if edge.relation not in _ONE_WAY:
        yield target, source


def _touches(edge: Edge, docs: Collection[str]) -> bool:
    return edge.source.doc in docs or edge.target.doc in docs


def _rank(reached: ReachedNode[Node], order: Mapping[Node, int]) -> tuple[float, int, int, tuple[str, ...]]:
    """Lowest for the best path; the relations are compared last, so that the order of the edges does not matter."""
    return -reached.score, reached.distance, order[reached.origin], reached.via
