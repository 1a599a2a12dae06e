"""Retrieve documents by links: from documents that the query names, or from the best hits of the other lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..graph.traversal import DECAYS, DECAYS_ABOUT, spread
from ..model.edge import LINKS
from ..model.hit import Hit, Hits
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import EdgesQuestion
from ..ports.storage import Question
from ..query.ast import OneOf
from ..query.extract import conjunction
from .keyword import MOST_LISTED

USUAL_DEPTH = 2  # hops: Metis's


@dataclass(frozen=True, slots=True)
class Graph:
    """The best `limit` documents within `depth` links; each link multiplies the score of the start by a decay.

    `related:` names the starts and `depth:` the number of links.  Otherwise the starts are the `seeds` best hits of the
    lists before this one, and `depth` is the number of links.
    """

    seeds: int = parameter(5, "number of best hits whose links to follow", minimum=1, maximum=MOST_LISTED)
    depth: int = parameter(1, "maximum number of links in a row from a hit", minimum=1)
    limit: int = parameter(150, "maximum number of candidates", minimum=1, maximum=MOST_LISTED)
    decays: Mapping[str, float] = parameter(dict(DECAYS), DECAYS_ABOUT, minimum=0, maximum=1)

    def __post_init__(self) -> None:
        check(self)

    @property
    def name(self) -> str:
        """The name of this list in evidence."""
        return "graph"

    def questions(self, _hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching. Edges of the documents that the query names; the best of other lists come later."""
        if run.related:
            yield EdgesQuestion(frozenset(run.related))

    def __call__(self, run: Run) -> Hits:
        """Best first; empty without links. A start may be reached from another start, but not from itself."""
        if run.related:
            starts, depth = dict.fromkeys(run.related, 1.0), run.query.depth or USUAL_DEPTH
        else:
            starts, depth = dict(run.seeds), self.depth
        if not starts:
            return ()
        # Similarity edges exist only after a request for them, so no ranking depends on them.
        followed = () if run.related else LINKS
        reached = spread(starts, lambda docs: run.reader.edges(docs, followed), depth=depth, decays=self.decays)
        scores = {path: found.score for path, found in reached.items() if found.distance}
        where = conjunction(run.where, OneOf(frozenset(scores)))
        found = (hit for hit in run.reader.select(where, len(scores)) if hit.head.path in scores)
        hits = (Hit(hit.ref, hit.head, scores[hit.head.path]) for hit in found)
        return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.head.path))[: self.limit])
