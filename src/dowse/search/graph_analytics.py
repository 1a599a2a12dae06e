"""The whole vault as a graph: its communities, and which documents everything points to."""

from __future__ import annotations

from collections.abc import Collection

from ..graph.communities import Labels
from ..graph.communities import communities as groups_of
from ..graph.pagerank import pagerank
from ..graph.weighted_graph import WeightedGraph
from ..model.document import Head
from ..model.edge import STATED
from ..model.value_class import dataclass
from ..ports.storage import Reader
from ..query.ast import Expr, MatchAll
from .all_documents import all_heads
from .visibility import exclude_unlisted, is_unlisted

_CENTRAL = 3


@dataclass(frozen=True, slots=True)
class Community:
    """Documents that belong together."""

    id: int  # from 1, the largest first
    label: str  # the words that tell most
    members: tuple[str, ...]  # paths, the most central first

    @property
    def size(self) -> int:
        """The number of documents."""
        return len(self.members)

    @property
    def central(self) -> tuple[str, ...]:
        """The documents with most weight inside."""
        return self.members[:_CENTRAL]


@dataclass(frozen=True, slots=True)
class RankedDocument:
    """A document and its share of all attention."""

    head: Head
    score: float  # PageRank; all together 1


def communities(
    reader: Reader, where: Expr | None = None, *, among: Collection[str] | None = None, min_size: int = 2
) -> tuple[Community, ...]:
    """Groups of at least `min_size` documents with many edges among them, over all edges: see graph/communities.py.

    With `where` or `among` a group shows its selected members alone, and smaller groups are skipped.
    """
    heads = all_heads(reader)
    groups = groups_of(WeightedGraph.of(heads, reader.edges()), least=min_size)
    visible = None if among is None else frozenset(among)
    if where is not None and where != MatchAll():
        selected = frozenset(hit.head.path for hit in reader.select(where, len(heads)))
        visible = selected if visible is None else visible & selected
    if visible is not None:
        visible_groups = (tuple(path for path in group if path in visible) for group in groups)
        groups = sorted(
            (group for group in visible_groups if len(group) >= min_size), key=lambda group: (-len(group), group)
        )
    labels = Labels(heads.values()).of_all(groups)
    return tuple(Community(n, *each) for n, each in enumerate(zip(labels, groups, strict=True), start=1))


def listed_communities(reader: Reader, where: Expr | None = None, *, min_size: int = 2) -> tuple[Community, ...]:
    """The same, and without members that listings leave out; they count where the groups are made."""
    return communities(reader, exclude_unlisted(where or MatchAll(), reader), min_size=min_size)


def ranked_documents(reader: Reader) -> tuple[RankedDocument, ...]:
    """The documents by PageRank over links, best first, then by path; similarity edges do not count.

    Documents that listings exclude take part in the computation and are not listed.
    """
    heads = all_heads(reader)
    scores = pagerank(WeightedGraph.of(heads, reader.edges(None, STATED)))
    ordered = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(RankedDocument(heads[path], score) for path, score in ordered if not is_unlisted(heads[path]))
