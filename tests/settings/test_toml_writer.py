"""A profile can be written down as a settings file would have it, and read back as the same profile."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from dowse.fusion.rrf import Rrf
from dowse.model.hit import Hits
from dowse.ports.pipeline import Run
from dowse.query.ast import And, Compare, Expr, FieldEquals, MatchAll, Modified, Not
from dowse.retrieval.expansion import Expansion
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT, PROFILES, of_types, younger
from dowse.settings.adhoc_profile import mixed
from dowse.settings.toml_writer import ExpressibleCondition, kept_by, table_of, toml_of
from tests.settings.reading import own, said

_ALIKE = [profile for profile in PROFILES.values() if profile.name != "deep"]
_CHARACTERS = "aé\"\\\n\r\t\x00\x1f\x7f\x85\u2028\ufeff😀#=[]{}. '-_"


def _again(profile: Profile) -> Profile:
    return replace(mixed(table_of(profile)), name=profile.name, about=profile.about)


@pytest.mark.parametrize("profile", _ALIKE, ids=lambda profile: profile.name)
def test_the_table_of_a_profile_makes_it_again(profile: Profile) -> None:
    assert _again(profile) == profile


def test_types_that_are_excluded_together_are_excluded_one_by_one() -> None:
    deep = PROFILES["deep"]
    assert _again(deep) == replace(
        deep, where=And((Not(FieldEquals("type", "daily")), Not(FieldEquals("type", "gleaning"))))
    )


def test_rewrites_and_numbers_of_every_kind_are_kept() -> None:
    profile = replace(
        DEFAULT,
        rewrites=(Expansion(below=5),),
        fusion=Rrf(k=10, weights={"keyword": 1.5}, absent_rank=99),
        where=And((of_types("a", "b"), Not(FieldEquals("type", "c")), younger(0.1))),
    )
    assert _again(profile) == profile


@pytest.mark.parametrize("days", [1, 7, 0.5, 0.1, 1 / 3, 30.44, 1e-3, 99_999.5])
def test_an_age_makes_the_same_seconds_again(days: float) -> None:
    profile = replace(DEFAULT, where=younger(days))
    assert _again(profile) == profile


def test_whole_days_are_written_without_a_point() -> None:
    assert "max_age_days = 90\n" in toml_of(table_of(PROFILES["recent"]), "mine")


def test_what_a_file_cannot_say_is_left_out() -> None:
    @dataclass(frozen=True, slots=True)
    class Installed:
        def __call__(self, hits: Hits, _run: Run) -> Hits:
            return hits

    newer = Modified("epoch", low=5.0)
    profile = replace(DEFAULT, stages=(Installed(), *DEFAULT.stages), where=And((newer, FieldEquals("kind", "code"))))
    assert _again(profile) == DEFAULT


@pytest.mark.parametrize(
    ("where", "kept"),
    [
        (MatchAll(), ExpressibleCondition(None, (), None)),
        (And((of_types("a", "b"), of_types("b", "c"))), ExpressibleCondition(("b",), (), None)),
        (And((Not(of_types("a", "b")), Not(FieldEquals("type", "a")))), ExpressibleCondition(None, ("a", "b"), None)),
        (And((younger(7), younger(3))), ExpressibleCondition(None, (), 3)),
        (Not(And((FieldEquals("type", "a"), FieldEquals("kind", "code")))), ExpressibleCondition(None, (), None)),
        (Compare("stars", "number", low=3.0), ExpressibleCondition(None, (), None)),
    ],
)
def test_a_condition_says_what_it_keeps(where: Expr, kept: ExpressibleCondition) -> None:
    assert kept_by(where) == kept


def test_the_text_is_what_somebody_would_write() -> None:
    table = {
        "extends": "default",
        "fusion": {"weighted": {"keyword": 0.9, "semantic": 0.1}},
        "stages": ["phrase", {"time_boost": {"half_life_days": 7}}],
        "exclude_types": ["daily", "done"],
    }
    assert toml_of(table, "mine") == (
        "[profiles.mine]\n"
        'extends = "default"\n'
        "fusion = {weighted = {keyword = 0.9, semantic = 0.1}}\n"
        "stages = [\n"
        '    "phrase",\n'
        "    {time_boost = {half_life_days = 7}},\n"
        "]\n"
        'exclude_types = ["daily", "done"]\n'
    )


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_the_text_can_be_pasted_into_a_settings_file(profile: Profile, tmp_path: Path) -> None:
    text = toml_of(table_of(profile), "mine")
    assert own(tmp_path, text) == mixed(table_of(profile), name="mine")
    both = said(tmp_path, f"{text}\n{toml_of({'extends': 'mine'}, 'other')}").profiles
    assert both["other"].stages == profile.stages


@pytest.mark.parametrize("seed", range(100))
def test_any_table_is_read_back_as_it_was(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # tables, not secrets
    table = {_text(chance): _value(chance, 0) for _ in range(6)}
    name = _text(chance)
    assert tomllib.loads(toml_of(table, name)) == {"profiles": {name: table}}


def test_what_toml_has_not_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        toml_of({"about": None}, "mine")


def _value(chance: random.Random, depth: int) -> object:
    match chance.randrange(7 if depth < 4 else 5):
        case 0:
            return chance.choice((True, False))
        case 1:
            return chance.randrange(-(10**18), 10**18)
        case 2:
            return chance.choice((0.0, -0.5, 1e-9, 1e300, 5e-324, 0.1 + 0.2, float("inf"), -float("inf"), 1e16, 60.0))
        case 3 | 4:
            return _text(chance)
        case 5:
            return [_value(chance, depth + 1) for _ in range(chance.randrange(4))]
        case _:
            return {_text(chance): _value(chance, depth + 1) for _ in range(chance.randrange(4))}


def _text(chance: random.Random) -> str:
    return "".join(chance.choice(_CHARACTERS) for _ in range(chance.randrange(8)))
