"""The graph of a vault: what is related, what belongs together, what everything points to; in lines and as data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...model.document import Head
from ...model.edge import PARENT_OF, REFERENCES, SIMILAR_TO, Edge
from ...pipeline.atlas import Community, Ranked
from ...pipeline.related import SHARES_TAG, Related
from .json import Json
from .text import Style, counted

_HOP = 0.8  # what a step counts, so that the likeness in a score can be told
_WORDS = {REFERENCES: "link", PARENT_OF: "parent", SIMILAR_TO: "similar", SHARES_TAG: "tag"}
_ALONE = {REFERENCES: "linked", SHARES_TAG: "shares a tag"}


def related_lines(head: Head, found: Sequence[Related], around: Iterable[Edge], style: Style) -> Iterator[str]:
    """Each document with its distance and how it was reached; `around` are the edges of the one that was asked for."""
    sides = _sides(head.path, around)
    for number, each in enumerate(found, start=1):
        how = style.paint(f"{counted(each.distance, 'hop')}, {_how(each, sides[each.head.path])}", "32")
        yield f"{number:>2}. {style.paint(_title(each.head), '1')}  {how}"
        yield f"    {_place(each.head.path, style)}"


def related_json(each: Related) -> dict[str, Json]:
    """A document that was reached."""
    return {
        "ref": str(each.ref),
        "path": each.head.path,
        "title": each.head.title,
        "distance": each.distance,
        "score": round(each.score, 4),
        "via": list[Json](each.via),
    }


def communities_lines(found: Iterable[Community], heads: Mapping[str, Head], style: Style) -> Iterator[str]:
    """Each community with its label and size, and its central documents below."""
    for each in found:
        yield f"{each.id:>2}. {style.paint(each.label, '1')}  {style.paint(counted(each.size, 'document'), '32')}"
        yield from (f"    {_titled(heads[path], style)}" for path in each.central if path in heads)


def ranked_lines(found: Iterable[Ranked], style: Style) -> Iterator[str]:
    """Each document with its share."""
    for number, each in enumerate(found, start=1):
        yield f"{number:>2}. {style.paint(f'{each.score:.4f}', '32')}  {_titled(each.head, style)}"


def ranked_json(each: Ranked) -> dict[str, Json]:
    """A document and its share."""
    return {"path": each.head.path, "title": each.head.title, "score": round(each.score, 6)}


def _sides(path: str, around: Iterable[Edge]) -> defaultdict[str, set[str]]:
    """What each neighbour is to the document: `parent`, `child`, or both where they go in a circle."""
    sides: defaultdict[str, set[str]] = defaultdict(set)
    for edge in around:
        if edge.kind == PARENT_OF:
            child = edge.source.doc == path
            sides[edge.target.doc if child else edge.source.doc].add("child" if child else "parent")
    return sides


def _how(each: Related, sides: Iterable[str]) -> str:
    """How it was reached, in words: `linked`, `parent`, `similar 0.86`; of several steps all, from the start."""
    likeness = each.score / _HOP**each.distance
    similar = f"similar {likeness:.2f}" if each.via.count(SIMILAR_TO) == 1 and likeness <= 1.005 else "similar"
    match each.via:
        case (kind,) if kind == PARENT_OF:
            return " and ".join(sorted(sides, reverse=True)) or "parent"
        case (kind,) if kind in _ALONE:
            return _ALONE[kind]
        case _:
            return " › ".join(similar if kind == SIMILAR_TO else _WORDS.get(kind, kind) for kind in each.via)


def _titled(head: Head, style: Style) -> str:
    return f"{style.paint(_title(head), '1')}  {_place(head.path, style)}"


def _title(head: Head) -> str:
    return head.title or head.name


def _place(path: str, style: Style) -> str:
    return style.linked(style.paint(path, "36"), path)
