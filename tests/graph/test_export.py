"""The graph for other programs, read back by one of them."""

from __future__ import annotations

import io
import json
from random import Random

import networkx as nx
import pytest

from dowse.graph.export import graph_json, graphml
from dowse.model.document import Head
from dowse.model.edge import Edge
from dowse.model.ref import Ref
from tests.making import make

_ODD = "a \"quoted\" <b> & 'c' ]]> \U0001f600 é\u0085\tx\r\ny\rz \x00\x0b\x1f\ufffe\ud800"


def _read(heads: list[Head], edges: list[Edge]) -> nx.MultiDiGraph:
    """The graph by its paths, as networkx understands it."""
    written = "".join(graphml(heads, edges)).encode()
    read = nx.read_graphml(io.BytesIO(written), force_multigraph=True)
    return nx.relabel_nodes(read, {node: attributes["path"] for node, attributes in read.nodes(data=True)})


def _printable(text: str) -> str:
    """The text as XML can hold it, character by character."""
    return "".join(char if char in "\t\n\r" or _is_xml(ord(char)) else "\ufffd" for char in text)


def _is_xml(code: int) -> bool:
    return 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000


def _graph(random: Random) -> tuple[list[Head], list[Edge]]:
    heads = [
        make(
            f"folder/{n} {random.choice(_ODD[:20])}.md",
            title="".join(random.choices(_ODD, k=random.randint(0, 12))),
            tags=tuple(random.sample(("a", "b/c", "ü"), random.randint(0, 3))),
            modified=random.choice((0.0, 1.7e9 + random.random(), -1.5)),
            kind=random.choice(("note", "task", "file")),
        ).head
        for n in range(random.randint(0, 9))
    ]
    ends = [Ref(head.path, random.choice(("", "goals"))) for head in heads]
    count = random.randint(0, 15) if ends else 0
    return heads, [
        Edge(random.choice(ends), random.choice(ends), random.choice(("REFERENCES", "<x>")), random.random())
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_graphml_holds_the_same_nodes_and_edges_with_all_that_is_known_of_them(seed: int) -> None:
    heads, edges = _graph(Random(seed))  # noqa: S311  # graphs, not secrets
    read = _read(heads, edges)
    assert dict(read.nodes(data=True)) == {
        head.path: {
            "path": head.path,
            "title": _printable(head.title),
            "kind": head.kind,
            "tags": " ".join(sorted(head.tags)),
            "modified": head.modified,
        }
        for head in heads
    }
    found = sorted(
        (source, target, at["kind"], at["section"], at["weight"]) for source, target, at in read.edges(data=True)
    )
    assert found == sorted(
        (edge.source.doc, edge.target.doc, edge.relation, edge.source.section, edge.weight) for edge in edges
    )


def test_an_odd_title_comes_back_but_for_what_xml_cannot_write() -> None:
    (title,) = (at["title"] for _, at in _read([make("a.md", title=_ODD).head], []).nodes(data=True))
    assert title == _printable(_ODD)


def test_paths_that_differ_in_what_xml_cannot_write_stay_two_nodes() -> None:
    heads = [make("a\x01.md").head, make("a\x02.md").head]
    written = "".join(graphml(heads, [Edge(Ref("a\x01.md"), Ref("a\x02.md"), "REFERENCES")]))
    read = nx.read_graphml(io.BytesIO(written.encode()))
    assert list(read.edges) == [("n0", "n1")]


def test_json_is_in_node_link_form_and_goes_through_json() -> None:
    heads = [
        make("b.md", title="B", tags=("y", "x"), modified=2.5, kind="task").head,
        make("a.md", title="<A>").head,
    ]
    graph = graph_json(heads, [Edge(Ref("b.md", "goals"), Ref("a.md"), "PARENT_OF", 0.5)])
    assert json.loads(json.dumps(graph)) == {
        "nodes": [
            {"id": "a.md", "title": "<A>", "kind": "note", "tags": [], "modified": 0.0},
            {"id": "b.md", "title": "B", "kind": "task", "tags": ["x", "y"], "modified": 2.5},
        ],
        "edges": [{"source": "b.md", "target": "a.md", "kind": "PARENT_OF", "weight": 0.5, "section": "goals"}],
    }


def test_networkx_reads_the_node_link_form() -> None:
    heads, edges = _graph(Random(7))  # noqa: S311  # graphs, not secrets
    graph = {**graph_json(heads, edges), "directed": True, "multigraph": True}
    read = nx.node_link_graph(graph, edges="edges")
    assert sorted(read.nodes) == sorted(head.path for head in heads)
    assert read.number_of_edges() == len(edges) > 0


def test_the_order_does_not_depend_on_what_comes_first() -> None:
    heads, edges = _graph(Random(7))  # noqa: S311  # graphs, not secrets
    assert list(graphml(heads, edges)) == list(graphml(heads[::-1], edges[::-1]))
    assert graph_json(heads, edges) == graph_json(heads[::-1], edges[::-1])


def test_an_edge_to_a_document_that_is_not_among_the_heads_is_left_out() -> None:
    edge = Edge(Ref("a.md"), Ref("gone.md"), "REFERENCES")
    assert graph_json([make("a.md").head], [edge])["edges"] == []


def test_an_empty_vault_is_an_empty_graph() -> None:
    assert len(_read([], [])) == 0
    assert graph_json([], []) == {"nodes": [], "edges": []}
