"""Reciprocal rank fusion, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.fusion.rrf import Rrf
from dowse.model.hit import Evidence, Hits
from tests.making import hit
from tests.tier_parameters import examples

_LOCAL_RAG = Rrf(k=60, absent_rank=999)


def _listed(*names: str) -> Hits:
    """Hits in this order; the scores fall."""
    return tuple(hit(name, 10.0 - n) for n, name in enumerate(names))


def _scores(hits: Hits) -> dict[str, float]:
    return {str(hit.ref): hit.score for hit in hits}


def test_local_rag_adds_one_over_60_plus_rank_for_each_list() -> None:
    """“rrf_score = 1/(k + vec_rank) + 1/(k + bm25_rank) where k = 60”, here divided by the greatest sum, 2/61"""
    fused = _LOCAL_RAG({"keyword": _listed("a", "b"), "semantic": _listed("b", "a")})
    both = (1 / 61 + 1 / 62) / (2 / 61)
    assert _scores(fused) == pytest.approx({"a": both, "b": both})


def test_local_rag_gives_rank_999_for_the_missing_list() -> None:
    """“Files in only one list get rank = 999 for the missing list”"""
    fused = _LOCAL_RAG({"keyword": _listed("a", "b"), "semantic": _listed("c")})
    assert _scores(fused) == pytest.approx(
        {
            "a": (1 / 61 + 1 / 1059) / (2 / 61),
            "b": (1 / 62 + 1 / 1059) / (2 / 61),
            "c": (1 / 1059 + 1 / 61) / (2 / 61),
        }
    )


def test_without_an_absent_rank_a_missing_list_gives_nothing() -> None:
    assert _scores(Rrf()({"keyword": _listed("a"), "semantic": _listed("b")})) == pytest.approx({"a": 0.5, "b": 0.5})


def test_weights_multiply_and_a_list_without_one_counts_once() -> None:
    fused = Rrf(weights={"keyword": 3.0})({"keyword": _listed("a"), "semantic": _listed("b")})
    assert _scores(fused) == pytest.approx({"a": 0.75, "b": 0.25})


def test_the_first_of_every_list_scores_1() -> None:
    fused = Rrf()({"keyword": _listed("a", "b"), "semantic": _listed("a", "c"), "graph": _listed("a")})
    assert fused[0].score == pytest.approx(1.0)


@pytest.mark.parametrize("fusion", [Rrf(), _LOCAL_RAG])
def test_a_list_without_hits_takes_no_part(fusion: Rrf) -> None:
    alone = fusion({"keyword": _listed("a", "b")})
    assert _scores(fusion({"keyword": _listed("a", "b"), "semantic": ()})) == _scores(alone)


def test_a_single_list_keeps_its_order() -> None:
    fused = Rrf()({"keyword": _listed("c", "a", "b")})
    assert [str(hit.ref) for hit in fused] == ["c", "a", "b"]


def test_no_lists_and_empty_lists_give_no_hits() -> None:
    assert Rrf()({}) == Rrf()({"keyword": (), "semantic": ()}) == ()


def test_lists_that_all_weigh_nothing_score_0() -> None:
    assert _scores(Rrf(weights={"keyword": 0.0})({"keyword": _listed("a")})) == {"a": 0.0}


def test_only_the_order_counts_and_not_the_scores() -> None:
    near = (hit("a", 0.5), hit("b", 0.499))
    far = (hit("a", 900.0), hit("b", -3.0))
    assert _scores(Rrf()({"keyword": near})) == _scores(Rrf()({"keyword": far}))


def test_evidence_has_the_raw_score_and_rank_of_each_list_and_the_share_of_each() -> None:
    fused = Rrf()({"keyword": _listed("x", "a"), "semantic": _listed("a")})
    (found,) = [hit for hit in fused if str(hit.ref) == "a"]
    assert found.why[:2] == (Evidence("keyword", 9.0, 2), Evidence("semantic", 10.0, 1))
    shares = {reason.source: reason.value for reason in found.why[2:]}
    assert shares == pytest.approx({"rrf.keyword": (1 / 62) / (2 / 61), "rrf.semantic": 0.5})


def test_an_exact_mention_that_meaning_missed_is_not_buried() -> None:
    """“RRF heavily penalizes docs in only one list”, “"Obsidian Sync" exact mention won't be buried”"""
    both = [f"note {n}" for n in range(20)]
    lists = {"keyword": _listed("Obsidian Sync", *both), "semantic": _listed(*both)}
    assert [str(hit.ref) for hit in Rrf()(lists)].index("Obsidian Sync") == 20
    first, *_ = Rrf(lift=1.0)(lists)
    assert str(first.ref) == "Obsidian Sync"
    assert first.score == pytest.approx(1.0)


def test_the_lift_is_a_share_of_what_meaning_would_have_given_at_the_same_rank() -> None:
    weights = {"keyword": 1.4, "semantic": 0.3}
    fused = Rrf(weights=weights, lift=0.5)({"keyword": _listed("a", "b"), "semantic": _listed("b")})
    (found,) = [hit for hit in fused if str(hit.ref) == "a"]
    assert found.score == pytest.approx((1.4 + 0.5 * 0.3) / 1.7)
    assert Evidence("rrf.keyword", found.score) in found.why


def test_what_both_lists_agree_on_is_never_behind_what_is_lifted_at_its_rank() -> None:
    both, lifted = "both", "words"
    scores = _scores(Rrf(lift=1.0)({"keyword": _listed(both, lifted), "semantic": _listed(both)}))
    assert scores[both] > scores[lifted]


def _lifted(scores: list[float]) -> list[str]:
    """Which keyword hits with these scores are lifted when meaning has found something else."""
    lists = {"keyword": tuple(hit(str(n), score) for n, score in enumerate(scores, 1)), "semantic": _listed("other")}
    plain, lifted = _scores(Rrf()(lists)), _scores(Rrf(lift=0.1)(lists))
    return [name for name in plain if lifted[name] > plain[name]]


def test_the_first_three_are_strong_and_the_first_tenth_of_a_long_list() -> None:
    assert _lifted([9.0, 1.0, 1.0, 1.0, 1.0]) == ["1", "2", "3"]
    assert _lifted([9.0] + [1.0] * 49) == ["1", "2", "3", "4", "5"]


def test_what_has_four_fifths_of_the_best_score_is_strong_at_any_rank() -> None:
    assert _lifted([9.0, 9.0, 9.0, 7.2, 7.19]) == ["1", "2", "3", "4"]
    assert _lifted([0.0] * 5) == ["1", "2", "3"]
    assert _lifted([-1.0] * 5) == ["1", "2", "3"]


def test_nothing_is_lifted_where_meaning_had_no_say() -> None:
    alone = {"keyword": _listed("a", "b"), "semantic": ()}
    other = {"keyword": _listed("a", "b"), "graph": _listed("b")}
    for lists in (alone, other):
        assert _scores(Rrf(lift=0.5)(lists)) == _scores(Rrf()(lists))


def test_what_meaning_found_too_is_not_lifted() -> None:
    lists = {"keyword": _listed("a", "b"), "semantic": _listed("b", "a")}
    assert _scores(Rrf(lift=0.5)(lists)) == _scores(Rrf()(lists))


def test_a_sum_above_1_counts_as_1() -> None:
    assert _scores(Rrf(lift=5.0)({"keyword": _listed("a"), "semantic": _listed("b")}))["a"] == 1.0


_NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)
_LISTS = st.dictionaries(st.sampled_from(["keyword", "semantic", "graph"]), _NAMES.map(lambda names: _listed(*names)))


@pytest.mark.slow
@settings(derandomize=True, database=None, deadline=None, max_examples=examples(300))
@given(
    _LISTS,
    st.sampled_from([None, 999]),
    st.dictionaries(st.sampled_from(["keyword", "graph"]), st.floats(0, 10)),
    st.floats(0, 3),
)
def test_scores_lie_in_0_to_1_and_fall(
    lists: dict[str, Hits], absent: int | None, weights: dict[str, float], lift: float
) -> None:
    scores = [hit.score for hit in Rrf(weights=weights, absent_rank=absent, lift=lift)(lists)]
    assert all(0.0 <= score <= 1.0 for score in scores)
    assert scores == sorted(scores, reverse=True)


@pytest.mark.slow
@settings(derandomize=True, database=None, deadline=None, max_examples=examples(300))
@given(_LISTS)
def test_every_unit_of_every_list_comes_back_once(lists: dict[str, Hits]) -> None:
    fused = [hit.ref for hit in Rrf()(lists)]
    assert sorted(fused) == sorted({hit.ref for hits in lists.values() for hit in hits})
