"""Judged queries to figures: nDCG, MRR, recall and success, with confidence intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from ..model.value_class import dataclass

Ranking = Sequence[str]  # document ids, best first
Judgements = Mapping[str, float]  # document id → relevance; above 0 is relevant

_RESAMPLES = 1000
_SEED = 20240501  # any; fixed, so that the same rankings give the same interval


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query with the documents that answer it."""

    id: str
    text: str
    relevant: Judgements
    leave_out: tuple[str, ...] = ()  # documents that do not count among the hits


@dataclass(frozen=True, slots=True)
class MetricEstimate:
    """A mean over queries with its 95 % interval (bootstrap over queries, percentiles)."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures of one way to search, by metric, and the ranking and the values of each query."""

    name: str
    figures: Mapping[str, MetricEstimate]
    rankings: Mapping[str, Ranking] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # metric → query id → value


METRICS: Mapping[str, Callable[[Ranking, Judgements], float]] = {
    "ndcg@10": lambda ranking, relevant: ndcg(ranking, relevant, 10),
    "mrr@10": lambda ranking, relevant: reciprocal_rank(ranking, relevant, 10),
    "recall@100": lambda ranking, relevant: recall(ranking, relevant, 100),
    "success@1": lambda ranking, relevant: reciprocal_rank(ranking, relevant, 1),
}


def evaluate(
    name: str,
    queries: Iterable[JudgedQuery],
    rank: Callable[[str], Ranking],
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> Evaluation:
    """Run every query and measure the rankings; queries without a relevant document are skipped."""
    judged = [query for query in queries if any(grade > 0 for grade in query.relevant.values())]
    rankings: dict[str, Ranking] = {}
    for count, query in enumerate(judged, start=1):
        found = dict.fromkeys(rank(query.text))  # a document counts once, by the best of its sections
        rankings[query.id] = tuple(doc for doc in found if doc not in query.leave_out)
        progress(count)
    values = {
        metric: {query.id: measure(rankings[query.id], query.relevant) for query in judged}
        for metric, measure in METRICS.items()
    }
    figures = {metric: mean_with_interval(list(each.values())) for metric, each in values.items()}
    return Evaluation(name, figures, rankings, values)


def differences(first: Evaluation, other: Evaluation) -> Mapping[str, MetricEstimate]:
    """For each metric the mean of `other − first` over the queries of both, with its interval.

    The bootstrap is paired: it resamples queries, so the interval is narrower than those of the two means (Sakai,
    “Evaluating evaluation metrics based on the bootstrap”, SIGIR 2006).
    """
    return {
        metric: mean_with_interval([other.values[metric][query] - value for query, value in of_first.items()])
        for metric, of_first in first.values.items()
    }


def ndcg(ranking: Ranking, relevant: Judgements, depth: int) -> float:
    """Normalised discounted cumulative gain: Σ grade / log2(rank + 1), divided by that of the ideal ranking.

    Järvelin and Kekäläinen, TOIS 2002, with the grades themselves as gains, as trec_eval computes it.
    """
    gain = _discounted_gain(max(0.0, relevant.get(doc, 0.0)) for doc in ranking[:depth])
    ideal = _discounted_gain(sorted((grade for grade in relevant.values() if grade > 0), reverse=True)[:depth])
    return gain / ideal if ideal else 0.0


def reciprocal_rank(ranking: Ranking, relevant: Judgements, depth: int) -> float:
    """One over the rank of the first relevant document; 0 when none is among the first `depth`."""
    ranks = (rank for rank, doc in enumerate(ranking[:depth], start=1) if relevant.get(doc, 0.0) > 0)
    return 1.0 / next(ranks, math.inf)


def recall(ranking: Ranking, relevant: Judgements, depth: int) -> float:
    """The share of the relevant documents that are among the first `depth`."""
    relevant_ids = {doc for doc, grade in relevant.items() if grade > 0}
    return len(relevant_ids.intersection(ranking[:depth])) / len(relevant_ids) if relevant_ids else 0.0


def mean_with_interval(values: Sequence[float]) -> MetricEstimate:
    """The mean and the 2.5 % and 97.5 % points of the means of resamples (Efron's percentile bootstrap)."""
    if not values:
        return MetricEstimate(0.0, 0.0, 0.0)
    generator = random.Random(_SEED)  # noqa: S311  # statistics, not secrets
    means = sorted(math.fsum(generator.choices(values, k=len(values))) / len(values) for _ in range(_RESAMPLES))
    tail = round(0.025 * _RESAMPLES)
    return MetricEstimate(math.fsum(values) / len(values), means[tail], means[-tail - 1])


def _discounted_gain(grades: Iterable[float]) -> float:
    return math.fsum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))
