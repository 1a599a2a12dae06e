"""The whole graph as arrays of numbers, for what looks at all of it at once: PageRank and communities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..model.edge import SIMILAR_TO, Edge
from ..model.value_class import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class WeightedEdges(NamedTuple):
    """Pairs of nodes by their numbers, sorted, no pair twice; three arrays of one length."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    weight: NDArray[np.float64]  # above 0; the sum of all edges of the pair

    @property
    def pairs(self) -> NDArray[np.int64]:
        """One row a pair: (n, 2)."""
        import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

        return np.column_stack((self.source, self.target))


@dataclass(frozen=True, slots=True, eq=False)
class WeightedGraph:
    """Documents and what their edges weigh, a link 1 and a `SIMILAR_TO` its weight.

    Whatever the order in which nodes and edges are given, the graph is the same, to the last bit.
    """

    nodes: tuple[str, ...]  # sorted; their numbers are their places here
    directed: WeightedEdges  # links as they point, similarity both ways
    undirected: WeightedEdges  # every edge once; the lower number is the source

    @classmethod
    def of(cls, nodes: Iterable[str], edges: Iterable[Edge]) -> WeightedGraph:
        """The graph of these documents.

        All edges of a pair are summed.  Edges that lead outside the nodes or from a document to itself do not count,
        nor do those of weight 0.
        """
        import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

        listed = tuple(sorted(set(nodes)))
        numbers = {node: n for n, node in enumerate(listed)}
        links, similar = _numbered(edges, numbers)
        mirrored = similar[:, [1, 0, 2]]
        one_way = np.concatenate((links, similar))
        both_ways = np.concatenate((one_way, mirrored))
        return cls(listed, _summed(both_ways), _summed(_low_first(one_way)))

    def strengths(self) -> NDArray[np.float64]:
        """For each node the weight of all its edges, undirected."""
        import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

        source, target, weight = self.undirected
        ends = np.concatenate((source, target))
        return np.bincount(ends, np.tile(weight, 2), len(self.nodes)).astype(np.float64)


def _numbered(edges: Iterable[Edge], numbers: Mapping[str, int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Links and similarities as rows of source, target and weight: (n, 3) each."""
    import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

    links: list[float] = []
    similar: list[float] = []
    for edge in edges:
        source, target = numbers.get(edge.source.doc), numbers.get(edge.target.doc)
        if source is None or target is None or source == target:
            continue
        if edge.relation != SIMILAR_TO:
            links.extend((source, target, 1.0))
        elif edge.weight > 0:
            similar.extend((source, target, edge.weight))
    # Numbers of nodes are exact in float64 far beyond any vault.
    return np.array(links, np.float64).reshape(-1, 3), np.array(similar, np.float64).reshape(-1, 3)


def _low_first(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

    return np.column_stack((rows[:, :2].min(1), rows[:, :2].max(1), rows[:, 2]))


def _summed(rows: NDArray[np.float64]) -> WeightedEdges:
    """One line for each pair of nodes.

    Rows are sorted by weight too before they are added up, since the last bit of a sum depends on the order.
    """
    import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

    rows = rows[np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))]
    ends = rows[:, :2].astype(np.int64)
    firsts = np.flatnonzero(np.append(True, (ends[1:] != ends[:-1]).any(1))[: len(rows)])
    return WeightedEdges(ends[firsts, 0], ends[firsts, 1], np.add.reduceat(rows[:, 2], firsts))
