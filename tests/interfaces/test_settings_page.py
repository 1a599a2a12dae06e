"""docs/settings.md: dowse reads its examples, and its tables have every key, every component and every parameter."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from dowse.settings.component_packages import ComponentKind
from dowse.settings.component_registry import NAMES
from dowse.settings.layer import SettingsLayer
from dowse.settings.source import SettingsSource
from dowse.settings.toml_parser import TABLES, layer_of
from dowse.settings.user_profiles import KEYS
from tests.interfaces.parameter_table import parameter_table

_PATH = Path(__file__).parents[2] / "docs" / "settings.md"
_PAGE = _PATH.read_text("utf-8")
_EXAMPLES = re.findall(r"^```toml\n((?:.*\n)*?)```$", _PAGE, re.MULTILINE)


@pytest.mark.parametrize("example", _EXAMPLES)
@pytest.mark.parametrize("trusted", [True, False])
def test_an_example_can_be_read(example: str, *, trusted: bool) -> None:
    said = layer_of(SettingsSource("dowse.toml", example, tomllib.loads(example), trusted))
    assert said != SettingsLayer(source="dowse.toml")


def test_every_block_of_the_page_is_an_example() -> None:
    assert len(_EXAMPLES) == _PAGE.count("```") // 2 == 4


def test_every_key_has_a_row() -> None:
    keys = {f"{table}.{key}" for table, keys in TABLES.items() for key in keys}
    assert set(re.findall(r"^\| `((?:space|search|ignore|links)\.\w+)` \|", _PAGE, re.MULTILINE)) == keys


def test_every_key_of_a_profile_has_a_row() -> None:
    table = _PAGE.partition("| key | value |\n|---|---|\n")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(KEYS)


@pytest.mark.parametrize("kind", NAMES)
def test_the_table_of_parameters_is_that_of_their_specifications(
    kind: ComponentKind, pytestconfig: pytest.Config
) -> None:
    """`pytest tests/interfaces --rewrite` writes the present tables into the page."""
    page = _PATH.read_text("utf-8")
    before, _, rest = page.partition(f"### Parameters of {kind}s\n\n")
    written, _, after = rest.partition("\n\n")
    table = parameter_table(kind)
    if pytestconfig.getoption("--rewrite", default=False):
        _PATH.write_text(f"{before}### Parameters of {kind}s\n\n{table}\n{after}".rstrip("\n") + "\n", "utf-8")
    else:
        assert written.rstrip("\n") + "\n" == table


def test_the_chunkers_have_a_row_each() -> None:
    table = _PAGE.partition("## Chunkers\n")[2].partition("\n###")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(NAMES["chunker"])
