"""Fusion by weighted sum, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.fusion.weighted import Weighted, min_max
from dowse.model.hit import Evidence, Hits
from tests.making import hit
from tests.tier_parameters import examples


def _scores(hits: Hits) -> dict[str, float]:
    return {str(hit.ref): hit.score for hit in hits}


def test_metis_scales_each_list_to_0_to_1() -> None:
    """“Min-max scaling to 0-1 range for each component”"""
    assert min_max([7.0, 4.0, 2.0]) == pytest.approx([1.0, 0.4, 0.0])


def test_equal_scores_are_all_1_and_nothing_stays_nothing() -> None:
    assert (min_max([3.0, 3.0]), min_max([0.0]), min_max([])) == ([1.0, 1.0], [1.0], [])


def test_metis_weighs_keyword_07_semantic_02_graph_01() -> None:
    """“Keyword query: α=0.7, β=0.2, γ=0.1”"""
    fused = Weighted()(
        {
            "keyword": (hit("a", 9.0), hit("b", 5.0), hit("c", 1.0)),
            "semantic": (hit("b", 0.9), hit("c", 0.5)),
            "graph": (hit("c", 0.3),),
        }
    )
    assert _scores(fused) == pytest.approx({"a": 0.7, "b": 0.7 * 0.5 + 0.2, "c": 0.1})


@pytest.mark.parametrize(
    ("weights", "best"), [((0.7, 0.2, 0.1), "keyword"), ((0.2, 0.7, 0.1), "semantic"), ((0.1, 0.3, 0.6), "graph")]
)
def test_the_heaviest_list_decides(weights: tuple[float, float, float], best: str) -> None:
    names = ("keyword", "semantic", "graph")
    fusion = Weighted(dict(zip(names, weights, strict=True)))
    assert str(fusion({name: (hit(name),) for name in names})[0].ref) == best


def test_the_best_of_every_list_scores_1() -> None:
    fused = Weighted()({"keyword": (hit("a", 9.0), hit("b", 1.0)), "semantic": (hit("a", 0.4), hit("b", 0.1))})
    assert _scores(fused) == pytest.approx({"a": 1.0, "b": 0.0})


def test_a_list_without_hits_keeps_its_share() -> None:
    hits = (hit("a", 9.0), hit("b", 5.0), hit("c", 1.0))
    scores = _scores(Weighted({"keyword": 0.7, "semantic": 0.3})({"semantic": hits, "keyword": ()}))
    assert scores == pytest.approx({"a": 0.3, "b": 0.15, "c": 0.0})


def test_a_list_without_a_weight_adds_hits_but_no_score() -> None:
    assert _scores(Weighted()({"keyword": (hit("a"),), "other": (hit("b"),)})) == {"a": 1.0, "b": 0.0}


def test_lists_that_all_weigh_nothing_score_0() -> None:
    assert _scores(Weighted({})({"keyword": (hit("a"),)})) == {"a": 0.0}


def test_no_lists_and_empty_lists_give_no_hits() -> None:
    assert Weighted()({}) == Weighted()({"keyword": (), "semantic": ()}) == ()


def test_equal_sums_are_ordered_as_the_first_list_then_as_the_second() -> None:
    even = Weighted({"keyword": 0.5, "semantic": 0.5})
    fused = even({"keyword": (hit("c"), hit("a")), "semantic": (hit("z"), hit("b"))})
    assert [str(hit.ref) for hit in fused] == ["c", "a", "z", "b"]


def test_evidence_has_the_raw_score_and_rank_of_each_list_and_the_share_of_each() -> None:
    fused = Weighted()({"keyword": (hit("x", 9.0), hit("a", 7.2), hit("y", 0.0)), "semantic": (hit("a", 0.4),)})
    (found,) = [hit for hit in fused if str(hit.ref) == "a"]
    assert found.why[:2] == (Evidence("keyword", 7.2, 2), Evidence("semantic", 0.4, 1))
    shares = {reason.source: reason.value for reason in found.why[2:]}
    assert shares == pytest.approx({"weighted.keyword": 0.7 * 0.8 / 0.9, "weighted.semantic": 0.2 / 0.9})


def test_earlier_evidence_is_kept() -> None:
    (found,) = Weighted()({"keyword": (hit("a").because("bm25", 7.0),)})
    assert found.why[0] == Evidence("bm25", 7.0)


_LISTS = st.dictionaries(
    st.sampled_from(["keyword", "semantic", "graph", "other"]),
    st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1e6, 1e6)).map(
        lambda scored: tuple(hit(name, score) for name, score in sorted(scored.items(), key=lambda item: -item[1]))
    ),
)


@pytest.mark.slow
@settings(derandomize=True, database=None, deadline=None, max_examples=examples(300))
@given(_LISTS)
def test_scores_lie_in_0_to_1_and_fall(lists: dict[str, Hits]) -> None:
    scores = [hit.score for hit in Weighted()(lists)]
    assert all(0.0 <= score <= 1.0 for score in scores)
    assert scores == sorted(scores, reverse=True)


def test_the_value_of_a_list_is_that_which_its_retriever_noted() -> None:
    near = hit("a", 0.5).because("semantic", 0.9)
    (fused,) = Weighted()({"keyword": (hit("a", 3.0),), "semantic": (near,)})
    values = {reason.source: (reason.value, reason.rank) for reason in fused.why}
    assert (values["keyword"], values["semantic"]) == ((3.0, 1), (0.9, 1))
    assert [reason.source for reason in fused.why].count("semantic") == 1
