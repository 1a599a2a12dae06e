"""Add documents that are linked with the best hits, as graph-memory does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from ..graph.traversal import ANY, DECAYS, DECAYS_ABOUT, Edges, spread
from ..model.edge import SIMILAR_TO
from ..model.hit import Hit, Hits, ranked
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion, EdgesQuestion, SelectQuestion
from ..ports.storage import Question
from ..query.ast import OneOf
from ..query.extract import conjunction

SPREAD = "spread"  # evidence: the score that reached the hit over links


@dataclass(frozen=True, slots=True)
class Spread:
    """Spread the scores of the first `seeds` hits along links in both directions, at most `depth` links, with a decay
    per link.

    Each relation has its own decay, unless `decay` is given.  A hit keeps its own score if that is higher; a
    document that no list contains is added if its score is at least `least` and the filters select it.  The defaults
    are graph-memory's.  Runs after fusion and before the stages that cut.
    """

    position: ClassVar[int] = 30  # see ports.Stage
    is_optional: ClassVar[bool] = True

    seeds: int = parameter(
        5, "number of best hits whose links to follow", minimum=1, slider=Slider("seeds", 1, maximum=20)
    )
    depth: int = parameter(1, "maximum number of links in a row", minimum=0)
    decay: float | None = parameter(
        None,
        "score factor per link for all relations, instead of `decays`",
        minimum=0,
        maximum=1,
        slider=Slider("link decay", 0.05),
    )
    least: float = parameter(
        0.5,
        "minimum score of a document that only links bring in",
        minimum=0,
        maximum=1,
        slider=Slider("minimum by links", 0.05),
    )
    others: bool = parameter(True, "whether to keep hits that are neither seeds nor linked with one")
    decays: Mapping[str, float] = parameter(dict(DECAYS), DECAYS_ABOUT, minimum=0, maximum=1)

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, _run: Run) -> Iterator[Question]:
        """See ports.Prefetching. Of the first hop."""
        if hits and self.depth:
            yield EdgesQuestion(frozenset(hit.ref.doc for hit in hits[: self.seeds]))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits by the better of both scores; hits of equal score keep their order, added documents follow."""
        best: dict[str, float] = {}
        for hit in hits[: self.seeds]:
            best.setdefault(hit.ref.doc, hit.score)
        decays = self.decays if self.decay is None else {ANY: self.decay}
        reached = spread(best, self._edges(run), depth=self.depth, decays=decays, least=self.least)
        scores = {path: found.score for path, found in reached.items() if found.distance}
        known = {hit.ref.doc for hit in hits}
        kept = hits if self.others else [hit for n, hit in enumerate(hits) if n < self.seeds or hit.ref.doc in scores]
        new = scores.keys() - known
        brought = self._brought({path: scores[path] for path in new}, kept, run) if new else ()
        came = sorted(brought, key=lambda hit: (-scores[hit.head.path], hit.head.path))
        return ranked(
            [
                *(_raised(hit, scores) for hit in kept),
                *(hit.scored(scores[hit.head.path], SPREAD, scores[hit.head.path]) for hit in came),
            ]
        )

    def _brought(self, new: Mapping[str, float], kept: Sequence[Hit], run: Run) -> Hits:
        """Those of the new documents that the filters select; read with the texts of what may be shown then."""
        where = conjunction(run.where, OneOf(frozenset(new)))
        best = sorted(new, key=lambda path: (-new[path], path))[: run.limit]
        shown = tuple(dict.fromkeys((*best, *(hit.ref.doc for hit in kept[: run.limit]))))
        run.reader.prefetch((SelectQuestion(where, len(new)), DocumentsQuestion(shown), ChunkSpansQuestion(shown)))
        return run.reader.select(where, len(new))

    def _edges(self, run: Run) -> Edges:
        """All edges but similarity edges, which exist only after first use: no ranking depends on them."""
        return lambda docs: (edge for edge in run.reader.edges(docs) if edge.relation != SIMILAR_TO)


def _raised(hit: Hit, scores: Mapping[str, float]) -> Hit:
    score = scores.get(hit.ref.doc, 0.0)
    return hit.scored(score, SPREAD, score) if score > hit.score else hit
