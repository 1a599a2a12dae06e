"""Judged queries to figures."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

import pytest

from dowse.search.evaluate import (
    Evaluation,
    JudgedQuery,
    differences,
    evaluate,
    mean_with_interval,
    ndcg,
    recall,
    reciprocal_rank,
)

_RANKING = ("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("relevant", "depth", "value"),
    [
        ({"a": 1.0}, 10, 1.0),
        ({"b": 1.0}, 10, 1 / math.log2(3)),
        ({"b": 1.0}, 1, 0.0),
        ({"a": 1.0, "c": 3.0}, 10, (1 + 3 / 2) / (3 + 1 / math.log2(3))),
        ({"a": 1.0, "z": 1.0}, 10, 1 / (1 + 1 / math.log2(3))),
        ({"a": 0.0, "b": -1.0}, 10, 0.0),
        ({"a": -1.0, "b": 1.0}, 10, 1 / math.log2(3)),
        ({}, 10, 0.0),
    ],
)
def test_ndcg_is_as_computed_by_hand(relevant: Mapping[str, float], depth: int, value: float) -> None:
    assert ndcg(_RANKING, relevant, depth) == pytest.approx(value)


def _straightforward_ndcg(ranking: Sequence[str], relevant: Mapping[str, float], depth: int) -> float:
    gained = 0.0
    for n in range(min(depth, len(ranking))):
        grade = relevant.get(ranking[n], 0.0)
        if grade > 0:
            gained += grade / math.log2(n + 2)
    ideal = 0.0
    for n, grade in enumerate(sorted(relevant.values())[::-1]):
        if n < depth and grade > 0:
            ideal += grade / math.log2(n + 2)
    return gained / ideal if ideal > 0 else 0.0


def test_ndcg_equals_the_straightforward_computation_on_random_rankings() -> None:
    generator = random.Random(7)  # noqa: S311  # rankings, not secrets
    for _ in range(300):
        documents = [str(n) for n in range(generator.randint(0, 30))]
        relevant = {doc: float(generator.randint(-1, 4)) for doc in documents if generator.random() < 0.3}
        generator.shuffle(documents)
        depth = generator.randint(1, 15)
        value = ndcg(documents, relevant, depth)
        assert value == pytest.approx(_straightforward_ndcg(documents, relevant, depth))
        assert 0 <= value <= 1 + 1e-9


@pytest.mark.parametrize(
    ("relevant", "depth", "value"),
    [
        ({"a": 1.0}, 10, 1.0),
        ({"c": 2.0, "d": 1.0}, 10, 1 / 3),
        ({"c": 1.0}, 2, 0.0),
        ({"a": 0.0}, 10, 0.0),
        ({}, 10, 0),
    ],
)
def test_the_reciprocal_rank_is_that_of_the_first_relevant(
    relevant: Mapping[str, float], depth: int, value: float
) -> None:
    assert reciprocal_rank(_RANKING, relevant, depth) == pytest.approx(value)


@pytest.mark.parametrize(
    ("relevant", "depth", "value"),
    [({"a": 1.0, "z": 1.0}, 10, 0.5), ({"c": 1.0, "a": 3.0}, 2, 0.5), ({"a": 1.0, "b": 0.0}, 10, 1.0), ({}, 10, 0.0)],
)
def test_recall_is_the_share_of_the_relevant(relevant: Mapping[str, float], depth: int, value: float) -> None:
    assert recall(_RANKING, relevant, depth) == value


def test_the_interval_is_the_same_each_time_and_holds_the_mean() -> None:
    generator = random.Random(3)  # noqa: S311  # values, not secrets
    for count in (1, 2, 10, 200):
        values = [generator.random() for _ in range(count)]
        figure = mean_with_interval(values)
        assert figure == mean_with_interval(list(values))
        assert figure.mean == pytest.approx(sum(values) / count)
        assert figure.low - 1e-12 <= figure.mean <= figure.high + 1e-12


def test_more_queries_give_a_narrower_interval() -> None:
    few, many = mean_with_interval([0.0, 1.0] * 5), mean_with_interval([0.0, 1.0] * 500)
    assert many.high - many.low < few.high - few.low


def test_no_values_have_the_mean_0() -> None:
    figure = mean_with_interval([])
    assert (figure.mean, figure.low, figure.high) == (0.0, 0.0, 0.0)


def test_every_query_with_a_relevant_document_is_asked_once() -> None:
    queries = [
        JudgedQuery("1", "one", {"a": 1.0}),
        JudgedQuery("2", "two", {"a": 0.0}),
        JudgedQuery("3", "three", {"b": 2.0}),
    ]
    asked, told = list[str](), list[int]()

    def ranked(text: str) -> Sequence[str]:
        asked.append(text)
        return _RANKING

    evaluation = evaluate("x", queries, ranked, progress=told.append)
    assert (asked, told) == (["one", "three"], [1, 2])
    assert evaluation.rankings == {"1": _RANKING, "3": _RANKING}
    means = {name: figure.mean for name, figure in evaluation.figures.items()}
    assert means == {
        "ndcg@10": pytest.approx((1 + 1 / math.log2(3)) / 2),
        "mrr@10": 0.75,
        "recall@100": 1.0,
        "success@1": 0.5,
    }


def test_a_document_counts_once_however_many_of_its_sections_are_found() -> None:
    found = evaluate("x", [JudgedQuery("1", "one", {"a": 1.0})], lambda _: ["a", "a", "b"])
    assert (found.rankings["1"], found.figures["ndcg@10"].mean) == (("a", "b"), 1.0)


def test_a_document_to_leave_out_is_no_hit() -> None:
    found = evaluate("x", [JudgedQuery("1", "one", {"a": 1.0}, ("b",))], lambda _: ["b", "a"])
    assert found.rankings["1"] == ("a",)


def _ranked(ranks: Sequence[int]) -> Evaluation:
    """One query for each rank, which is that of its relevant document."""
    queries = [JudgedQuery(str(n), str(n), {"a": 1.0}) for n in range(len(ranks))]
    return evaluate("x", queries, lambda text: [*(f"no {n}" for n in range(1, ranks[int(text)])), "a"])


def test_the_difference_of_two_evaluations_is_the_mean_of_those_of_each_query() -> None:
    first, other = _ranked([1, 2, 4, 1]), _ranked([2, 1, 4, 1])
    assert differences(first, other)["mrr@10"].mean == pytest.approx(0.0)
    assert differences(first, _ranked([1, 1, 2, 1]))["mrr@10"].mean == pytest.approx((1 / 2 + 1 / 4) / 4)


def test_the_interval_of_a_difference_that_each_query_has_is_narrower_than_those_of_the_means() -> None:
    first, other = _ranked([2, 4, 6, 8] * 5), _ranked([1, 3, 5, 7] * 5)
    found = differences(first, other)["mrr@10"]
    widths = [each.figures["mrr@10"].high - each.figures["mrr@10"].low for each in (first, other)]
    assert 0 < found.low <= found.mean <= found.high
    assert found.high - found.low < max(widths)


def test_an_evaluation_does_not_differ_from_itself() -> None:
    assert {(each.mean, each.low, each.high) for each in differences(_ranked([1, 3]), _ranked([1, 3])).values()} == {
        (0.0, 0.0, 0.0)
    }
