"""The whole graph as arrays."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dowse.graph.weighted_graph import WeightedEdges, WeightedGraph
from dowse.model.edge import Edge
from dowse.model.ref import Ref


def _edge(source: str, target: str, kind: str = "REFERENCES", weight: float = 1.0) -> Edge:
    return Edge(Ref(source), Ref(target), kind, weight)


def _said(graph: WeightedGraph, lines: WeightedEdges) -> dict[tuple[str, str], float]:
    pairs = zip(lines.source.tolist(), lines.target.tolist(), lines.weight.tolist(), strict=True)
    return {(graph.nodes[source], graph.nodes[target]): weight for source, target, weight in pairs}


def test_links_point_one_way_and_similarity_both() -> None:
    graph = WeightedGraph.of("abc", [_edge("b", "a"), _edge("c", "b", "SIMILAR_TO", 0.75)])
    assert _said(graph, graph.directed) == {("b", "a"): 1.0, ("c", "b"): 0.75, ("b", "c"): 0.75}
    assert _said(graph, graph.undirected) == {("a", "b"): 1.0, ("b", "c"): 0.75}


def test_all_edges_of_two_documents_are_summed() -> None:
    edges = [_edge("a", "b"), _edge("a", "b"), _edge("b", "a", "PARENT_OF"), _edge("b", "a", "SIMILAR_TO", 0.5)]
    graph = WeightedGraph.of("ab", edges)
    assert _said(graph, graph.directed) == {("a", "b"): 2.5, ("b", "a"): 1.5}
    assert _said(graph, graph.undirected) == {("a", "b"): 3.5}


def test_a_link_weighs_one_whatever_its_edge_says() -> None:
    graph = WeightedGraph.of("ab", [_edge("a", "b", "REFERENCES", 0.25)])
    assert _said(graph, graph.directed) == {("a", "b"): 1.0}


def test_strangers_links_to_oneself_and_similarity_of_nothing_do_not_count() -> None:
    edges = [_edge("a", "a"), _edge("a", "x"), _edge("x", "b"), _edge("a", "b", "SIMILAR_TO", 0.0)]
    edges.append(Edge(Ref("a", "one"), Ref("a", "two"), "REFERENCES"))
    graph = WeightedGraph.of("ab", edges)
    assert (_said(graph, graph.directed), _said(graph, graph.undirected)) == ({}, {})


def test_sections_stand_for_their_documents() -> None:
    graph = WeightedGraph.of("ab", [Edge(Ref("a", "one", 2), Ref("b", "two"), "REFERENCES"), _edge("a", "b")])
    assert _said(graph, graph.directed) == {("a", "b"): 2.0}


@pytest.mark.parametrize("nodes", ["", "a"])
def test_a_graph_may_be_empty(nodes: str) -> None:
    graph = WeightedGraph.of(nodes, [_edge("a", "b")])
    assert (graph.nodes, _said(graph, graph.directed), graph.strengths().tolist()) == (
        tuple(nodes),
        {},
        [0.0] * len(nodes),
    )
    assert graph.directed.pairs.shape == (0, 2)


@pytest.mark.parametrize("seed", range(20))
def test_the_sums_are_those_of_counting_and_the_order_changes_no_bit(seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311  # weights, not secrets
    nodes = [f"{n}.md" for n in range(12)]
    kinds = ("REFERENCES", "PARENT_OF", "SIMILAR_TO")
    edges = [_edge(pick.choice(nodes), pick.choice(nodes), pick.choice(kinds), pick.random()) for _ in range(200)]
    directed: Counter[tuple[str, str]] = Counter()
    undirected: Counter[tuple[str, str]] = Counter()
    for edge in edges:
        similar = edge.relation == "SIMILAR_TO"
        source, target, weight = edge.source.doc, edge.target.doc, edge.weight if similar else 1.0
        if source != target:
            directed[source, target] += weight  # type: ignore[assignment]  # a counter of floats
            directed[target, source] += weight if similar else 0  # type: ignore[assignment]  # as above
            undirected[min(source, target), max(source, target)] += weight  # type: ignore[assignment]  # as above
    graph = WeightedGraph.of(nodes, edges)
    assert _said(graph, graph.directed) == pytest.approx({pair: weight for pair, weight in directed.items() if weight})
    assert _said(graph, graph.undirected) == pytest.approx(dict(undirected))
    assert graph.strengths().sum() == pytest.approx(2 * sum(undirected.values()))
    pick.shuffle(nodes)
    pick.shuffle(edges)
    again = WeightedGraph.of([*nodes, *nodes], edges)
    assert again.nodes == graph.nodes
    for lines, others in ((graph.directed, again.directed), (graph.undirected, again.undirected)):
        assert [part.tobytes() for part in lines] == [part.tobytes() for part in others]
