"""PageRank: the importance of a document by the links to it."""

from __future__ import annotations

from math import ceil, log

from .weighted_graph import WeightedGraph

_CLOSE = 1e-12  # the change in all ranks together that ends the search; the error is at most six times that at 0.85


def pagerank(graph: WeightedGraph, *, damping: float = 0.85) -> dict[str, float]:
    """The PageRank of each node, in (0, 1], with the sum 1; {} for an empty graph.

    Edges are directed and weighted; a node without outgoing edges links to all nodes equally.  The formula, 0.85 and
    the method are those of Page, Brin, Motwani and Winograd, 1999.  Raises ValueError when `damping` is not in [0, 1).
    """
    # igraph's prpack lets threads race: no two results are equal to the last bit, and where the processor is busy it
    # takes ten times as long as this.
    import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

    if not 0 <= damping < 1:
        raise ValueError(f"damping must be 0 or more and below 1, got {damping}")
    size = len(graph.nodes)
    if not size:
        return {}
    source, target, weight = graph.directed
    share = damping * weight / np.bincount(source, weight, size)[source]
    ranks = np.full(size, 1 / size)
    for _ in range(_most_steps(damping)):
        followed = np.bincount(target, ranks[source] * share, size)
        following = followed + (1 - followed.sum()) / size
        change = np.abs(following - ranks).sum()
        ranks = following
        if change < _CLOSE:
            break
    return dict(zip(graph.nodes, ranks.tolist(), strict=True))


def _most_steps(damping: float) -> int:
    """The number of steps after which the change is below `_CLOSE` in any graph: at most 2 at first, then damped."""
    return ceil(log(_CLOSE / 2, damping)) if damping else 1
