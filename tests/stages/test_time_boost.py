"""What was changed lately is raised."""

from __future__ import annotations

import math

import pytest

from dowse.model.hit import Evidence, Hits
from dowse.stages.time_boost import TimeBoost
from tests.contract.engines import paths
from tests.making import DAY, make
from tests.stages.asked_of_stages import found, reasons, run

_NOW = 20_000 * DAY


def _boosted(*scored: tuple[str, float, float], stage: TimeBoost | None = None) -> Hits:
    """Documents as (path, score, age in days)."""
    hits = tuple(found(make(path, modified=_NOW - age * DAY), score) for path, score, age in scored)
    return (stage or TimeBoost())(hits, run("x", now=_NOW))


def test_temoas_toolkit_of_today_passes_the_review_that_fits_better() -> None:
    """“boosted: 0.83 * 1.20 = 0.996” and “0.85 * 1.02 = 0.867”; a factor of 1.02 is that of 299 days"""
    old = 90 * math.log2(10)
    toolkit, review = _boosted(("AI Tools Review 2021.md", 0.85, old), ("My AI Toolkit 2024.md", 0.83, 0.0))
    assert [toolkit.head.title, review.head.title] == ["My AI Toolkit 2024", "AI Tools Review 2021"]
    assert [toolkit.score, review.score] == pytest.approx([0.996, 0.867])


@pytest.mark.parametrize(("age", "more"), [(0, 0.2), (90, 0.1), (180, 0.05), (365, 0.012), (3650, 0.0)])
def test_the_curve_is_temoas(age: float, more: float) -> None:
    """“Today: +20%”, “90 days ago: +10%”, “180 days ago: +5%”, “1 year ago: +2%”, where the formula gives 1.2 %"""
    (hit,) = _boosted(("a.md", 0.5, age))
    assert hit.score == pytest.approx(0.5 * (1 + more), abs=1e-4)
    assert reasons(hit) == pytest.approx({"time_boost": 1 + more}, abs=1e-4)


def test_the_half_life_and_the_most_can_be_chosen() -> None:
    """Temoa's profile `recent`: “7-day half-life”, “Up to 50% boost for today”"""
    recent = TimeBoost(half_life_days=7, max_boost=0.5)
    (today,) = _boosted(("a.md", 0.5, 0.0), stage=recent)
    (week,) = _boosted(("a.md", 0.5, 7.0), stage=recent)
    assert [today.score, week.score] == pytest.approx([0.75, 0.625])


def test_a_date_in_the_future_counts_as_now_and_none_as_very_old() -> None:
    (future,) = _boosted(("a.md", 0.5, -1000.0))
    unknown = found(make("b.md"), 0.5)
    assert future.score == pytest.approx(0.6)
    assert TimeBoost()((unknown,), run("x", now=_NOW))[0].score == pytest.approx(0.5)


@pytest.mark.parametrize("modified", [math.nan, math.inf, -math.inf, 1e300, -1e300])
def test_a_date_that_cannot_be_does_no_harm(modified: float) -> None:
    hit = found(make("a.md", modified=modified), 0.5)
    assert 0.5 <= TimeBoost()((hit,), run("x", now=_NOW))[0].score <= 0.6


def test_a_best_above_1_is_1_and_the_others_keep_their_proportion() -> None:
    first, second = _boosted(("a.md", 1.0, 0.0), ("b.md", 0.5, 10_000.0))
    assert first.score == 1.0
    assert second.score == pytest.approx(0.5 / 1.2)


def test_hits_of_one_score_keep_their_order_when_they_are_of_one_age() -> None:
    assert paths(_boosted(("b.md", 1.0, 5), ("a.md", 1.0, 5))) == ["b.md", "a.md"]


def test_the_score_is_all_that_changes_besides_the_reason() -> None:
    before = found(make("a.md"), 0.5, Evidence("keyword", 2.3, 1))
    (after,) = TimeBoost()((before,), run("x", now=_NOW))
    assert after._replace(score=0.5, why=after.why[:1]) == before
