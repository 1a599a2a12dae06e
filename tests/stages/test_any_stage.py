"""What holds for every stage."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.model.document import Document, Fact
from dowse.model.hit import Evidence, Hit, Hits, ranked
from dowse.model.ref import Ref
from dowse.ports.pipeline import Run, Stage
from dowse.retrieval.keyword import TAGS_MATCHED
from dowse.stages.confidence import Confidence
from dowse.stages.fact_boost import FactBoost
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from dowse.stages.neighbours import Neighbours
from dowse.stages.per_document import PerDocument
from dowse.stages.phrase import Phrase
from dowse.stages.pin import Pin
from dowse.stages.proximity import Proximity
from dowse.stages.rerank import Rerank
from dowse.stages.snippets.snippet import CutSnippet
from dowse.stages.spread import Spread
from dowse.stages.tag_boost import TagBoost
from dowse.stages.time_boost import TimeBoost
from tests.contract.vaults import texts
from tests.making import DAY, make
from tests.stages.asked_of_stages import Shared, run
from tests.tier_parameters import examples, slow_after

_CUTS: tuple[Stage, ...] = (Limit(), MinScore(), PerDocument())
_BOOSTS: tuple[Stage, ...] = (
    *(TimeBoost(), FactBoost(), Confidence(), TagBoost()),
    *(Proximity(3.0), Neighbours(), Spread(), Rerank()),
)
_OTHER_BOOSTS: tuple[Stage, ...] = (
    *(TimeBoost(half_life_days=0.5, max_boost=3.0), FactBoost(full_at=10.0), TagBoost(1.0, 1.0), Neighbours(1.0, 1)),
    *(Spread(depth=3, decay=1.0, least=0.0), Proximity(depth=1), Rerank(1), Rerank(2, ((1, 1.0),), 0.0)),
)
_STAGES: tuple[Stage, ...] = (*_CUTS, *_BOOSTS, Phrase(), Pin(), CutSnippet())
_OTHER_STAGES: tuple[Stage, ...] = (Limit(1), *_OTHER_BOOSTS, Phrase(1))
_SHARED = st.lists(st.sampled_from(["carbon", "tax", "bread"]), min_size=1, max_size=6).map(
    " ".join
)  # so that words meet
_QUERIES = st.one_of(
    *(_SHARED, texts(most=4)), texts(most=3).map('"{}"'.format), st.sampled_from(["IRS Letter", "a tag:a", "b.md"])
)


_PATHS = ("a.md", "b.md", "x/a.md", "日本.md", "IRS Letter.md")
_STARS: tuple[Fact, ...] = (0, 12, "1,234", "9k", 1e300, -5, float("nan"), True, "many", (), ("7",))
_PARTS = st.tuples(
    *(st.one_of(_SHARED, texts()), texts(most=3), st.one_of(_SHARED, texts(most=2)), st.sampled_from(_STARS)),
    st.floats(-9, 9),
)
_REASONS = st.sampled_from(
    (
        (),
        (),
        (),
        (Evidence("pin", 1.0),),
        (Evidence("semantic", 0.3), Evidence("keyword", 2.0)),
        (Evidence(TAGS_MATCHED, 1.0),),
    )
)
_AMOUNTS = st.one_of(st.sampled_from([0.1, 0.5, 0.52, 0.9, 1.0]), st.floats(0, 1))
_SCORE = st.tuples(st.booleans(), _AMOUNTS, st.sampled_from(["_preamble", "x"]), _REASONS)


def _vaults(least: int) -> st.SearchStrategy[tuple[Document, ...]]:
    return st.lists(_PARTS, min_size=least, max_size=len(_PATHS)).map(
        lambda made: tuple(
            make(path, text, title=title, tags=tuple(tags.split()), modified=days * DAY, stars=stars, topics=tags)
            for path, (text, title, tags, stars, days) in zip(_PATHS, made, strict=False)
        )
    )


_One = tuple[bool, float, str, tuple[Evidence, ...]]
_Scored = list[_One]


def _listed(one: _One) -> _One:
    return (True, *one[1:])


def _candidates(vault: tuple[Document, ...], scores: _Scored) -> Hits:
    chosen = zip(vault, scores, strict=False)
    return ranked(
        Hit(Ref(each.head.path), each.head, score, why, spot=Ref(each.head.path, slug))
        for each, (listed, score, slug, why) in chosen
        if listed
    )


def _asking(query: str, vault: tuple[Document, ...]) -> Run:
    return run(query, *vault, now=3 * DAY, scorer=Shared())


@pytest.mark.parametrize("stage", slow_after(len(_STAGES), (*_STAGES, *_OTHER_STAGES)), ids=str)
@settings(derandomize=True, deadline=None, max_examples=examples(40))
@given(_vaults(0), st.lists(_SCORE, max_size=8), _QUERIES)
def test_scores_stay_in_the_unit_interval_and_in_order_and_every_ref_stays_unique(
    stage: Stage, vault: tuple[Document, ...], scores: _Scored, query: str
) -> None:
    after = stage(_candidates(vault, scores), _asking(query, vault))
    assert all(0 <= hit.score <= 1 for hit in after)
    assert after == ranked(after)
    assert len({hit.ref for hit in after}) == len(after)


@pytest.mark.parametrize("stage", slow_after(len(_BOOSTS), (*_BOOSTS, *_OTHER_BOOSTS)), ids=str)
@settings(derandomize=True, deadline=None, max_examples=examples(20))
@given(_vaults(4), st.lists(_SCORE.map(_listed), min_size=4, max_size=8), st.one_of(_SHARED, _QUERIES))
def test_a_boost_neither_finds_nor_loses_a_hit_and_keeps_the_reasons_there_were(
    stage: Stage, vault: tuple[Document, ...], scores: _Scored, query: str
) -> None:
    before = {hit.ref: hit for hit in _candidates(vault, scores)}
    hits = stage(tuple(before.values()), _asking(query, vault))
    assert all(0 <= hit.score <= 1 for hit in hits)
    assert hits == ranked(hits)
    after = {hit.ref: hit for hit in hits}
    assert after.keys() == before.keys()
    for ref, hit in after.items():
        assert hit.why[: len(before[ref].why)] == before[ref].why
        assert (hit.head, hit.spot) == (before[ref].head, before[ref].spot)
