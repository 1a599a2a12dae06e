"""Graphs for these tests."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dowse.graph.cypher.database import build
from dowse.model.document import Head
from dowse.model.edge import PARENT_OF, REFERENCES, SIMILAR_TO, Edge
from dowse.model.kinds import KINDS
from dowse.model.ref import Ref
from tests.making import make


@dataclass(frozen=True, slots=True)
class Graph:
    """Documents, edges, and the file that they were written to."""

    path: Path
    heads: tuple[Head, ...]
    edges: tuple[Edge, ...]


def edge(source: str, target: str, kind: str = REFERENCES, weight: float = 1.0) -> Edge:
    return Edge(Ref(source), Ref(target), kind, weight)


def written(path: Path, heads: Iterable[Head], edges: Iterable[Edge] = (), *, edition: str = "1") -> Graph:
    """The graph, built."""
    graph = Graph(path, tuple(heads), tuple(edges))
    build(path, graph.heads, graph.edges, edition=edition)
    return graph


def generated(path: Path, *, nodes: int, edges: int, seed: int = 0) -> Graph:
    """A graph with edges of every kind between any two documents, some of them twice."""
    rng = random.Random(seed)  # noqa: S311  # the same graph every time
    heads = [make(f"{n % 7}/note {n}.md", kind=rng.choice(KINDS)).head for n in range(nodes)]
    kinds = (REFERENCES, PARENT_OF, SIMILAR_TO)
    drawn = [
        edge(rng.choice(heads).id, rng.choice(heads).id, rng.choice(kinds), round(rng.random(), 3))
        for _ in range(edges)
    ]
    return written(path, heads, drawn)
