"""A profile can be given as a table from anywhere, and whatever is in the table, it is a profile or a clear error."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.errors import SettingsError
from dowse.query.ast import FieldEquals, Not
from dowse.search.execute import Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.settings.adhoc_profile import mixed
from dowse.settings.component_registry import NAMES
from dowse.settings.toml_writer import table_of, toml_of
from dowse.settings.user_profiles import KEYS
from dowse.stages.time_boost import TimeBoost
from tests.contract.engines import fill
from tests.making import make
from tests.tier_parameters import examples, slow_after

_STRANGE: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 7, 10**17, 10**19, 10**5000, -(10**5000)),
    *(0.0, 0.5, -0.0, 1e308, 5e-324, float("nan"), float("inf"), float("-inf")),
    *("", " ", "pin", "default", "mixed", "\ud800", "\x00", "[x]", "é\u202e", "x" * 5000),
    *(
        [],
        [[]],
        {},
        {"": {}},
        {"pin": {}},
        {"keyword": 1},
        {1: 2},
        {None: 1},
        {"\udfff": "\ud800"},
        (1,),
        {1},
        object(),
    ),
)


def _error(table: Mapping[str, object]) -> str:
    with pytest.raises(SettingsError) as caught:
        mixed(table)
    return str(caught.value)


def test_a_table_is_the_profile_that_a_file_with_it_would_have() -> None:
    profile = mixed({"extends": "default", "fusion": {"weighted": {"keyword": 0.9}}, "exclude_types": ["daily"]})
    assert profile == replace(
        DEFAULT,
        name="mixed",
        about="like default",
        fusion=replace(DEFAULT.fusion, weights={"keyword": 0.9}),  # type: ignore[type-var]  # it is weighted
        encoded=None,
        unspaced=None,
        where=Not(FieldEquals("type", "daily")),
    )


def test_a_table_can_extend_any_profile_that_is_known() -> None:
    mine = replace(PROFILES["recent"], name="mine")
    profile = mixed({"extends": "mine", "stages": ["time_boost"]}, name="other", known={"mine": mine})
    assert profile.stages == (TimeBoost(half_life_days=7, max_boost=0.5),)
    assert (profile.name, profile.where) == ("other", mine.where)


def test_a_profile_of_the_vault_may_have_the_name_that_a_mix_gets() -> None:
    assert mixed({"extends": "mixed"}, known={"mixed": DEFAULT}).stages == DEFAULT.stages


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"extends": "default", "stages": ["pinn"]}, "mix: stages: there is no stage 'pinn'; did you mean pin?"),
        ({"extends": "defalt"}, "mix: extends: there is no profile 'defalt'; did you mean default?"),
        (
            {"extends": "mixed"},
            f"mix: extends: there is no profile 'mixed'; choose one of {', '.join(PROFILES)}",
        ),
        ({"stagse": []}, "mix: stagse: unknown key; did you mean stages?"),
        ({"extends": "default", "stages": {}}, "mix: stages: must be a list of stages, got {}"),
        (
            {"extends": "default", "stages": [{"time_boost": {"half_life_days": "a"}}]},
            "mix: stages: time_boost.half_life_days must be a number, got 'a'",
        ),
        ({"extends": "default", "about": None}, "mix: about: must not be null; omit the key instead"),
        (
            {"extends": "default", "max_age_days": 10**5000},
            "mix: max_age_days: must be a number up to 1,000,000,000,000,000,000",
        ),
        ({"extends": "default", "about": "\ud800"}, "mix: about: has an unpaired surrogate character"),
        ({"extends": "default", "\ud800": 1}, "mix: has an invalid key: a key has an unpaired surrogate character"),
        (
            {"extends": "default", "stages": [{"pin": {"x" * 5000: 1}}]},
            "mix: stages.pin: has an invalid key: a key has more than 2,000 characters",
        ),
    ],
)
def test_an_error_names_the_key_and_says_what_to_do(table: Mapping[str, object], message: str) -> None:
    assert _error(table) == message


def test_what_is_no_table_is_refused() -> None:
    assert _error(["default"]) == "mix: must be a table, got ['default']"  # type: ignore[arg-type]  # as JSON may have it


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(SettingsError, match="built-in"):
        mixed({"extends": "default"}, name="default")
    with pytest.raises(SettingsError, match="letters"):
        mixed({"extends": "default"}, name="a b")


def test_a_part_that_another_package_brings_cannot_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table may come from anybody, and what an entry point names is run when it is loaded."""
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: pytest.fail("looked for packages"))
    assert "there is no stage 'installed'" in _error({"extends": "default", "stages": ["installed"]})


def test_a_table_of_more_than_some_hundred_entries_is_refused() -> None:
    assert _error({"extends": "default", "exclude_types": ["daily"] * 500}) == (
        "mix: exclude_types: has more than 500 entries"
    )
    mixed({"extends": "default", "exclude_types": ["daily"] * 400})


def test_tables_in_tables_have_an_end() -> None:
    endless: list[object] = []
    endless.append(endless)
    assert _error({"stages": endless}) == "mix: stages: has more than 10 nested tables and lists"


@pytest.mark.parametrize("seed", slow_after(4, range(20)))
def test_whatever_a_table_holds_it_is_a_profile_that_finds_or_an_error(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # tables, not secrets
    engine = MemoryEngine()
    fill(engine, make("levy.md", "carbon levy", tags=("tax",), modified=7.0), make("tax.md", "a tax on carbon"))
    tables = [_table(chance) for _ in range(examples(150))]
    profiles = [(table, profile) for table in tables if (profile := _mixed(table))]
    assert profiles
    for table, profile in profiles:
        answer = search(Request("carbon tax"), profile, engine, now=1e9)
        assert all(0 <= hit.score <= 1 for hit in answer.hits)
        assert mixed(tomllib.loads(toml_of(table, "mine"))["profiles"]["mine"]) == profile
        assert mixed(table_of(profile)).stages == profile.stages


def _mixed(table: Mapping[str, object]) -> Profile | None:
    """The profile; None where the error is one that can be shown."""
    try:
        return mixed(table)
    except SettingsError as error:
        told = str(error)
    assert told.startswith("mix: ")
    assert len(told.encode()) < 3000
    return None


def _table(chance: random.Random) -> dict[str, object]:
    """A table that may be right, or have something strange in it at any place."""
    table: dict[str, object] = {"extends": chance.choice(tuple(PROFILES))}
    for key in chance.sample(KEYS, chance.randrange(4)):
        match key:
            case "fusion":
                table[key] = _part("fusion", chance)
            case "retrievers" | "stages" | "rewrites":
                kind = {"retrievers": "retriever", "stages": "stage", "rewrites": "rewrite"}[key]
                table[key] = [_part(kind, chance) for _ in range(chance.randrange(1, 4))]
            case _:
                table[key] = chance.choice(_STRANGE)
    if chance.random() < 0.1:
        table[chance.choice(KEYS)] = chance.choice(_STRANGE)
    return table


def _part(kind: str, chance: random.Random) -> object:
    name, cls = chance.choice(tuple(NAMES[kind].items()))  # type: ignore[index]  # one of the kinds
    if chance.random() < 0.1:
        return chance.choice(_STRANGE)
    keys = [each.name for each in fields(cls)]
    given = {key: _value(chance) for key in chance.sample(keys, chance.randrange(min(3, len(keys) + 1)))}
    return {name: given} if given else name


def _value(chance: random.Random) -> object:
    usual: tuple[object, ...] = (1, 5, 0.5, 0.9, {"keyword": 0.5, "semantic": 1}, {"title": 3}, ["stars"], "section")
    return chance.choice(usual if chance.random() < 0.9 else _STRANGE)
