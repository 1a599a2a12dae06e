"""PageRank, beside networkx's."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np
import pytest
from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python  # the public one needs scipy

from dowse.graph.pagerank import pagerank
from dowse.graph.weighted_graph import WeightedGraph
from dowse.model.edge import Edge
from dowse.model.ref import Ref
from tests.tier_parameters import slow_after


def _edge(source: str, target: str, kind: str = "REFERENCES", weight: float = 1.0) -> Edge:
    return Edge(Ref(source), Ref(target), kind, weight)


def _vault(size: int, *, seed: int) -> tuple[list[str], list[Edge]]:
    """Few documents are pointed to often; a quarter points nowhere, and some are not pointed to either."""
    pick = random.Random(seed)  # noqa: S311  # links, not secrets
    nodes = [f"{n}.md" for n in range(size)]
    writers = nodes[size // 4 :]
    edges = [_edge(pick.choice(writers), nodes[int(size * pick.random() ** 3)]) for _ in range(3 * size)]
    similar = [_edge(pick.choice(writers), pick.choice(writers), "SIMILAR_TO", pick.random()) for _ in range(size // 2)]
    return nodes, edges + similar


def _expected(nodes: list[str], edges: list[Edge], damping: float) -> dict[str, float]:
    graph = nx.DiGraph()
    graph.add_nodes_from(nodes)
    for edge in edges:
        source, target = edge.source.doc, edge.target.doc
        similar = edge.relation == "SIMILAR_TO"
        for start, end in [(source, target), (target, source)] if similar else [(source, target)]:
            if start != end:
                known = graph.get_edge_data(start, end, {"weight": 0.0})["weight"]
                graph.add_edge(start, end, weight=known + (edge.weight if similar else 1.0))
    ranks: dict[str, float] = _pagerank_python(graph, alpha=damping, max_iter=1_000, tol=1e-14)
    return ranks


@pytest.mark.parametrize("damping", [0.85, 0.5])
@pytest.mark.parametrize("size", slow_after(3, [50, 200, 700, 2_000]))
def test_ranks_are_those_of_networkx(size: int, damping: float) -> None:
    nodes, edges = _vault(size, seed=size)
    found = pagerank(WeightedGraph.of(nodes, edges), damping=damping)
    wanted = _expected(nodes, edges, damping)
    ours, theirs = np.array([found[node] for node in nodes]), np.array([wanted[node] for node in nodes])
    assert np.corrcoef(ours, theirs)[0, 1] > 0.9999
    assert np.abs(ours - theirs).max() < 1e-10
    assert ours.sum() == pytest.approx(1, abs=1e-12)


def test_what_is_pointed_to_ranks_above_what_points() -> None:
    ranks = pagerank(WeightedGraph.of("abc", [_edge("a", "b"), _edge("c", "b")]))
    assert ranks["b"] > ranks["a"] == ranks["c"]


def test_similarity_raises_both() -> None:
    ranks = pagerank(WeightedGraph.of("abc", [_edge("a", "b", "SIMILAR_TO", 0.9)]))
    assert ranks["a"] == ranks["b"] > ranks["c"]


def test_documents_without_links_are_all_alike_and_no_documents_have_no_ranks() -> None:
    assert pagerank(WeightedGraph.of("abcd", [])) == pytest.approx(dict.fromkeys("abcd", 0.25))
    assert pagerank(WeightedGraph.of("a", [])) == {"a": 1.0}
    assert pagerank(WeightedGraph.of("", [])) == {}


def test_without_damping_no_link_counts() -> None:
    assert pagerank(WeightedGraph.of("ab", [_edge("a", "b")]), damping=0.0) == pytest.approx({"a": 0.5, "b": 0.5})


@pytest.mark.parametrize("damping", [-0.1, 1.0, float("nan")])
def test_the_damping_is_a_share_below_one(damping: float) -> None:
    with pytest.raises(ValueError, match="damping"):
        pagerank(WeightedGraph.of("ab", []), damping=damping)
