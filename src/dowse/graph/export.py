"""The graph of a vault for other programs: GraphML, and node-link JSON as d3 and networkx read it.

Both leave out edges that lead to or from a document that is not among the heads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypedDict

from ..model.document import Head
from ..model.edge import Edge

_KEYS = (  # id, element, name, type
    ("path", "node", "path", "string"),
    ("title", "node", "title", "string"),
    ("document_kind", "node", "kind", "string"),
    ("tags", "node", "tags", "string"),
    ("modified", "node", "modified", "double"),
    ("edge_kind", "edge", "kind", "string"),
    ("weight", "edge", "weight", "double"),
    ("section", "edge", "section", "string"),
)
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0 cannot write these at all
_REPLACEMENT = "\ufffd"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})  # a parser makes \n of a bare \r


class ExportedNode(TypedDict):
    """A document."""

    id: str  # its path
    title: str
    kind: str
    tags: list[str]
    modified: float  # seconds since the epoch, UTC


class ExportedEdge(TypedDict):
    """An edge between two documents, with the section that it starts from."""

    source: str
    target: str
    kind: str
    weight: float
    section: str


class ExportedGraph(TypedDict):
    """Nodes by path; edges by source, target, kind, section and weight."""

    nodes: list[ExportedNode]
    edges: list[ExportedEdge]


def graph_json(heads: Iterable[Head], edges: Iterable[Edge]) -> ExportedGraph:
    """The graph in node-link form."""
    nodes = {head.path: _node(head) for head in heads}
    pointing = (_pointing(edge) for edge in edges if edge.source.doc in nodes and edge.target.doc in nodes)
    return {"nodes": [nodes[path] for path in sorted(nodes)], "edges": sorted(pointing, key=_place)}


def graphml(heads: Iterable[Head], edges: Iterable[Edge]) -> Iterator[str]:
    """The graph as lines of GraphML, in the order of `graph_json`; tags are separated by spaces.

    Nodes are called n0, n1 and so on, since an id in GraphML has no spaces; the path is an attribute.  Characters that
    XML does not allow become U+FFFD.
    """
    graph = graph_json(heads, edges)
    ids = {node["id"]: f"n{at}" for at, node in enumerate(graph["nodes"])}
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for key, owner, name, kind in _KEYS:
        yield f'  <key id="{key}" for="{owner}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '  <graph id="vault" edgedefault="directed">\n'
    for node in graph["nodes"]:
        path = node["id"]
        yield f'    <node id="{ids[path]}">{_data("path", path)}{_data("title", node["title"])}'
        yield f"{_data('document_kind', node['kind'])}{_data('tags', ' '.join(node['tags']))}"
        yield f"{_data('modified', repr(float(node['modified'])))}</node>\n"
    for edge in graph["edges"]:
        yield f'    <edge source="{ids[edge["source"]]}" target="{ids[edge["target"]]}">'
        yield f"{_data('edge_kind', edge['kind'])}{_data('weight', repr(float(edge['weight'])))}"
        yield f"{_data('section', edge['section'])}</edge>\n"
    yield "  </graph>\n</graphml>\n"


def _node(head: Head) -> ExportedNode:
    return {
        "id": head.path,
        "title": head.title,
        "kind": head.kind,
        "tags": sorted(head.tags),
        "modified": head.modified,
    }


def _pointing(edge: Edge) -> ExportedEdge:
    return {
        "source": edge.source.doc,
        "target": edge.target.doc,
        "kind": edge.relation,
        "weight": edge.weight,
        "section": edge.source.section,
    }


def _place(edge: ExportedEdge) -> tuple[str, str, str, str, float]:
    return edge["source"], edge["target"], edge["kind"], edge["section"], edge["weight"]


def _data(key: str, value: str) -> str:
    return f'<data key="{key}">{_NO_XML.sub(_REPLACEMENT, value).translate(_ESCAPES)}</data>'
