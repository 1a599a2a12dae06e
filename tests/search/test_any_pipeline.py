"""What holds for every pipeline, whatever it is made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dowse.chunking.by_section import BySection
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.fusion.rrf import Rrf
from dowse.fusion.weighted import Weighted
from dowse.model.document import Document, Fact
from dowse.model.hit import Hits
from dowse.model.ref import Ref
from dowse.model.search_mode import MODES, Mode
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.pipeline import Fusion, Retriever, Stage
from dowse.ports.storage import FieldWeights
from dowse.query.ast import MatchAll
from dowse.retrieval.expansion import Expansion
from dowse.retrieval.keyword import Keyword
from dowse.retrieval.semantic import Semantic
from dowse.search.execute import Answer, search
from dowse.search.plan import Request
from dowse.search.profile import Profile
from dowse.search.profile_docs import name_of
from dowse.search.profiles import PROFILES
from dowse.search.trace import TraceStep
from dowse.stages.confidence import Confidence
from dowse.stages.fact_boost import FactBoost
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from dowse.stages.per_document import PerDocument
from dowse.stages.phrase import Phrase
from dowse.stages.pin import Pin
from dowse.stages.proximity import Proximity
from dowse.stages.rerank import Rerank
from dowse.stages.snippets.snippet import CutSnippet
from dowse.stages.tag_boost import TagBoost
from dowse.stages.time_boost import TimeBoost
from tests.contract.vaults import VAULTS, texts
from tests.making import DAY, indexed, make, sectioned
from tests.making_embedder import Hashing
from tests.seeds import seeded
from tests.stages.asked_of_stages import Shared
from tests.tier_parameters import examples

_HASHING = Hashing(dim=16)
_NOW = 3 * DAY
_EVERYWHERE = {name: replace(profile, where=MatchAll()) for name, profile in PROFILES.items()}

# Vaults, in which words, names and tags meet

_SHARED = st.lists(st.sampled_from(["carbon", "tax", "bread"]), min_size=1, max_size=5).map(" ".join)
_PATHS = ("a.md", "b.md", "carbon.md", "x/a.md", "carbon tax.md", "日本.md")
_STARS: tuple[Fact, ...] = (0, 12, "9k", 1e300, float("nan"))
_DRAWN = st.tuples(
    st.lists(st.tuples(st.sampled_from(["", "Tax", "Bread and carbon"]), _SHARED), min_size=1, max_size=3),
    st.one_of(_SHARED, st.just("a")),
    st.sampled_from(_STARS),
    st.sampled_from([0.0, 1.0, 3.0, 9.0]),
)
_Drawn = tuple[list[tuple[str, str]], str, Fact, float]


def _document(path: str, drawn: _Drawn) -> Document:
    sections, tags, stars, days = drawn
    written = [(heading, 2 if heading else 0, f"{heading}\n{text}\n") for heading, text in dict(sections).items()]
    named = make(path, tags=tuple(tags.split()), modified=days * DAY, stars=stars, topics=tags)
    return replace(sectioned(path, *written), head=named.head)


_NOTES = st.lists(_DRAWN, min_size=1, max_size=len(_PATHS)).map(
    lambda drawn: tuple(_document(path, each) for path, each in zip(_PATHS, drawn, strict=False))
)
_QUERIES = st.one_of(
    _SHARED,
    _SHARED,
    st.sampled_from(
        ["carbon tax", "a", "tag:a", "similar:tax", "like:a.md tax", '"carbon tax"', "-bread", "tax OR a", ""]
    ),
    texts(most=3),
)

# Parts with numbers that they may have

_UNIT = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1))
_BOOST = st.one_of(st.sampled_from([0.0, 1e-9, 1.0, 1e9]), st.floats(0, 10))
_ABOVE = st.one_of(st.sampled_from([1e-9, 1.0, 1e9]), st.floats(0.01, 100))
_COSINE = st.floats(-1, 1)
_FEW = st.integers(1, 5)
_WEIGHTS = st.dictionaries(st.sampled_from(["keyword", "semantic", "graph"]), _BOOST)
_STAGE: st.SearchStrategy[Stage] = st.one_of(
    st.builds(Phrase, _FEW),
    st.builds(Confidence, _COSINE, _ABOVE, _UNIT, _FEW),
    st.builds(Proximity, _BOOST, _FEW),
    st.builds(Rerank, _FEW, st.lists(st.tuples(_FEW, _UNIT), max_size=2).map(tuple), _UNIT),
    st.tuples(_BOOST, _BOOST).map(lambda pair: TagBoost(min(pair), max(pair))),
    st.builds(FactBoost, max_boost=_BOOST, full_at=st.floats(1, 1e6), match_boost=_BOOST),
    st.builds(TimeBoost, _ABOVE, _BOOST),
    st.just(Pin()),
    st.builds(MinScore, _UNIT),
    st.builds(PerDocument, _FEW),
    st.builds(Limit, st.none() | _FEW),
    st.builds(CutSnippet, st.integers(20, 300)),
)
_FUSION: st.SearchStrategy[Fusion] = st.one_of(
    st.builds(Weighted, _WEIGHTS), st.builds(Rrf, _ABOVE, _WEIGHTS, st.none() | _FEW, _BOOST)
)
_FIELDS = st.builds(FieldWeights, *[st.sampled_from([0.0, 1.0, 9.0])] * 8)
_RETRIEVERS: st.SearchStrategy[tuple[Retriever, ...]] = st.tuples(
    st.builds(Keyword, _FEW, _FIELDS, _BOOST), st.builds(Semantic, _FEW, _COSINE, _COSINE, _COSINE)
).flatmap(lambda both: st.sampled_from([both, both[::-1], both[:1], both[1:]]))
_PIPELINES = st.builds(
    Profile,
    st.just("any"),
    st.just(""),
    retrievers=_RETRIEVERS,
    fusion=_FUSION,
    stages=st.one_of(
        st.lists(_STAGE, max_size=8).map(tuple),
        st.sampled_from(list(PROFILES.values())).flatmap(lambda profile: st.permutations(profile.stages)).map(tuple),
    ),
    granularity=st.sampled_from(["document", "section"]),
    rewrites=st.one_of(st.just(()), st.builds(Expansion, _FEW, _FEW, _FEW).map(lambda each: (each,))),
)


@dataclass(frozen=True, slots=True)
class _Options:
    """What a request says besides the query."""

    limit: int
    rerank: bool | None
    expand: bool | None
    time_boost: bool | None
    min_score: float | None

    def request(self, text: str, mode: Mode) -> Request:
        return Request(
            text,
            self.limit,
            mode,
            min_score=self.min_score,
            rerank=self.rerank,
            expand=self.expand,
            time_boost=self.time_boost,
        )


_SWITCH = st.sampled_from([None, True, False])
_OPTIONS = st.builds(_Options, st.integers(1, 6), _SWITCH, _SWITCH, _SWITCH, st.none() | _UNIT)


def _holding(vault: Iterable[Document]) -> MemoryEngine:
    engine = MemoryEngine()
    items = tuple(indexed(document, chunks=BySection()(document)) for document in vault)
    chunks = [chunk for item in items for chunk in item.chunks]
    rows = _HASHING.embed([chunk.enriched for chunk in chunks])
    vectors = {chunk.digest: row for chunk, row in zip(chunks, rows, strict=True)}
    engine.write(WriteBatch(indexed=items, vectors=vectors))
    return engine


def _asked(engine: MemoryEngine, request: Request, profile: Profile) -> Answer:
    """With the lists of all steps."""
    asked = replace(request, explain=True)
    return search(asked, profile, engine, now=_NOW, embedder=_HASHING, scorer=Shared())


# What holds


def _is_sound(answer: Answer) -> None:
    """Scores within [0, 1] once fused, order by score alone, nothing twice."""
    fused = name_of(answer.planned.fusion)
    names = [step.name for step in answer.steps]
    ranked = answer.steps[names.index(fused) if fused in names else len(answer.planned.rewrites) :]
    for step in ranked:
        assert all(0 <= hit.score <= 1 for hit in step.hits), step
        assert all(one.score >= next_.score for one, next_ in pairwise(step.hits)), step
        assert len({hit.ref for hit in step.hits}) == len(step.hits), step
        if step.part in answer.planned.stages:
            _keeps_equals_in_order(step)


def _keeps_equals_in_order(step: TraceStep) -> None:
    """Hits with equal scores stay in their order; what a name brings up is put first, whatever its score was."""
    (given,) = step.given
    places = {hit.ref: (n, hit.score) for n, hit in enumerate(given)}
    stayed = [hit for hit in step.hits if hit.ref in places and not _is_called(step, hit.ref)]
    for one, next_ in pairwise(stayed):
        (place, before), (next_place, next_before) = places[one.ref], places[next_.ref]
        if one.score == next_.score and before == next_before:
            assert place < next_place, step


def _is_called(step: TraceStep, ref: Ref) -> bool:
    pinned = {hit.ref for hit in step.hits for reason in hit.why if reason.source == "pin"}
    return isinstance(step.part, Pin) and ref in pinned


def _limits(answer: Answer) -> list[Hits]:
    return [step.hits for step in answer.steps if isinstance(step.part, Limit)]


def _holds_for_a_profile(name: str, vault: tuple[Document, ...], text: str, options: _Options) -> None:
    engine = _holding(vault)
    for mode in MODES:
        answer = _asked(engine, options.request(text, mode), _EVERYWHERE[name])
        _is_sound(answer)
        assert len(answer.hits) <= answer.limit
        if name == "proximity":
            assert len({hit.ref.doc for hit in answer.hits}) == len(answer.hits)


def _holds_for_any_pipeline(profile: Profile, vault: tuple[Document, ...], text: str, options: _Options) -> None:
    engine = _holding(vault)
    for mode in MODES:
        answer = _asked(engine, options.request(text, mode), profile)
        _is_sound(answer)
        assert all(len(hits) <= answer.limit for hits in _limits(answer))


_VAULT = st.one_of(_NOTES, _NOTES, VAULTS)
_CAREFULLY = settings(
    derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=15
)
_THOROUGHLY = settings(_CAREFULLY, max_examples=100)


@pytest.mark.parametrize("name", PROFILES)
@_CAREFULLY
@given(_VAULT, _QUERIES, _OPTIONS)
def test_every_profile_answers_with_scores_in_order_each_hit_once_and_no_more_than_asked(
    name: str, vault: tuple[Document, ...], text: str, options: _Options
) -> None:
    _holds_for_a_profile(name, vault, text, options)


@pytest.mark.slow
@settings(_CAREFULLY, max_examples=examples(120))
@given(_PIPELINES, _VAULT, _QUERIES, _OPTIONS)
def test_parts_in_any_order_with_any_numbers_they_may_have_keep_scores_and_order(
    profile: Profile, vault: tuple[Document, ...], text: str, options: _Options
) -> None:
    _holds_for_any_pipeline(profile, vault, text, options)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PROFILES)
@_THOROUGHLY
@given(_VAULT, _QUERIES, _OPTIONS)
def test_every_profile_does_so_for_many_vaults(
    name: str, vault: tuple[Document, ...], text: str, options: _Options
) -> None:
    _holds_for_a_profile(name, vault, text, options)


@pytest.mark.exhaustive
@seeded
@settings(_CAREFULLY, max_examples=1_000, derandomize=False)
@given(_PIPELINES, _VAULT, _QUERIES, _OPTIONS)
def test_parts_in_any_order_do_so_for_many_vaults(
    profile: Profile, vault: tuple[Document, ...], text: str, options: _Options
) -> None:
    _holds_for_any_pipeline(profile, vault, text, options)
