"""The whole vault as a graph: its communities, and which documents everything points to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..graph.communities import Labels
from ..graph.communities import communities as groups_of
from ..graph.pagerank import pagerank
from ..graph.weighted_graph import WeightedGraph
from ..model.document import Head
from ..model.edge import LINKS
from ..ports.storage import Reader
from ..query.ast import Expr, MatchAll
from .all_documents import all_heads
from .visibility import is_left_out, usual

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
    reader: Reader, where: Expr | None = None, *, among: Collection[str] | None = None, least: int = 2
) -> tuple[Community, ...]:
    """Groups of at least `least` documents with many edges among them, over all edges: see graph/communities.py.

    With `where` or `among` a group shows its selected members alone, and smaller groups are skipped.
    """
    heads = all_heads(reader)
    groups = groups_of(WeightedGraph.of(heads, reader.edges()), least=least)
    shown = None if among is None else frozenset(among)
    if where is not None and where != MatchAll():
        selected = frozenset(hit.head.path for hit in reader.select(where, len(heads)))
        shown = selected if shown is None else shown & selected
    if shown is not None:
        kept = (tuple(path for path in group if path in shown) for group in groups)
        groups = sorted((group for group in kept if len(group) >= least), key=lambda group: (-len(group), group))
    labels = Labels(heads.values())
    return tuple(Community(n, labels.of(group), group) for n, group in enumerate(groups, start=1))


def usual_communities(reader: Reader, where: Expr | None = None, *, least: int = 2) -> tuple[Community, ...]:
    """The same, and without members that listings leave out; they count where the groups are made."""
    return communities(reader, usual(where or MatchAll(), reader), least=least)


def ranks(reader: Reader) -> tuple[RankedDocument, ...]:
    """The documents by PageRank over links, best first, then by path; similarity edges do not count.

    Documents that listings exclude take part in the computation and are not listed.
    """
    heads = all_heads(reader)
    scores = pagerank(WeightedGraph.of(heads, reader.edges(None, LINKS)))
    ordered = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(RankedDocument(heads[path], score) for path, score in ordered if not is_left_out(heads[path]))
