"""The options of requests."""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path

import pytest

import dowse
from dowse.app.link_neighbours import KINDS
from dowse.app.options import DEFAULTS, OPTIONS, RELATION_NAMES, check
from dowse.fusion.weighted import Weighted
from dowse.model.errors import OptionError
from dowse.retrieval.semantic import Semantic
from dowse.search.profiles import PROFILES
from dowse.stages.confidence import Confidence
from dowse.stages.min_score import MinScore
from dowse.stages.rerank import Rerank
from dowse.stages.time_boost import TimeBoost

_APP = Path(dowse.__file__).parent / "app"
_CHECKED_ELSEWHERE = {
    "here",  # a folder of the process
    "kinds", "reach", "details", "marks", "one_per_file", "pipeline", "heal",  # set by an interface alone
    "properties",  # parsed by the use case, which names the option
    "mix", "mix_name",  # parsed as a profile
    "search",  # a request
}  # fmt: skip

_OF_COMMANDS = {"EvaluationRequest", "BenchmarkRequest", "SwitchRequest"}  # of the command line alone


def _requests() -> list[type]:
    modules = (import_module(f"dowse.app.{path.stem}") for path in sorted(_APP.glob("*.py")))
    return [
        value
        for module in modules
        for name, value in vars(module).items()
        if name.endswith("Request") and name not in _OF_COMMANDS and value.__module__ == module.__name__
    ]


@pytest.mark.parametrize("request_type", _requests(), ids=lambda each: each.__name__)
def test_every_field_of_a_request_is_an_option_with_a_type_and_a_range(request_type: type) -> None:
    assert {each.name for each in fields(request_type)} <= OPTIONS.keys() | _CHECKED_ELSEWHERE


@pytest.mark.parametrize("request_type", _requests(), ids=lambda each: each.__name__)
def test_every_request_checks_its_options(request_type: type) -> None:
    assert "__post_init__" in vars(request_type)


def test_every_option_is_a_field_of_a_request() -> None:
    assert OPTIONS.keys() <= {each.name for request_type in _requests() for each in fields(request_type)}


def test_every_name_of_a_relation_has_a_relation() -> None:
    assert tuple(KINDS) == RELATION_NAMES


@dataclass
class _Sample:
    limit: int | None = None
    depth: int = 2


def test_none_is_valid_where_it_is_the_default() -> None:
    check(_Sample(limit=None))


def test_none_is_invalid_where_it_is_not_the_default() -> None:
    with pytest.raises(OptionError, match=r"^depth must be a whole number, got None$"):
        check(_Sample(depth=None))  # type: ignore[arg-type]  # as a caller without types passes it


def test_a_number_out_of_its_range_is_reported_with_the_range() -> None:
    with pytest.raises(OptionError, match=r"^limit must be from 1 to 1,000, got 1,001$"):
        check(_Sample(limit=1001))


def test_a_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(OptionError) as raised:
        check(_Sample(limit="x" * 10_000))  # type: ignore[arg-type]  # as above
    assert len(str(raised.value)) < 100


def test_the_default_minimum_scores_are_those_of_the_profiles() -> None:
    stages = [(name, stage) for name, profile in PROFILES.items() for stage in profile.stages]
    own = [f"{name} {stage.least}" for name, stage in stages if isinstance(stage, MinScore)]
    assert DEFAULTS["min_score"] == f"0; before confidence in the profile {', in '.join(own)}"


def test_the_minimum_scores_of_the_profiles_compare_scores_before_confidence() -> None:
    for profile in PROFILES.values():
        roles = [type(stage) for stage in profile.stages if isinstance(stage, MinScore | Confidence)]
        assert roles in ([Confidence], [MinScore, Confidence])


def test_the_default_minimum_similarity_is_that_of_the_default_profile() -> None:
    (semantic,) = (each for each in PROFILES["default"].retrievers if isinstance(each, Semantic))
    own = f"{semantic.least_alone} in mode vector, {semantic.least_similar} for similar: and like:"
    assert DEFAULTS["min_similarity"] == f"set by the profile; in default {own}, else {semantic.least:g}"


def test_the_defaults_are_those_of_the_default_profile() -> None:
    default = PROFILES["default"]
    assert isinstance(default.fusion, Weighted)
    weights = ",".join(str(default.fusion.weights[name]) for name in ("keyword", "semantic"))
    assert DEFAULTS["weights"] == f"set by the profile; {weights} in default"
    assert not any(isinstance(stage, Rerank | TimeBoost) for stage in default.stages)
    assert default.rewrites == ()
    assert DEFAULTS["profile"] == default.name
