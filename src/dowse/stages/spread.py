"""Add documents that are linked with the best hits, as graph-memory does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from ..graph.traversal import ANY, DECAYS, DECAYS_ABOUT, containing, spread, spread_by_unit, unit_of
from ..model.document import SYMBOL_KINDS
from ..model.edge import SIMILAR_TO, Edge
from ..model.hit import Hit, Hits, ranked
from ..model.parameter import Slider, check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion, EdgesQuestion, SelectQuestion
from ..ports.storage import Question, Reader
from ..query.ast import OneOf
from ..query.extract import conjunction
from ..retrieval.keyword import inflected_terms_of, words_of_run
from ..retrieval.sections import in_parts

SPREAD = "spread"  # evidence: the score that reached the hit over links


_MOST_PARTS = 1_000  # sections of the seeds


@dataclass(frozen=True, slots=True)
class Spread:
    """Spread the scores of the first `seeds` hits along links in both directions, at most `depth` links, with a decay
    per link.

    Each relation has its own decay, unless `decay` is given.  A hit keeps its own score if that is higher; a
    document that no list contains is added if its score is at least `least` and the filters select it.  With `by_unit`
    the links are those of the section or the symbol that a hit is, and a symbol of source code also leads to the
    symbol or the file around it and to the symbols inside it.  The defaults are graph-memory's.  Runs after fusion and
    before the stages that cut.
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
    by_unit: bool = parameter(False, "whether links lead from section to section and from symbol to symbol")
    decays: Mapping[str, float] = parameter(dict(DECAYS), DECAYS_ABOUT, minimum=0, maximum=1)

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, _run: Run) -> Iterator[Question]:
        """See ports.Prefetching. Of the first hop."""
        if hits and self.depth:
            yield EdgesQuestion(frozenset(hit.ref.doc for hit in hits[: self.seeds]))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits by the better of both scores; hits of equal score keep their order, added documents follow."""
        nodes = _nodes(hits, hits[: self.seeds] if self.by_unit else (), run)
        best: dict[Ref, float] = {}
        for hit in hits[: self.seeds]:
            best.setdefault(nodes[hit.ref], hit.score)
        scores = self._reached(best, run)
        linked = (hit for n, hit in enumerate(hits) if n < self.seeds or nodes[hit.ref] in scores)
        kept = hits if self.others else tuple(linked)
        known = {*nodes.values(), *(Ref(hit.ref.doc) for hit in hits)}
        new = {node: score for node, score in scores.items() if node not in known}
        return ranked(
            [
                *(_raised(hit, scores.get(nodes[hit.ref], 0.0)) for hit in kept),
                *(hit.scored(hit.score, SPREAD, hit.score) for hit in (_brought(new, kept, run) if new else ())),
            ]
        )

    def _reached(self, seeds: Mapping[Ref, float], run: Run) -> Mapping[Ref, float]:
        """The score that reaches each node over links."""
        decays = self.decays if self.decay is None else {ANY: self.decay}
        if self.by_unit:
            edges = partial(_edges_of_units, run.reader)
            units = spread_by_unit(seeds, edges, depth=self.depth, decays=decays, least=self.least)
            return {ref: found.score for ref, found in units.items() if found.distance}
        starts = {ref.doc: score for ref, score in seeds.items()}
        docs = spread(starts, partial(_stored, run.reader), depth=self.depth, decays=decays, least=self.least)
        return {Ref(path): found.score for path, found in docs.items() if found.distance}


def _nodes(hits: Hits, seeds: Hits, run: Run) -> Mapping[Ref, Ref]:
    """The node of the graph that each hit stands for: its document, of a seed by unit its best symbol or section."""
    nodes = {hit.ref: Ref(hit.ref.doc) for hit in hits}
    spots = {hit.ref: hit.ref if hit.ref.section else hit.spot for hit in seeds}
    unplaced = tuple(hit for hit in seeds if spots[hit.ref] is None)
    best: dict[str, Ref] = {}
    if unplaced:
        others = inflected_terms_of(run)
        parts = in_parts(unplaced, words_of_run(run), run.reader, "section", _MOST_PARTS, others=others)
        best = {part.ref.doc: part.ref for part in reversed(parts)}
    for hit in seeds:
        if spot := spots[hit.ref] or best.get(hit.ref.doc):
            nodes[hit.ref] = unit_of(spot)
    return nodes


def _brought(new: Mapping[Ref, float], kept: Sequence[Hit], run: Run) -> Sequence[Hit]:
    """Those of the new nodes that the filters select, best first; read with the texts of what may be shown then."""
    best = sorted(new, key=lambda ref: (-new[ref], ref))
    where = conjunction(run.where, OneOf(frozenset(ref.doc for ref in best)))
    docs = (*(ref.doc for ref in best[: run.limit]), *(hit.ref.doc for hit in kept[: run.limit]))
    shown = tuple(dict.fromkeys(docs))
    run.reader.prefetch((SelectQuestion(where, len(new)), DocumentsQuestion(shown), ChunkSpansQuestion(shown)))
    heads = {hit.ref.doc: hit.head for hit in run.reader.select(where, len(new))}
    return [Hit(ref, heads[ref.doc], new[ref]) for ref in best if ref.doc in heads]


def _raised(hit: Hit, score: float) -> Hit:
    return hit.scored(score, SPREAD, score) if score > hit.score else hit


def _stored(reader: Reader, docs: Collection[str]) -> Iterator[Edge]:
    """All edges but similarity edges, which exist only after first use: no ranking depends on them."""
    return (edge for edge in reader.edges(docs) if edge.relation != SIMILAR_TO)


def _edges_of_units(reader: Reader, refs: Collection[Ref]) -> Iterator[Edge]:
    """The stored edges, and those between symbols and what they are in, which the symbols state."""
    docs = {ref.doc for ref in refs}
    yield from _stored(reader, docs)
    for doc, units in reader.units(docs).items():
        yield from containing(doc, (unit for unit in units if unit.kind in SYMBOL_KINDS and unit.title))
