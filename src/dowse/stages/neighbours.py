"""Boost documents that are linked with the best hits, in either direction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import ClassVar

from ..model.edge import LINKS
from ..model.hit import Hit, Hits, ranked
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import EdgesQuestion
from ..ports.storage import Question

NEIGHBOURS = "neighbours"  # evidence: the score of the best hit that it is linked with
_doc = attrgetter("ref.doc")


@dataclass(frozen=True, slots=True)
class Neighbours:
    """`min(1, score + share · r)`, with r the best score of the first `seeds` hits that link to the hit or that the hit
    links to, each times the decay of the relation.

    The seeds keep their scores, and no document is added.  Similarity edges do not count, since semantic search has a
    list of its own.  The defaults are measured on the links of two vaults (docs/quality.md).  Runs after fusion and
    before Confidence.
    """

    position: ClassVar[int] = 30  # see ports.Stage
    is_optional: ClassVar[bool] = True

    share: float = parameter(
        0.11,
        "boost of documents linked with the best hits, as a share of the score of the linked hit",
        minimum=0,
        maximum=1,
        slider=Slider("linked boost", 0.01, maximum=0.5),
    )
    seeds: int = parameter(3, "number of best hits whose links to follow", minimum=1)
    decays: Mapping[str, float] = parameter(
        dict.fromkeys(LINKS, 1.0),
        "factor of the score by relation; other relations are not followed",
        minimum=0,
        maximum=1,
    )

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, _run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if hits:
            yield EdgesQuestion(frozenset(hit.ref.doc for hit in hits[: self.seeds]), frozenset(LINKS))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits by their new scores; hits of equal score keep their order."""
        best = _linked({hit.ref.doc: hit.score for hit in reversed(hits[: self.seeds])}, run, self.decays)
        if not best:
            return hits
        near = list(map(best.get, map(_doc, hits)))
        return ranked([hit if by is None else self._raised(hit, by) for hit, by in zip(hits, near, strict=True)])

    def _raised(self, hit: Hit, near: float) -> Hit:
        return hit.scored(min(1.0, hit.score + self.share * near), NEIGHBOURS, near)


def _linked(seeds: Mapping[str, float], run: Run, decays: Mapping[str, float]) -> Mapping[str, float]:
    """The best score that a linked seed passes on to each document that is linked with one."""
    found: dict[str, float] = {}
    followed = [relation for relation, decay in decays.items() if decay and seeds]
    for edge in run.reader.edges(seeds, followed) if followed else ():
        for one, other in ((edge.source.doc, edge.target.doc), (edge.target.doc, edge.source.doc)):
            if one in seeds and other not in seeds:
                found[other] = max(found.get(other, 0.0), seeds[one] * decays[edge.relation])
    return found
