"""The documents around one document, over links and similarity, nearest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from ..graph.traversal import Edges, spread
from ..model.document import Head
from ..model.edge import PARENT_OF, REFERENCES, SIMILAR_TO, SOURCE_RELATIONS, Edge
from ..model.errors import RefError
from ..model.hit import cosine_of
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.models import Vector
from ..ports.storage import Reader
from ..query.ast import FieldEquals, OneOf
from ..query.select import tag_key
from ..search.names.reference import resolve_reference
from ..search.visibility import is_unlisted, unlisted_message
from .options import RelationName

SHARES_TAG = "SHARES_TAG"  # two documents with a tag in common
KINDS: Mapping[RelationName, tuple[str, ...]] = {
    "references": (REFERENCES,),
    "parents": (PARENT_OF,),
    "similar": (SIMILAR_TO,),
    "code": SOURCE_RELATIONS,
    "tags": (SHARES_TAG,),
}
USUAL = frozenset({REFERENCES, PARENT_OF, SIMILAR_TO, *SOURCE_RELATIONS})
_MOST_CHUNKS = 2_000  # whose cosines are computed
_MOST_TAGGED = 50  # documents; a more frequent tag connects none


@dataclass(frozen=True, slots=True)
class RelatedDocument:
    """A document that the traversal reached, with the path to it."""

    ref: Ref
    head: Head
    distance: int  # hops
    score: float  # in [0, 1]: times 0.8 for each hop, and times the cosine for a similarity edge
    via: tuple[str, ...]  # the kinds of the edges on the best of the shortest paths, from the given document
    edges: tuple[Edge, ...] = ()  # between the two documents
    through: str = ""  # the last document before it on this path, unless that is the given one


def related(
    text: str,
    reader: Reader,
    *,
    depth: int = 2,
    kinds: Collection[str] = USUAL,
    limit: int = 20,
    edges: Edges | None = None,
) -> tuple[Head, tuple[RelatedDocument, ...]]:
    """The document that the text refers to, and the documents within `depth` hops of it, best first.

    A longer path does not count where there is a shorter one.  Equal scores are ordered by semantic similarity, then by
    path.  Archived and hidden documents are left out, unless the given document is one.  `edges` are the `neighbours`
    of these kinds that another call has read.  Raises RefError for an unknown reference.
    """
    named = resolve_reference(text, reader)
    if named.head is None or named.ref is None:
        raise RefError(named.hint)
    start, touching = named.head.path, edges or neighbours(reader, kinds)
    reached = spread({start: 1.0}, touching, depth=depth, by_hops=True)
    heads = reader.heads(reached.keys() - {start})
    shown = [path for path in heads if is_unlisted(named.head) or not is_unlisted(heads[path])]
    near = _nearness(start, shown, reader)
    best = sorted(shown, key=lambda path: (-reached[path].score, -near.get(path, -1.0), path))[:limit]
    between: defaultdict[str, list[Edge]] = defaultdict(list)
    before: dict[str, str] = {}
    for edge in touching(best):
        for one, other in ((edge.source.doc, edge.target.doc), (edge.target.doc, edge.source.doc)):
            if one == start:
                between[other].append(edge)
            elif one in reached and other in reached and reached[other].via == (*reached[one].via, edge.relation):
                known = before.get(other)
                if known is None or (-reached[one].score, one) < (-reached[known].score, known):
                    before[other] = one
    return named.head, tuple(
        RelatedDocument(
            Ref(path), heads[path], reached[path].distance, reached[path].score, reached[path].via,
            tuple(between[path]), before.get(path, "") if reached[path].distance > 1 else "",
        )
        for path in best
    )  # fmt: skip


def unseen(
    head: Head, reader: Reader, *, depth: int = 2, kinds: Collection[str] = USUAL, edges: Edges | None = None
) -> str:
    """A remark on connected documents that `related` leaves out; empty when there are none."""
    if is_unlisted(head):
        return ""
    near = spread({head.path: 1.0}, edges or neighbours(reader, kinds), depth=depth).keys() - {head.path}
    return unlisted_message(reader.heads(near).values())


def _nearness(start: str, paths: Collection[str], reader: Reader) -> dict[str, float]:
    """For each document the greatest cosine between one of its chunks and the mean vector of the given document."""
    rows = list(reader.vectors(start).values())
    if not rows or not paths:
        return {}
    found: dict[str, float] = {}
    middle: Vector = sum(rows[1:], start=rows[0])
    for hit in reader.nearest(middle, OneOf(frozenset(paths)), _MOST_CHUNKS):
        found[hit.head.path] = max(cosine_of(hit), found.get(hit.head.path, -1.0))
    return found


def neighbours(reader: Reader, kinds: Collection[str] = USUAL) -> Edges:
    """The edges of these kinds that touch some documents, each once; those of the same documents are read once."""
    known: dict[frozenset[str], Iterable[Edge]] = {}

    def touching(docs: Collection[str]) -> Iterable[Edge]:
        asked = frozenset(docs)
        if asked not in known:
            listed = reader.edges(docs, kinds)
            found = dict.fromkeys({id(edge): edge for edge in listed}.values())  # comparing values takes longer
            known[asked] = [*found, *_by_tags(docs, reader)] if SHARES_TAG in kinds else [*found]
        return known[asked]

    return touching


def _by_tags(docs: Collection[str], reader: Reader) -> Iterable[Edge]:
    tagged: defaultdict[str, list[str]] = defaultdict(list)
    for path, head in reader.heads(docs).items():
        for tag in head.tags:
            tagged[tag_key(tag)].append(path)
    for tag, paths in sorted(tagged.items()):
        others = reader.select(FieldEquals("tag", tag), _MOST_TAGGED + 1)
        if len(others) <= _MOST_TAGGED:
            yield from (Edge(Ref(path), other.ref, SHARES_TAG) for path in paths for other in others)
