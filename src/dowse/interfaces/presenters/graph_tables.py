"""The graph of a vault as text: related documents and PageRank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...app.link_neighbours import SHARES_TAG
from ...app.results.document_result import RankedDocumentResult, RelatedDocumentResult, RelatedResult
from ...model.edge import PARENT_OF, REFERENCES, SIMILAR_TO, Edge
from .text_style import TextStyle, counted, linked_path, titled

_WORDS = {REFERENCES: "link", PARENT_OF: "parent", SIMILAR_TO: "similar", SHARES_TAG: "tag"}


def related_lines(result: RelatedResult, style: TextStyle) -> Iterator[str]:
    """Each document with its distance and the path of edges to it."""
    for number, each in enumerate(result.related, start=1):
        how = style.paint(f"{counted(each.distance, 'hop')}, {_how(each, result.path)}", "32")
        yield f"{number:>2}. {style.paint(each.name, '1')}  {how}"
        yield f"    {linked_path(each.path, style)}"


def ranked_lines(found: Iterable[RankedDocumentResult], style: TextStyle) -> Iterator[str]:
    """Each document with its score."""
    for number, each in enumerate(found, start=1):
        yield f"{number:>2}. {style.paint(f'{each.score:.4f}', '32')}  {titled(each.name, each.path, style)}"


def _how(each: RelatedDocumentResult, start: str) -> str:
    """The edges between two documents; for a distant one the kinds of the hops, and the last document between."""
    if each.edges:
        return ", ".join(dict.fromkeys(_side(edge, start) for edge in each.edges))
    steps = " › ".join(_WORDS.get(kind, kind) for kind in each.via)
    return f"{steps}, through {each.through}" if each.through else steps


def _side(edge: Edge, start: str) -> str:
    goes_out = edge.source.doc == start
    match edge.relation:
        case "PARENT_OF":
            return "child" if goes_out else "parent"
        case "SIMILAR_TO":
            return f"similar {edge.weight:.2f}"
        case "SHARES_TAG":
            return "shares a tag"
        case _:
            return "linked from here" if goes_out else "links here"
