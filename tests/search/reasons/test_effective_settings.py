"""An explanation lists the settings that applied to a search with their sources, and the steps that did not run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.ports.pipeline import Run
from dowse.query.ast import FieldEquals, Not
from dowse.search.execute import Answer, Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import BALANCED, DEFAULT, GRAPH, RECENT, REPOS, RRF
from dowse.search.reasons.effective_settings import EffectiveSetting
from dowse.stages.confidence import Confidence
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from tests.contract.engines import Engine, fill
from tests.making import make


def _answer(engine: Engine, request: Request, profile: Profile) -> Answer:
    fill(engine, make("a.md", "carbon tax"))
    return search(request, profile, engine, now=0.0)


def _setting(engine: Engine, name: str, request: Request, profile: Profile = DEFAULT) -> EffectiveSetting:
    (found,) = [each for each in _answer(engine, request, profile).settings if each.name == name]
    return found


def _unchanged(run: Run) -> Run:
    return run


def _unused(engine: Engine, request: Request, profile: Profile = DEFAULT) -> dict[str, str]:
    return {step.name: step.reason for step in _answer(engine, request, profile).unused}


def test_a_type_option_is_named_with_the_types_of_the_profile_that_it_replaced(engine: Engine) -> None:
    request = Request("tax", where=FieldEquals("type", "daily"), explain=True)
    assert _setting(engine, "types", request, BALANCED) == EffectiveSetting("types", "daily", "option", "all but daily")


def test_a_type_of_the_query_is_named_as_one_of_the_query(engine: Engine) -> None:
    request = Request("tax type:daily", explain=True)
    assert _setting(engine, "types", request, REPOS) == EffectiveSetting("types", "daily", "query", "gleaning")


def test_an_excluded_type_stands_beside_the_types_that_the_profile_includes(engine: Engine) -> None:
    request = Request("tax", where=Not(FieldEquals("type", "note")), explain=True)
    expected = EffectiveSetting("types", "daily, note, writering and all but note", "option")
    assert _setting(engine, "types", request, RECENT) == expected


def test_the_types_of_a_profile_are_those_of_the_profile(engine: Engine) -> None:
    found = _setting(engine, "types", Request("tax", explain=True), BALANCED)
    assert found == EffectiveSetting("types", "all but daily", "profile")


def test_the_threshold_of_the_profile_is_the_effective_minimum_score(engine: Engine) -> None:
    found = _setting(engine, "min_score", Request("tax", explain=True), GRAPH)
    assert found == EffectiveSetting("min_score", "0.5, before confidence", "profile")


def test_an_option_for_the_minimum_score_names_the_threshold_that_it_replaced(engine: Engine) -> None:
    found = _setting(engine, "min_score", Request("tax", min_score=0.2, explain=True), GRAPH)
    assert found == EffectiveSetting("min_score", "0.2", "option", "0.5, before confidence")


def test_a_threshold_after_confidence_is_stated_as_the_option_is(engine: Engine) -> None:
    profile = replace(DEFAULT, stages=(Confidence(), MinScore(0.5), Limit()))
    found = _setting(engine, "min_score", Request("tax", explain=True), profile)
    assert found == EffectiveSetting("min_score", "0.5", "profile")


@pytest.mark.parametrize(
    ("request_", "value", "source"),
    [
        (Request("tax limit:3", limit=5, default_limit=7, explain=True), "3", "query"),
        (Request("tax", limit=5, default_limit=7, explain=True), "5", "option"),
        (Request("tax", default_limit=7, explain=True), "7", "settings"),
        (Request("tax", explain=True), "20", "profile"),
    ],
)
def test_the_limit_has_the_source_that_comes_first(engine: Engine, request_: Request, value: str, source: str) -> None:
    found = _setting(engine, "limit", request_, RRF)
    assert (found.value, found.source) == (value, source)


def test_weights_of_the_query_name_those_of_the_profile(engine: Engine) -> None:
    found = _setting(engine, "weights", Request("tax weights:0.5,0.5", explain=True))
    expected = EffectiveSetting("weights", "keyword 0.5, semantic 0.5", "query", replaced="keyword 0.6, semantic 0.4")
    assert found == expected


def test_a_switched_off_stage_is_named_as_one_of_the_option(engine: Engine) -> None:
    found = _setting(engine, "rerank", Request("tax", rerank=False, explain=True), BALANCED)
    assert found == EffectiveSetting("rerank", "off", "option", "on")


def test_the_steps_that_an_option_could_add_are_unused(engine: Engine) -> None:
    added = ("expansion", "min_score", "rerank", "time_boost")
    assert _unused(engine, Request("tax", explain=True)) == dict.fromkeys(added, "not in the profile")


def test_a_list_that_the_mode_leaves_out_is_unused(engine: Engine) -> None:
    assert _unused(engine, Request("tax", mode="fulltext", explain=True))["semantic"] == "not in the mode fulltext"


def test_a_rewrite_of_another_package_is_no_expansion(engine: Engine) -> None:
    profile = replace(DEFAULT, rewrites=(_unchanged,))
    assert _setting(engine, "expand", Request("tax", explain=True), profile).value == "off"


def test_a_stage_that_an_option_switches_off_is_unused(engine: Engine) -> None:
    unused = _unused(engine, Request("tax", rerank=False, explain=True), BALANCED)
    assert unused["rerank"] == "switched off by an option"


def test_a_rerank_stage_without_a_reranker_is_unused(engine: Engine) -> None:
    assert _unused(engine, Request("tax", explain=True), BALANCED)["rerank"] == "no reranker is available"


def test_a_query_of_filters_uses_no_list(engine: Engine) -> None:
    unused = _unused(engine, Request("tag:money", explain=True))
    assert unused["keyword"] == unused["semantic"] == "the query has no words"


def test_a_search_without_an_explanation_lists_no_settings(engine: Engine) -> None:
    answer = _answer(engine, Request("tax"), DEFAULT)
    assert (answer.settings, answer.unused) == ((), ())
