"""Stars and topics of a repository raise it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from dowse.model.document import Document, Fact
from dowse.model.hit import Hit
from dowse.stages.fact_boost import FactBoost
from tests.contract.engines import paths
from tests.making import make
from tests.stages.asked_of_stages import found, reasons, run


def _repository(name: str, /, **facts: Fact) -> Document:
    document = make(name)
    return replace(document, head=document.head._replace(facts=facts))


def _boosted(query: str = "x", stage: FactBoost | None = None, **facts: Fact) -> Hit:
    (hit,) = (stage or FactBoost())((found(_repository("a.md", **facts), 0.1),), run(query))
    return hit


@pytest.mark.parametrize(
    ("stars", "factor"),
    [(0, 1.0), (9, 1.1), (99, 1.2), (999, 1.3), (9_999, 1.4), (99_999, 1.5), (100_000, 1.5), (400_000, 1.5)],
)
def test_stars_count_by_their_magnitude_up_to_half_as_much_again(stars: int, factor: float) -> None:
    """“"scale": "log"”, “"max_boost": 0.5  # Up to 50% boost”"""
    assert _boosted(github_stars=stars).score == pytest.approx(0.1 * factor, rel=1e-4)


def test_1000_stars_and_10000_are_nearly_the_same() -> None:
    """“Logarithmic (1k stars ≈ 10k stars)”"""
    few, many = _boosted(github_stars=1_000).score, _boosted(github_stars=10_000).score
    assert few < many < 1.1 * few


@pytest.mark.parametrize("stars", ["12345", "12,345", "12_345", " 12345 ", 12345.0, ("12345",), "12.345k", "12.345K+"])
def test_stars_are_read_however_they_are_written(stars: Fact) -> None:
    assert reasons(_boosted(stars=stars)) == {"stars": pytest.approx(_boosted(stars=12345).score / 0.1)}


@pytest.mark.parametrize(
    "stars",
    [-1, -1e300, math.nan, math.inf, -math.inf, True, "", "many", "1,2,3", "-5", "nan", "inf", (), ("1", "2"), "1e9"],
)
def test_what_no_number_of_stars_can_be_changes_nothing(stars: Fact) -> None:
    hit = _boosted(github_stars=stars)
    assert (hit.score, hit.why) == (0.1, ())


@pytest.mark.parametrize("stars", [1e300, "9" * 400, "9" * 200 + "k"])
def test_an_absurd_number_of_stars_gives_no_more_than_the_most(stars: Fact) -> None:
    assert _boosted(stars=stars).score in (0.1, pytest.approx(0.15))


def test_the_first_key_that_has_stars_counts() -> None:
    assert _boosted(github_stars="?", stars=9).score == pytest.approx(0.11)
    assert _boosted(github_stars=99, stars=9).score == pytest.approx(0.12)
    assert _boosted(stage=FactBoost(stars_keys=("likes",)), likes=9).score == pytest.approx(0.11)


@pytest.mark.parametrize("topics", [("obsidian", "markdown"), "obsidian, markdown", "markdown obsidian", "obsidian"])
def test_a_topic_that_the_query_names_counts_three_times(topics: Fact) -> None:
    """“"obsidian plugin" → Matches GitHub topics”, “"match_boost": 3.0  # 3x when topic matches query”"""
    hit = _boosted("obsidian plugin", github_topics=topics)
    assert hit.score == pytest.approx(0.3)
    assert reasons(hit) == {"topics": 3.0}


@pytest.mark.parametrize(
    ("query", "topic"), [("machine learning library", "machine-learning"), ("plugins", "plugin"), ("Books", "books")]
)
def test_a_topic_is_named_by_all_its_words_whatever_their_form(query: str, topic: str) -> None:
    assert _boosted(query, topics=(topic,)).score == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("query", "topics"), [("machine", ("machine-learning",)), ("tag:obsidian", ("obsidian",)), ("x", ()), ("x", "")]
)
def test_other_topics_change_nothing(query: str, topics: Fact) -> None:
    hit = _boosted(query, topics=topics)
    assert (hit.score, hit.why) == (0.1, ())


def test_stars_and_a_topic_count_together_and_the_best_is_1() -> None:
    repositories = (
        found(_repository("small.md", github_topics=("web",), github_stars=9), 0.8),
        found(_repository("large.md", github_topics=("web",), github_stars=100_000), 0.7),
        found(_repository("other.md"), 0.9),
    )
    hits = FactBoost()(repositories, run("python web framework"))
    assert paths(hits) == ["large.md", "small.md", "other.md"]
    assert [hit.score for hit in hits] == pytest.approx([1.0, 0.8 * 1.1 / (0.7 * 1.5), 0.9 / (0.7 * 4.5)])
