"""What a document is connected with, over links and likeness, nearest first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ..links.spread import Edges, spread
from ..model.document import Head
from ..model.edge import LINKS, PARENT_OF, REFERENCES, SIMILAR_TO, Edge
from ..model.errors import RefError
from ..model.ref import Ref
from ..ports import Reader
from ..query.ast import Is
from ..query.select import tag_key
from .reference import is_archived, reference

SHARES_TAG = "SHARES_TAG"  # two documents with a tag in common
KINDS = {"references": REFERENCES, "parents": PARENT_OF, "similar": SIMILAR_TO, "tags": SHARES_TAG}
USUAL = frozenset({REFERENCES, PARENT_OF, SIMILAR_TO})
_MOST_COUNTED = 2_000  # documents whose links are counted
_MOST_TAGGED = 50  # documents; a tag that more have connects nobody


@dataclass(frozen=True, slots=True)
class Related:
    """A document that was reached, and how."""

    ref: Ref
    head: Head
    distance: int  # hops
    score: float  # in [0, 1]: 0.8 a hop, and for likeness the cosine
    via: tuple[str, ...]  # the kinds of the edges on the best path, from the document that was asked for


def related(
    text: str, reader: Reader, *, depth: int = 2, kinds: Collection[str] = USUAL, limit: int = 20
) -> tuple[Head, tuple[Related, ...]]:
    """The document that the text refers to, and what is within `depth` hops of it, best first.

    Of equals those with fewer links come first, then by path.  Archived documents are left out, unless the document
    that is asked for is archived itself.  Raises RefError when the text refers to nothing.
    """
    named = reference(text, reader)
    if named.head is None or named.ref is None:
        raise RefError(named.hint)
    start = named.head.path
    reached = spread({start: 1.0}, neighbours(reader, kinds), depth=depth)
    heads = reader.heads(reached.keys() - {start})
    shown = [path for path in heads if is_archived(named.head) or not is_archived(heads[path])]
    crowds = _crowds(shown, reader) if len(shown) <= _MOST_COUNTED else Counter()
    best = sorted(shown, key=lambda path: (-reached[path].score, crowds[path], path))
    return named.head, tuple(
        Related(Ref(path), heads[path], reached[path].distance, reached[path].score, reached[path].via)
        for path in best[:limit]
    )


def _crowds(paths: Collection[str], reader: Reader) -> Counter[str]:
    """How many links touch each document: what is linked with everything says little about anything."""
    ends = (end.doc for edge in reader.edges(paths, LINKS) for end in (edge.source, edge.target))
    return Counter(ends)


def neighbours(reader: Reader, kinds: Collection[str] = USUAL) -> Edges:
    """The edges of these kinds that touch some documents."""

    def touching(docs: Collection[str]) -> Iterable[Edge]:
        found = reader.edges(docs, kinds)
        return [*found, *_by_tags(docs, reader)] if SHARES_TAG in kinds else found

    return touching


def _by_tags(docs: Collection[str], reader: Reader) -> Iterable[Edge]:
    tagged: defaultdict[str, list[str]] = defaultdict(list)
    for path, head in reader.heads(docs).items():
        for tag in head.tags:
            tagged[tag_key(tag)].append(path)
    for tag, paths in sorted(tagged.items()):
        others = reader.select(Is("tag", tag), _MOST_TAGGED + 1)
        if len(others) <= _MOST_TAGGED:
            yield from (Edge(Ref(path), other.ref, SHARES_TAG) for path in paths for other in others)
