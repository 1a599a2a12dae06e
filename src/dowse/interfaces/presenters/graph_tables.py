"""The graph of a vault: what is related, what belongs together, what everything points to; in lines and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...app.related import SHARES_TAG, RelatedDocument
from ...model.document import Head
from ...model.edge import PARENT_OF, REFERENCES, SIMILAR_TO, Edge
from ...search.graph_analytics import Community, RankedDocument
from .text_style import TextStyle
from .to_json import Json
from .to_text import counted

_WORDS = {REFERENCES: "link", PARENT_OF: "parent", SIMILAR_TO: "similar", SHARES_TAG: "tag"}


def related_lines(
    head: Head, found: Sequence[RelatedDocument], titles: Mapping[str, Head], style: TextStyle
) -> Iterator[str]:
    """Each document with its distance and how it was reached; `titles` has the heads of those in between."""
    for number, each in enumerate(found, start=1):
        how = style.paint(f"{counted(each.distance, 'hop')}, {_how(each, head.path, titles)}", "32")
        yield f"{number:>2}. {style.paint(_title(each.head), '1')}  {how}"
        yield f"    {_place(each.head.path, style)}"


def related_json(each: RelatedDocument) -> dict[str, Json]:
    """A document that was reached."""
    return {
        "ref": str(each.ref),
        "path": each.head.path,
        "title": each.head.title,
        "distance": each.distance,
        "score": round(each.score, 4),
        "via": list[Json](each.via),
    }


def communities_lines(found: Iterable[Community], heads: Mapping[str, Head], style: TextStyle) -> Iterator[str]:
    """Each community with its label and size, and its central documents below."""
    for each in found:
        yield f"{each.id:>2}. {style.paint(each.label, '1')}  {style.paint(counted(each.size, 'document'), '32')}"
        yield from (f"    {_titled(heads[path], style)}" for path in each.central if path in heads)


def ranked_lines(found: Iterable[RankedDocument], style: TextStyle) -> Iterator[str]:
    """Each document with its share."""
    for number, each in enumerate(found, start=1):
        yield f"{number:>2}. {style.paint(f'{each.score:.4f}', '32')}  {_titled(each.head, style)}"


def ranked_json(each: RankedDocument) -> dict[str, Json]:
    """A document and its share."""
    return {"path": each.head.path, "title": each.head.title, "score": round(each.score, 6)}


def _how(each: RelatedDocument, start: str, titles: Mapping[str, Head]) -> str:
    """What the two are to each other; of what is further away the kinds of the steps, and what lies between."""
    if each.edges:
        return ", ".join(dict.fromkeys(_side(edge, start) for edge in each.edges))
    steps = " › ".join(_WORDS.get(kind, kind) for kind in each.via)
    through = titles.get(each.through)
    return f"{steps}, through {_title(through)}" if through else steps


def _side(edge: Edge, start: str) -> str:
    goes_out = edge.source.doc == start
    match edge.kind:
        case "PARENT_OF":
            return "child" if goes_out else "parent"
        case "SIMILAR_TO":
            return f"similar {edge.weight:.2f}"
        case "SHARES_TAG":
            return "shares a tag"
        case _:
            return "linked from here" if goes_out else "links here"


def _titled(head: Head, style: TextStyle) -> str:
    return f"{style.paint(_title(head), '1')}  {_place(head.path, style)}"


def _title(head: Head) -> str:
    return head.title or head.name


def _place(path: str, style: TextStyle) -> str:
    return style.linked(style.paint(path, "36"), path)
