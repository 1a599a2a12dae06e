"""Every knob of a profile makes another profile, wherever it is turned."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from dowse.app.parameter_ranges import knobs_json
from dowse.fusion.weighted import Weighted
from dowse.retrieval.keyword import Keyword
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.settings.adhoc_profile import mixed
from dowse.stages.neighbours import Neighbours
from dowse.stages.spread import Spread
from dowse.stages.tag_boost import TagBoost
from dowse.stages.time_boost import TimeBoost

_Knob = Mapping[str, Any]

_FULL = replace(
    PROFILES["weighted"],
    name="full",
    stages=(Neighbours(share=0.9), Spread(decay=0.5), TagBoost(0.2, 9.0), *PROFILES["repos"].stages[2:]),
)
_ALL = [*PROFILES.values(), _FULL]


def _knobs(profile: Profile) -> list[_Knob]:
    return cast(list[_Knob], knobs_json(profile)["knobs"])


def _named(profile: Profile) -> dict[tuple[str, str], _Knob]:
    return {(knob["name"], knob["field"]): knob for knob in _knobs(profile)}


def _turned(profile: Profile, knob: _Knob, value: float) -> Profile:
    """The profile with one knob turned, as a page does it by the docstring of the module."""
    table = cast(dict[str, Any], copy.deepcopy(knobs_json(profile)["table"]))
    if knob.get("switch"):
        stages = table["stages"]
        names = [each if isinstance(each, str) else next(iter(each)) for each in stages]
        place = next((n for n, name in enumerate(names) if name in knob["before"]), len(stages))
        stages.insert(place, knob["stage"])
        return mixed(table)
    parts = [table["fusion"]] if knob["part"] == "fusion" else table[knob["part"]]
    for n, each in enumerate(parts):
        part = {each: {}} if isinstance(each, str) else each
        if knob["name"] in part:
            *outer, last = knob["field"].split(".")
            fields = part[knob["name"]]
            for key in outer:
                fields = fields.setdefault(key, {})
            fields[last] = value
            parts[n] = part
            break
    table["fusion"] = parts[0] if knob["part"] == "fusion" else table["fusion"]
    return mixed(json.loads(json.dumps(table)))


@pytest.mark.parametrize("profile", _ALL, ids=lambda profile: profile.name)
def test_every_knob_makes_a_profile_at_its_value_and_at_both_ends(profile: Profile) -> None:
    unturned = mixed(cast(dict[str, object], knobs_json(profile)["table"]))
    for knob in _knobs(profile):
        if knob.get("switch"):
            assert len(_turned(profile, knob, 1).stages) == len(profile.stages) + 1
            continue
        assert knob["least"] <= knob["value"] <= knob["most"], knob
        turned = {end: _turned(profile, knob, knob[end]) for end in ("least", "value", "most")}
        assert (turned["value"] == unturned) or knob["field"].startswith("weights."), knob
        assert turned["least"] != turned["most"], knob


@pytest.mark.parametrize("profile", _ALL, ids=lambda profile: profile.name)
def test_every_knob_says_what_it_is(profile: Profile) -> None:
    knobs = _knobs(profile)
    assert all(knob["label"] and knob["about"] and "\n" not in knob["about"] for knob in knobs)
    assert len({knob["label"] for knob in knobs}) == len(knobs)


def test_the_weights_are_those_of_the_lists_that_the_profile_makes() -> None:
    assert ("weighted", "weights.graph") not in _named(DEFAULT)
    assert _named(PROFILES["weighted"])["weighted", "weights.graph"]["value"] == 0.1
    assert _named(PROFILES["balanced"])["rrf", "weights.semantic"]["value"] == 1.0


def test_one_list_alone_has_nothing_to_be_weighed_against() -> None:
    alone = replace(DEFAULT, retrievers=(Keyword(),))
    assert ("weighted", "weights.keyword") not in _named(alone)


def test_a_list_that_alone_weighs_anything_cannot_be_turned_to_nothing() -> None:
    profile = replace(DEFAULT, fusion=Weighted({"keyword": 1.0}))
    assert _named(profile)["weighted", "weights.keyword"]["least"] == 0.05
    assert _named(profile)["weighted", "weights.semantic"]["least"] == 0.0


def test_a_value_beyond_the_usual_widens_the_range() -> None:
    profile = replace(DEFAULT, stages=(TimeBoost(half_life_days=1000, max_boost=0.3), *DEFAULT.stages))
    knob = _named(profile)["time_boost", "half_life_days"]
    assert (knob["least"], knob["value"], knob["most"]) == (1, 1000, 1000)


def test_a_stage_that_is_missing_can_be_put_where_it_belongs() -> None:
    switches = {knob["name"]: knob for knob in _knobs(DEFAULT) if knob.get("switch")}
    assert list(switches) == ["proximity", "tag_boost", "rerank", "time_boost"]
    names = {
        name: [type(stage).__name__ for stage in _turned(DEFAULT, knob, 1).stages] for name, knob in switches.items()
    }
    code = ["CodeBoost", "FileAggregate", "PathMatch", "HeaderBoost", "Definitions", "PathPenalty", "GuideMatch"]
    named = ["NameMatch", "HeadingMatch", "SentenceMatch"]
    assert names["tag_boost"][:13] == ["Phrase", "Neighbours", *code, *named, "TagBoost"]
    assert names["time_boost"][-5:] == ["TimeBoost", "Pin", "FoldDuplicates", "Limit", "CutSnippet"]
    assert not any(knob.get("switch") and knob["name"] == "time_boost" for knob in _knobs(PROFILES["recent"]))
