"""What the query and the options state replaces the same setting of the profile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from dowse.model.hit import Hits
from dowse.ports.pipeline import Run, StageRole
from dowse.query.ast import And, Expr, FieldEquals, MatchAll, Modified, Not, Or, Property
from dowse.query.extract import selecting
from dowse.query.parse import parse
from dowse.search.execute import Request, search
from dowse.search.overrides import override
from dowse.search.plan import plan
from dowse.search.profile import Profile
from dowse.search.profiles import BALANCED, DEFAULT, GRAPH, PROXIMITY, RECENT, REPOS
from dowse.search.reasons.effective_settings import EffectiveSetting
from dowse.stages.confidence import Confidence
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from dowse.stages.pin import Pin
from tests.contract.engines import Engine, fill, paths
from tests.making import make

_DAILY, _GLEANING, _NOTE = (FieldEquals("type", name) for name in ("daily", "gleaning", "note"))
_VAULT = (
    make("day.md", "carbon tax", type="daily"),
    make("link.md", "carbon tax", type="gleaning"),
    make("note.md", "carbon tax", type="note"),
    make("bare.md", "carbon tax"),
)


def _where(profile: Profile, text: str) -> Expr:
    """The condition of the profile beside this query."""
    return override(profile, Request(text), selecting(parse(text).where)).where


def _found(engine: Engine, request: Request, profile: Profile) -> set[str]:
    fill(engine, *_VAULT)
    return set(paths(search(request, profile, engine, now=0.0).hits))


def test_a_type_option_replaces_the_types_that_a_profile_excludes(engine: Engine) -> None:
    assert _found(engine, Request("carbon", where=_DAILY), BALANCED) == {"day.md"}


def test_a_type_option_replaces_the_types_that_a_profile_includes(engine: Engine) -> None:
    assert _found(engine, Request("carbon", where=_NOTE), REPOS) == {"note.md"}


def test_an_excluded_type_replaces_those_that_the_profile_excludes(engine: Engine) -> None:
    assert _found(engine, Request("carbon", where=Not(_NOTE)), BALANCED) == {"day.md", "link.md", "bare.md"}


def test_an_excluded_type_keeps_the_types_that_the_profile_includes(engine: Engine) -> None:
    assert _found(engine, Request("carbon", where=Not(_NOTE)), REPOS) == {"link.md"}


@pytest.mark.parametrize("text", ["type:daily", "[type:daily]", "[type]", "type:daily OR tag:x", "-(-type:daily)"])
def test_a_type_in_the_query_replaces_those_of_the_profile(text: str) -> None:
    assert _where(BALANCED, text) == MatchAll()


@pytest.mark.parametrize("text", ["carbon", "kind:task", "[status:daily]"])
def test_a_query_without_a_type_keeps_the_types_of_the_profile(text: str) -> None:
    assert _where(BALANCED, text) == BALANCED.where


def test_a_time_in_the_query_replaces_the_maximum_age_of_the_profile() -> None:
    types = Or((_DAILY, _NOTE, FieldEquals("type", "writering")))
    assert _where(RECENT, "carbon modified:2020") == types


@pytest.mark.parametrize("text", ["carbon -modified:<7d", "-(modified:<7d tag:x)"])
def test_an_excluded_time_keeps_the_maximum_age_of_the_profile(text: str) -> None:
    assert _where(RECENT, text) == RECENT.where


def test_a_time_that_is_excluded_twice_replaces_the_maximum_age_of_the_profile() -> None:
    assert _where(RECENT, "-(-modified:2020)") == Or((_DAILY, _NOTE, FieldEquals("type", "writering")))


def test_a_type_in_the_query_keeps_the_maximum_age_of_the_profile() -> None:
    assert _where(RECENT, "type:person") == Modified("age", high=90 * 86_400.0)


def test_a_condition_on_other_fields_stays_in_the_profile() -> None:
    topic = Property("topic", "tax")
    profile = replace(BALANCED, where=And((topic, Not(_DAILY))))
    assert _where(profile, "type:daily") == topic


@pytest.mark.parametrize(("profile", "least"), [(PROXIMITY, 0.0), (GRAPH, 0.2), (DEFAULT, 0.2)])
def test_a_minimum_score_replaces_that_of_the_profile(profile: Profile, least: float) -> None:
    stages = override(profile, Request("tax", min_score=least), MatchAll()).stages
    assert [stage for stage in stages if isinstance(stage, MinScore)] == [MinScore(least)]


@dataclass(frozen=True, slots=True)
class _OtherThreshold:
    """A threshold of another package."""

    role: ClassVar[StageRole] = "threshold"

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        return hits


def test_a_minimum_score_replaces_all_thresholds_and_compares_the_final_score() -> None:
    profile = replace(DEFAULT, stages=(_OtherThreshold(), Confidence(), Pin(), MinScore(0.3), Limit()))
    stages = override(profile, Request("tax", min_score=0.1), MatchAll()).stages
    assert stages == (Confidence(), Pin(), MinScore(0.1), Limit())


def test_a_minimum_score_in_vector_mode_removes_all_thresholds() -> None:
    profile = replace(DEFAULT, stages=(_OtherThreshold(), Pin(), MinScore(0.3), Limit()))
    assert override(profile, Request("tax", mode="vector", min_score=0.1), MatchAll()).stages == (Pin(), Limit())


def test_a_search_without_options_keeps_the_profile() -> None:
    assert override(BALANCED, Request("carbon tax"), MatchAll()) == BALANCED
    query = parse("carbon tax")
    assert plan(Request("carbon tax"), query, BALANCED, anchored=False).stages == BALANCED.stages


@pytest.mark.parametrize(("text", "option", "is_found"), [("archived:no", True, False), ("archived:yes", False, True)])
def test_archived_in_the_query_overrides_the_option(engine: Engine, text: str, option: bool, is_found: bool) -> None:
    fill(engine, make("old.md", "carbon tax", archived="true"))
    answer = search(Request(f"carbon {text}", archived=option, explain=True), DEFAULT, engine, now=0.0)
    (setting,) = (each for each in answer.settings if each.name == "archived")
    assert (bool(answer.hits), setting) == (
        is_found,
        EffectiveSetting("archived", "on" if is_found else "off", "query"),
    )
