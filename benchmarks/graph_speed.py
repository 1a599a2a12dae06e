"""How long it takes to look at a whole graph, beside networkx on the same one.

    python benchmarks/graph_speed.py --notes 5000 --links 25000

The budget is 200 ms for PageRank and for communities, each with building the graph from its edges.  Times are medians
in ms; other machines, other times: compare the ratio, which is of the same run.  `topics` is a vault whose notes mostly
link within their topic, `random` one without any, which is the slowest for communities.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

import networkx as nx
from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python  # the public one needs scipy

from dowse.graph.communities import communities, modularity
from dowse.graph.pagerank import pagerank
from dowse.graph.weighted_graph import WeightedGraph
from dowse.model.edge import Edge
from dowse.model.ref import Ref

_TOPIC = 50  # notes
_WITHIN = {"topics": 0.8, "random": 0.0}  # the share of links that stay within a topic


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--notes", type=int, default=5_000)
    parser.add_argument("--links", type=int, default=25_000)
    parser.add_argument("--repeats", type=int, default=9)
    arguments = parser.parse_args()
    print(f"{arguments.notes:,} notes, {arguments.links:,} links")
    print(f"{'':<10}{'':<28}{'dowse':>8}{'networkx':>10}{'ratio':>8}")
    for vault, within in _WITHIN.items():
        nodes, edges = _vault(arguments.notes, arguments.links, within)
        for what, ours, theirs in _questions(nodes, edges):
            taken, baseline = _median(ours, arguments.repeats), _median(theirs, 3)
            print(f"{vault:<10}{what:<28}{taken:>8.1f}{baseline:>10.1f}{baseline / taken:>8.1f}")
        graph, other = WeightedGraph.of(nodes, edges), _networkx(nodes, edges)
        reached = modularity(graph, communities(graph))
        beside = nx.community.modularity(other, nx.community.louvain_communities(other, seed=0))
        print(f"{vault:<10}{'modularity':<28}{reached:>8.3f}{beside:>10.3f}{reached / beside:>8.3f}")


def _questions(
    nodes: Sequence[str], edges: Sequence[Edge]
) -> list[tuple[str, Callable[[], object], Callable[[], object]]]:
    """What is asked, of us and of networkx."""
    graph, other, pointed = (
        WeightedGraph.of(nodes, edges),
        _networkx(nodes, edges),
        _networkx(nodes, edges, directed=True),
    )
    built, built_by_them = partial(WeightedGraph.of, nodes, edges), partial(_networkx, nodes, edges)
    divided = partial(nx.community.louvain_communities, seed=0)
    return [
        ("graph", built, built_by_them),
        ("pagerank", partial(pagerank, graph), partial(_pagerank_python, pointed)),
        (
            "pagerank with graph",
            lambda: pagerank(built()),
            lambda: _pagerank_python(_networkx(nodes, edges, directed=True)),
        ),
        ("communities", partial(communities, graph), partial(divided, other)),
        ("communities with graph", lambda: communities(built()), lambda: divided(built_by_them())),
    ]


def _vault(notes: int, links: int, within: float) -> tuple[list[str], list[Edge]]:
    """Notes and that many links, the same in every run."""
    pick = random.Random(1)
    nodes = [f"notes/{n:05}.md" for n in range(notes)]
    edges: list[Edge] = []
    while len(edges) < links:
        source = pick.randrange(notes)
        first = source - source % _TOPIC
        target = min(notes - 1, first + pick.randrange(_TOPIC)) if pick.random() < within else pick.randrange(notes)
        if source != target:
            edges.append(Edge(Ref(nodes[source]), Ref(nodes[target]), "REFERENCES"))
    return nodes, edges


def _networkx(nodes: Sequence[str], edges: Sequence[Edge], *, directed: bool = False) -> nx.Graph:
    """The same graph, parallel edges summed."""
    graph = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(nodes)
    for edge in edges:
        source, target = edge.source.doc, edge.target.doc
        if graph.has_edge(source, target):
            graph[source][target]["weight"] += 1.0
        else:
            graph.add_edge(source, target, weight=1.0)
    return graph


def _median(ask: Callable[[], object], repeats: int) -> float:
    """The median time, in ms, after one run that does not count."""
    ask()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        ask()
        times.append(time.perf_counter() - started)
    return statistics.median(times) * 1e3


if __name__ == "__main__":
    main()
