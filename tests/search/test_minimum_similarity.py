"""Minimum cosines: of the option, of the profile and of the reference model, and the notes on them."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.cosine_sample import POINTS, CosineSample
from dowse.model.option_spelling import Interface
from dowse.model.search_mode import Mode
from dowse.retrieval.semantic import Semantic
from dowse.search.execute import Answer, Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.search.reasons.effective_settings import EffectiveSetting
from tests.contract.engines import fill, paths
from tests.making import make
from tests.making_embedder import Hashing

# "car" and "automobile" have a direction of their own; the query has cosines of 1, about 0.7 and about 0 to the notes.
_CARS = Hashing(synonyms=(("car", "automobil"),))
_VAULT = (
    make("same.md", "automobile", title=""),
    make("half.md", "automobile bread", title=""),
    make("other.md", "bread", title=""),
)
# A model whose random pairs all have cosines between 0.6 and 0.8.
_CLOSE = CosineSample(tuple(0.6 + 0.2 * n / (POINTS - 1) for n in range(POINTS)), 1000)


def _asked(request: Request, profile: Profile = DEFAULT) -> Answer:
    index = MemoryEngine()
    fill(index, *_VAULT)
    embed_pending(index, _CARS, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    return search(request, profile, index, now=0.0, embedder=_CARS)


def _hints(answer: Answer) -> str:
    return "\n".join(note.hint for note in answer.notes)


def test_in_vector_mode_the_minimum_score_is_a_cosine() -> None:
    """The score of half.md is lower: it is rescaled."""
    assert paths(_asked(Request("car", mode="vector", min_score=0.6)).hits) == ["same.md", "half.md"]
    assert paths(_asked(Request("car", mode="vector", min_score=0.9)).hits) == ["same.md"]


def test_in_vector_mode_the_minimum_score_replaces_the_minimum_cosine_of_the_profile() -> None:
    strict = replace(DEFAULT, retrievers=(Semantic(least_alone=0.95),))
    assert paths(_asked(Request("car", mode="vector"), strict).hits) == ["same.md"]
    assert paths(_asked(Request("car", mode="vector", min_score=0.5), strict).hits) == ["same.md", "half.md"]


def test_in_vector_mode_the_minimum_score_replaces_that_of_the_profile() -> None:
    assert paths(_asked(Request("car", mode="vector", min_score=0.5), PROFILES["proximity"]).hits) == [
        "same.md",
        "half.md",
    ]


def test_in_hybrid_mode_the_minimum_score_is_a_score() -> None:
    found = _asked(Request("car", min_score=0.9)).hits
    assert all(hit.score >= 0.9 for hit in found)


def test_the_minimum_similarity_replaces_that_of_the_profile() -> None:
    assert paths(_asked(Request("car", mode="vector", min_similarity=0.9)).hits) == ["same.md"]
    weighted = PROFILES["weighted"]
    assert "half.md" in paths(_asked(Request('similar:"car"', min_similarity=0.2), weighted).hits)
    assert "half.md" not in paths(_asked(Request('similar:"car"', min_similarity=0.9), weighted).hits)


def test_the_minimum_similarity_drops_no_hit_by_word() -> None:
    found = _asked(Request("bread", min_similarity=0.99)).hits
    assert set(paths(found)) == {"half.md", "other.md"}


def test_the_minimum_of_a_reference_is_translated_to_the_model_in_use() -> None:
    """38.1 % of random pairs exceed Metis's 0.5 of nomic, and 0.724 of this model."""
    weighted = PROFILES["weighted"]
    assert "half.md" in paths(_asked(Request('similar:"car"'), weighted).hits)
    strict = Request('similar:"car"', cosines=lambda: _CLOSE)
    answer = _asked(strict, weighted)
    assert paths(answer.hits) == ["same.md"]
    (semantic,) = (each for each in answer.planned.retrievers if isinstance(each, Semantic))
    assert semantic.minimum == "0.758, equivalent to 0.5 of nomic"


def test_a_minimum_of_an_option_is_not_translated() -> None:
    answer = _asked(Request('similar:"car"', min_similarity=0.5, cosines=lambda: _CLOSE), PROFILES["weighted"])
    (semantic,) = (each for each in answer.planned.retrievers if isinstance(each, Semantic))
    assert semantic.minimum == "0.5"


def test_a_search_by_words_has_no_minimum_cosine() -> None:
    for profile in PROFILES.values():
        planned = _asked(Request("car"), profile).planned
        assert all(each.minimum == "" for each in planned.retrievers if isinstance(each, Semantic))


@pytest.mark.parametrize(
    ("interface", "option"), [("cli", "--min-similarity"), ("http", "min_similarity"), ("mcp", "minSimilarity")]
)
def test_a_minimum_cosine_that_drops_everything_is_noted_with_the_best_cosine_and_the_option(
    interface: Interface, option: str
) -> None:
    answer = _asked(Request("water", mode="vector", interface=interface))
    assert answer.hits == ()
    assert "3 passages found by meaning, all below the minimum cosine 0.3; the best cosine is 0." in _hints(answer)
    assert f"; {option} sets the minimum" in _hints(answer)


def test_a_minimum_score_that_drops_everything_is_noted_with_the_best_score_and_the_option() -> None:
    answer = _asked(Request("bread sky", min_score=1.0, interface="mcp"))
    assert answer.hits == ()
    assert "all below the minimum score 1; the best score is 0." in _hints(answer)
    assert "; minScore sets the minimum" in _hints(answer)


def test_a_similarity_that_no_candidate_reaches_is_noted_beside_hits_by_word() -> None:
    answer = _asked(Request('similar:"water" automobile', min_similarity=0.99))
    assert answer.hits
    assert "all below the minimum cosine 0.99" in _hints(answer)


def test_a_minimum_similarity_without_a_search_by_meaning_is_noted() -> None:
    assert "min_similarity has no effect" in _hints(_asked(Request("bread", mode="fulltext", min_similarity=0.5)))


def test_the_option_of_the_note_is_the_one_that_was_stated() -> None:
    answer = _asked(Request("water", mode="vector", min_score=0.9, interface="cli"))
    assert "the minimum cosine 0.9; the best cosine is 0." in _hints(answer)
    assert "; --min-score sets the minimum" in _hints(answer)


def test_the_note_on_a_minimum_cosine_says_how_the_remaining_hits_match() -> None:
    answer = _asked(Request("bread sky", min_similarity=0.99))
    assert answer.hits
    assert "sets the minimum; the hits match by word or by name" in _hints(answer)


@pytest.mark.parametrize(("mode", "weights"), [("vector", (1.0, 0.0)), ("fulltext", (0.0, 1.0))])
def test_weights_of_0_for_every_list_of_the_mode_are_noted(mode: Mode, weights: tuple[float, ...]) -> None:
    name = {"vector": "semantic", "fulltext": "keyword"}[mode]
    answer = _asked(Request("automobile", mode=mode, weights=weights))
    assert f"the scores are 0: the weight of {name} is 0" in _hints(answer)


@pytest.mark.parametrize(("min_score", "min_similarity"), [(0.9, 0.2), (0.2, 0.9)])
def test_in_vector_mode_the_greater_of_the_two_minimums_applies(min_score: float, min_similarity: float) -> None:
    request = Request("car", mode="vector", min_score=min_score, min_similarity=min_similarity)
    assert paths(_asked(request).hits) == ["same.md"]


def test_in_vector_mode_the_settings_state_the_effective_minimum_alone() -> None:
    request = Request("car", mode="vector", min_score=0.9, min_similarity=0.2, explain=True)
    minimums = [each for each in _asked(request).settings if each.name.startswith("min_")]
    assert minimums == [EffectiveSetting("min_similarity", "0.9", "option", "0.3")]
