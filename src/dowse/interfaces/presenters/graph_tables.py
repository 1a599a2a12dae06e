"""The graph of a vault as text: related documents and PageRank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...app.link_neighbours import SHARES_TAG
from ...app.results.document_result import RankedDocumentResult, RelatedDocumentResult, RelatedResult
from ...model.edge import PARENT_OF, REFERENCES, SIMILAR_TO, Edge
from .text_style import TextStyle, path_link, pluralize, title_with_path

_RELATION_NAMES = {REFERENCES: "link", PARENT_OF: "parent", SIMILAR_TO: "similar", SHARES_TAG: "tag"}
_PASSIVE = {
    "imports": "imported from here",
    "calls": "called from here",
    "mentions": "mentioned here",
    "extends": "extended here",
    "implements": "implemented here",
}


def related_lines(result: RelatedResult, style: TextStyle) -> Iterator[str]:
    """Each document with its distance and the path of edges to it."""
    for number, document in enumerate(result.related, start=1):
        connection = style.paint(f"{pluralize(document.distance, 'hop')}, {_connection(document, result.path)}", "32")
        yield f"{number:>2}. {style.paint(document.name, '1')}  {connection}"
        yield f"    {path_link(document.path, style)}"


def ranked_lines(documents: Iterable[RankedDocumentResult], style: TextStyle) -> Iterator[str]:
    """Each document with its score."""
    for number, document in enumerate(documents, start=1):
        score = style.paint(f"{document.score:.4f}", "32")
        yield f"{number:>2}. {score}  {title_with_path(document.name, document.path, style)}"


def _connection(document: RelatedDocumentResult, start: str) -> str:
    """The edges between two documents; for a distant one the kinds of the hops, and the last document between."""
    if document.distance == 1:
        return ", ".join(dict.fromkeys(_edge_text(edge, start) for edge in document.edges))
    steps = " › ".join(_RELATION_NAMES.get(kind, kind) for kind in document.via)
    return f"{steps}, through {document.through}" if document.through else steps


def _edge_text(edge: Edge, start: str) -> str:
    is_outgoing = edge.source.doc == start
    match edge.relation:
        case "PARENT_OF":
            return "child" if is_outgoing else "parent"
        case "SIMILAR_TO":
            return f"similar {edge.weight:.2f}"
        case "SHARES_TAG":
            return "shares a tag"
        case "REFERENCES":
            return "linked from here" if is_outgoing else "links here"
        case relation:
            return _PASSIVE.get(relation, relation) if is_outgoing else relation
