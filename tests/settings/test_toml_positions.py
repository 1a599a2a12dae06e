"""The line of a key in a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.settings.toml_positions import TomlPath, TomlPositions
from tests.tier_parameters import examples

_FILE = '''# settings [not.a.table]
[space]
chunker = {window = {size = 3000}}  # [nor.this]
"quoted key" = """
key = [
"""

[profiles.mine]
about = 'it''s = fine' # x
stages = [
  "limit", # "time_bost" = 1
  "time_bost",
  {time_boost = {half_life_days = 7}},
]
[profiles."with.dot"]
a.b.c = 1
[[many]]
one = 1
'''.replace("'it''s = fine'", '"it\'s = \\"fine\\""')  # fmt: skip

PLACES: list[tuple[TomlPath, str, int]] = [
    (("space",), "", 2),
    (("space", "chunker"), "", 3),
    (("space", "chunker", "window", "size"), "", 3),
    (("space", "quoted key"), "", 4),
    (("profiles", "mine"), "", 8),
    (("profiles", "mine", "about"), "", 9),
    (("profiles", "mine", "stages"), "", 10),
    (("profiles", "mine", "stages"), "time_bost", 11),
    (("profiles", "mine", "stages"), "half_life_days", 13),
    (("profiles", "mine", "stages"), "nowhere", 10),
    (("profiles", "with.dot"), "", 15),
    (("profiles", "with.dot", "a"), "", 16),
    (("profiles", "with.dot", "a", "b", "c"), "", 16),
    (("many", "one"), "", 18),
    (("profiles",), "", 8),
    (("profiles", "mine", "missing"), "", 8),
    (("missing",), "", 1),
]


@pytest.mark.parametrize(("path", "word", "line"), PLACES)
def test_a_key_is_found_in_its_line_and_a_missing_one_where_it_would_be(path: TomlPath, word: str, line: int) -> None:
    assert TomlPositions(_FILE).of(path, word) == line
    assert TomlPositions(_FILE.replace("\n", "\r\n")).of(path, word) == line


def test_the_file_of_these_tests_is_toml() -> None:
    assert set(tomllib.loads(_FILE)) == {"space", "profiles", "many"}


_BARE = st.from_regex(r"[A-Za-z0-9_-]{1,6}", fullmatch=True)
_WRITTEN_KEYS = st.one_of(_BARE, _BARE.map(lambda key: f'"{key} #="'), _BARE.map(lambda key: f"'[{key}]'"))
_VALUES = st.sampled_from([
    "1", "true", '"a = b # [c]"', "'\\'", '"\\""', '"""\nx = 1\n[t]\n"""', "'''\n\"\"\" #\n'''", '"""a""b"""', "[]",
    "[\n1, # ]\n'[',\n]", "{a = {b = '}'}}", "1979-05-27T07:32:00Z", '[[1, 2], ["]"]]', '""', "''", '""""quoted""""',
])  # fmt: skip


@pytest.mark.slow
@settings(derandomize=True, database=None, deadline=None, max_examples=examples(300))
@given(
    st.lists(
        st.tuples(
            _WRITTEN_KEYS, st.lists(st.tuples(_WRITTEN_KEYS, _VALUES), max_size=4, unique_by=lambda pair: pair[0])
        ),
        max_size=4,
        unique_by=lambda pair: pair[0],
    ),
    st.sampled_from(["", "\n", "# [x]\n", "  \t\n"]),
)
def test_every_key_of_any_file_is_found_where_it_was_written(
    tables: list[tuple[str, list[tuple[str, str]]]], between: str
) -> None:
    text, written = "", {}
    for table, pairs in tables:
        text += between + f"[ {table} ]  # a table\n"
        for key, value in pairs:
            text += between
            written[_read(table), _read(key)] = text.count("\n") + 1
            text += f"  {key} = {value} # x\n"
    assert set(_paths(tomllib.loads(text))) == set(written)
    assert {path: TomlPositions(text).of(path) for path in written} == written


def _read(key: str) -> str:
    return next(iter(tomllib.loads(f"{key} = 1")))


def _paths(values: dict[str, dict[str, object]]) -> Iterator[TomlPath]:
    for table, pairs in values.items():
        for key in pairs:
            yield table, key


@pytest.mark.parametrize("text", ["", "\n", "#", "a = 1", "a = 1 # x", "[a]", "[a]#x", "a = '''x'''", "a = [\n1\n]"])
def test_a_file_may_end_anywhere(text: str) -> None:
    assert TomlPositions(text).of(("a",)) == max(1, text.find("a") >= 0)


def test_a_megabyte_is_scanned_in_linear_time() -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = "".join(f"[t{n}]\nkey = ['{n}', \"#\"] # x\n" for n in range(20_000))
    assert TomlPositions(text).of(("t19999", "key")) == 40_000
