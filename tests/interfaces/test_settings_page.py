"""docs/settings.md: its examples can be read, and it names every key and every part with its numbers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from dowse.settings.component_registry import NAMES, class_named
from dowse.settings.layer import SettingsLayer
from dowse.settings.source import SettingsSource
from dowse.settings.toml_parser import TABLES, said_in
from dowse.settings.user_profiles import KEYS
from dowse.settings.validate import settable

_PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text("utf-8")
_EXAMPLES = re.findall(r"^```toml\n((?:.*\n)*?)```$", _PAGE, re.MULTILINE)
_PARTS = {
    name: (kind, numbers)
    for kind, names, numbers in re.findall(
        r"^\| (retriever|fusion|stage|rewrite) \| (.*?) \| ?(.*?) ?\|$", _PAGE, re.MULTILINE
    )
    for name in re.findall(r"`(\w+)`", names)
}
_CHUNKERS = dict(re.findall(r"^\| `(\w+)` \| [^|]* \| (`size = .*?) \|$", _PAGE, re.MULTILINE))


@pytest.mark.parametrize("example", _EXAMPLES)
@pytest.mark.parametrize("trusted", [True, False])
def test_an_example_can_be_read(example: str, *, trusted: bool) -> None:
    said = said_in(SettingsSource("dowse.toml", example, tomllib.loads(example), trusted))
    assert said != SettingsLayer(source="dowse.toml")


def test_every_block_of_the_page_is_an_example() -> None:
    assert len(_EXAMPLES) == _PAGE.count("```") // 2 == 4


def test_every_key_has_a_row() -> None:
    keys = {f"{table}.{key}" for table, keys in TABLES.items() for key in keys}
    assert set(re.findall(r"^\| `((?:space|search|ignore)\.\w+)` \|", _PAGE, re.MULTILINE)) == keys


def test_every_key_of_a_profile_has_a_row() -> None:
    table = _PAGE.partition("| key | value |\n|---|---|\n")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(KEYS)


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in NAMES for name in NAMES[kind] if kind != "chunker"]
)
def test_every_part_has_a_row_with_its_numbers(kind: str, name: str) -> None:
    assert _PARTS[name][0] == kind


@pytest.mark.parametrize("name", _PARTS)
def test_the_numbers_of_a_part_are_those_it_has(name: str) -> None:
    kind, numbers = _PARTS[name]
    cls = class_named(kind, name, installed=False)
    assert cls is not None
    assert _numbers(numbers) == _usual(cls)


@pytest.mark.parametrize("name", NAMES["chunker"])
def test_the_numbers_of_a_chunker_are_those_it_has(name: str) -> None:
    usual = _usual(NAMES["chunker"][name])
    assert _numbers(_CHUNKERS[name]) == {key: value for key, value in usual.items() if key != "enrich"}


def _numbers(written: str) -> dict[str, object]:
    """What a row says, the keys without a number as None."""
    said = re.findall(r"`(\w+)(?: = ([^`]+))?`", written)
    return {key: tomllib.loads(f"value = {value}")["value"] if value else None for key, value in said}


def _usual(cls: type) -> dict[str, object]:
    """What may be set, with what is built in if that is one value."""
    return {key: _written(getattr(cls(), key)) for key in settable(cls)}


def _written(value: object) -> object:
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    return value if isinstance(value, str | int | float) else None
