"""The path of a query: text → tree → lists → one list → hits."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, get_args

from ..analysis.tokens import words
from ..fusion.fold import fold
from ..fusion.weighted import Weighted
from ..model.hit import Hit, Hits
from ..ports import Embedder, PairScorer, Reader, Retriever, Run, Stage, Unit
from ..query.ast import Anything, Expr, Is, Note, Prefer, Query, walk
from ..query.parse import parse
from ..query.reading import conjunction, scoring_texts, selecting
from ..query.select import tag_key
from ..retrieval.keyword import MOST_WORDS, Keyword
from ..retrieval.semantic import Semantic
from ..stages.limit import Limit
from ..stages.min_score import MinScore
from .profile import Profile
from .suggest import missing_tag

Mode = Literal["hybrid", "vector", "fulltext"]
MODES: tuple[Mode, ...] = get_args(Mode)

_Listing = Callable[[], Hits]
_Fusing = Callable[[Mapping[str, Hits]], Hits]

_LEAST_COSINE = 0.3  # where meaning alone decides, anything below is noise
_MOST_LISTED = 1000  # documents that a query of filters alone counts
_SHOWN = 5  # hits named in a step


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, besides the profile. `weights` are for keyword, semantic and graph."""

    text: str
    limit: int = 10
    mode: Mode = "hybrid"
    where: Expr = field(default_factory=Anything)  # from options such as --path; binds like a field of the query
    weights: tuple[float, ...] | None = None
    min_score: float | None = None  # in [0, 1]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the pipeline: how many hits went in and came out, how long it took, who was first after it."""

    name: str
    before: int
    after: int
    ms: float
    top: tuple[tuple[str, float], ...] = ()  # (ref, score)


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits with everything that explains them."""

    query: Query
    profile: str
    mode: Mode
    hits: Hits
    steps: tuple[Step, ...]
    total: int  # candidates before the cut to the limit
    notes: tuple[Note, ...] = ()


def search(
    request: Request,
    profile: Profile,
    reader: Reader,
    *,
    now: float,
    embedder: Embedder | None = None,
    scorer: PairScorer | None = None,
) -> Answer:
    """The answer to the request; never fails because of the query."""
    query = parse(request.text)
    chosen = plan(request, profile)
    where = conjunction(selecting(query.where), request.where, chosen.where)
    run = Run(query, where, reader, now, request.limit, embedder, scorer)
    record = _Record()
    hits = _found(chosen, run, record) if scoring_texts(query.where) else _listed(run, record)
    total = len(hits)
    for stage in chosen.stages:
        if isinstance(stage, Limit):
            total = len(hits)
        hits = record.stage(stage, hits, run)
    notes = (*query.notes, *_remarks(query, where, reader, found=bool(hits)), *_by_meaning_alone(hits, record.steps))
    return Answer(query, profile.name, request.mode, hits, tuple(record.steps), total, notes)


def plan(request: Request, profile: Profile) -> Profile:
    """The profile as the request wants it: retrievers by mode, weights, threshold."""
    retrievers = tuple(filter(None, (_in_mode(retriever, request.mode) for retriever in profile.retrievers)))
    fusion = profile.fusion
    if request.weights is not None:
        fusion = Weighted(dict(zip(("keyword", "semantic", "graph"), request.weights, strict=False)))
    stages = profile.stages
    if request.min_score is not None:
        first_cut = next((n for n, stage in enumerate(stages) if isinstance(stage, Limit)), len(stages))
        stages = (*stages[:first_cut], MinScore(request.min_score), *stages[first_cut:])
    return replace(profile, retrievers=retrievers, fusion=fusion, stages=stages)


def _in_mode(retriever: Retriever, mode: Mode) -> Retriever | None:
    match retriever, mode:
        case (Semantic(), "fulltext") | (Keyword(), "vector"):
            return None
        case (Semantic(), "vector"):
            return replace(retriever, least=_LEAST_COSINE)
        case _:
            return retriever


def _found(profile: Profile, run: Run, record: _Record) -> Hits:
    """Candidates of every retriever, folded and fused; behind them the rest of what the query selects."""
    made = [
        (retriever, record.list(retriever.name, partial(_units, retriever, run, profile.unit)))
        for retriever in profile.retrievers
    ]
    # Everything is near to something: no list by meaning says that there are no vectors, not that nothing fits.
    lists = {retriever.name: hits for retriever, hits in made if hits or not isinstance(retriever, Semantic)}
    hits = record.merge(type(profile.fusion).__name__.lower(), profile.fusion, lists)
    if len(hits) >= run.limit or not _is_exact(run.query):
        return hits
    return record.list("selected", lambda: (*hits, *_others(run, hits)), before=len(hits))


def _is_exact(query: Query) -> bool:
    """Whether the query selects by all of its words, so that everything it selects belongs to the answer."""
    return not any(isinstance(node, Prefer) for node in walk(query.where))


def _units(retriever: Retriever, run: Run, unit: Unit) -> Hits:
    return fold(retriever(run), unit)


def _others(run: Run, hits: Hits) -> Hits:
    """Documents that the query selects though no list holds them, newest first, with the score 0."""
    known = {hit.ref for hit in hits}
    selected = run.reader.select(run.where, run.limit + len(hits))
    return tuple(hit.scored(0.0, "selected", 1.0) for hit in selected if hit.ref not in known)


def _listed(run: Run, record: _Record) -> Hits:
    """A query without words lists what it selects, newest first; a query without anything lists nothing."""
    if run.where == Anything():
        return ()
    return record.list("selected", lambda: run.reader.select(run.where, max(run.limit, _MOST_LISTED)))


def _remarks(query: Query, where: Expr, reader: Reader, *, found: bool) -> list[Note]:
    """What the user should know about the answer, besides mistakes in the query."""
    texts = scoring_texts(query.where)
    remarks = []
    if not texts and where == Anything() and not query.notes:
        remarks.append(Note(0, "the query is empty; write a word, a question or a filter such as tag:x"))
    asked = sum(len(words(text)) for text in texts)
    if asked > MOST_WORDS:
        remarks.append(Note(0, f"the query has {asked} words; documents are looked up by the first {MOST_WORDS}"))
    if not found:
        tags = {tag_key(leaf.value) for leaf in walk(where) if isinstance(leaf, Is) and leaf.field == "tag"}
        known = reader.vocabulary("tag") if tags else ()
        remarks.extend(Note(0, hint) for tag in sorted(tags) if (hint := missing_tag(tag, known)))
    return remarks


def _by_meaning_alone(hits: Hits, steps: Sequence[Step]) -> list[Note]:
    """A word to the user when no word of the query was found and something is shown all the same."""
    after = {step.name: step.after for step in steps}
    if hits and after.get("keyword") == 0 and after.get("semantic") and not any(_is_pinned(hit) for hit in hits):
        return [Note(0, "no document holds a word of the query; what follows is only near in meaning")]
    return []


def _is_pinned(hit: Hit) -> bool:
    return any(reason.source == "pin" for reason in hit.why)


class _Record:
    """Runs steps and keeps what they did."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def list(self, name: str, step: _Listing, *, before: int = 0) -> Hits:
        return self._timed(name, before, step)

    def merge(self, name: str, fusion: _Fusing, lists: dict[str, Hits]) -> Hits:
        return self._timed(name, sum(len(hits) for hits in lists.values()), lambda: fusion(lists))

    def stage(self, stage: Stage, hits: Hits, run: Run) -> Hits:
        return self._timed(_snake(type(stage).__name__), len(hits), lambda: stage(hits, run))

    def _timed(self, name: str, before: int, step: _Listing) -> Hits:
        started = time.perf_counter()
        hits = step()
        ms = (time.perf_counter() - started) * 1e3
        self.steps.append(Step(name, before, len(hits), ms, _top(hits)))
        return hits


def _top(hits: Sequence[Hit]) -> tuple[tuple[str, float], ...]:
    return tuple((str(hit.ref), hit.score) for hit in hits[:_SHOWN])


def _snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name).lstrip("_")
