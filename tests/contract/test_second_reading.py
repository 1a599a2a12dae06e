"""The query language as it is against the query language told a second time, from files and queries as text."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.tokens import tokens
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.formats.detect import parse_file
from dowse.query.extract import selecting
from dowse.query.parse import parse
from dowse.query.relative_time import SearchTime, at
from dowse.search.scopes.scope_resolution import resolve_scopes
from tests.contract.engines import Engine, fill
from tests.contract.engines import selected as found
from tests.contract.second.asking import KINDS, Recipe, is_boolean, typed
from tests.contract.second.files import File, folded, folder_of
from tests.contract.second.reading import selected
from tests.contract.second.times import ZONE
from tests.contract.second.trees import All, Any, Asked, Field, Key, Must, Near, No, Quoted, Said, Scope, Tree
from tests.contract.second.writing import NOW, VOCABULARY, vault
from tests.seeds import seeded
from tests.tier_parameters import examples

pytestmark = pytest.mark.slow  # hundreds of questions to two engines

_SOME = settings(max_examples=examples(300), derandomize=True, deadline=None, database=None)
_ALL = settings(_SOME, max_examples=10_000, derandomize=False)
_VAULTS = 12
_AHEAD = ZONE.total_seconds()
_MOMENT = SearchTime(NOW.timestamp(), NOW.timestamp() + _AHEAD, lambda local: local - _AHEAD)

Shape = Recipe | tuple[str, list["Shape"]]
_SHAPES: st.SearchStrategy[Shape] = st.recursive(
    st.builds(Recipe, st.integers(0, KINDS - 1), st.integers(0, 9_999)),
    lambda inner: st.tuples(st.sampled_from(("all", "any", "no", "must")), st.lists(inner, min_size=1, max_size=4)),
    max_leaves=8,
)


def _grown(shape: Shape, files: tuple[File, ...]) -> Tree:
    if isinstance(shape, Recipe):
        return shape.leaf(files)
    glue, branches = shape
    items = tuple(_grown(branch, files) for branch in branches)
    match glue:
        case "all" if len(items) > 1:
            return All(items)
        case "any" if len(items) > 1:
            return Any(items)
        case "no" | "must" if isinstance(items[0], Near):  # what ranks cannot be excluded; a note says so
            return items[0]
        case "no":
            return No(items[0])
        case "must":
            return Must(items[0])
        case _:
            return items[0]


class _Vaults:
    """Every vault in every engine; each is filled when it is first asked."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.opened: list[SqliteEngine] = []

    @cache  # noqa: B019  # as long as the module's tests
    def engines(self, seed: int) -> tuple[Engine, ...]:
        (self._folder / str(seed)).mkdir()
        sqlite = SqliteEngine(self._folder / str(seed))
        self.opened.append(sqlite)
        made: tuple[Engine, ...] = (MemoryEngine(), sqlite)
        documents = [parse_file(file.path, file.text.encode(), modified=file.modified) for file in vault(seed)]
        for engine in made:
            fill(engine, *documents)
        return made


@pytest.fixture(scope="module")
def vaults(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Vaults]:
    """The vaults, closed in the end."""
    made = _Vaults(tmp_path_factory.mktemp("vaults"))
    yield made
    for engine in made.opened:
        engine.close()


def _agree(vaults: _Vaults, seed: int, tree: Tree, style: int, *, plainly: bool) -> None:
    query = typed(tree, random.Random(style), plainly=plainly)  # noqa: S311  # the same every time
    files = vault(seed)
    expected = selected(Asked(tree, is_boolean(query), NOW), files)
    for engine in vaults.engines(seed):
        where = at(resolve_scopes(selecting(parse(query).where), engine).where, _MOMENT)
        assert found(engine, where) == expected, query


def _asked(vaults: _Vaults, seed: int, shape: Shape, style: int, *, plainly: bool) -> None:
    _agree(vaults, seed, _grown(shape, vault(seed)), style, plainly=plainly)


_SEEDS = st.integers(0, _VAULTS - 1)
_STYLES = st.integers(0, 9_999)


@_SOME
@given(seed=_SEEDS, shape=_SHAPES, style=_STYLES, plainly=st.booleans())
def test_both_readings_select_the_same(vaults: _Vaults, seed: int, shape: Shape, style: int, plainly: bool) -> None:
    _asked(vaults, seed, shape, style, plainly=plainly)


@pytest.mark.exhaustive
@seeded
@_ALL
@given(seed=_SEEDS, shape=_SHAPES, style=_STYLES, plainly=st.booleans())
def test_both_readings_select_the_same_for_10_000_queries(
    vaults: _Vaults, seed: int, shape: Shape, style: int, plainly: bool
) -> None:
    _asked(vaults, seed, shape, style, plainly=plainly)


@pytest.mark.parametrize("words", [10, 11, 12, 13])
@pytest.mark.parametrize("leaf", [Quoted("amber"), Key("status"), Key("status", "draft"), Field("tag", "kelp")])
def test_both_readings_select_the_same_for_questions_and_prose(vaults: _Vaults, words: int, leaf: Tree) -> None:
    for seed in range(_VAULTS):
        for tree in (leaf, Must(leaf), No(leaf)):
            _agree(vaults, seed, All((*map(Said, VOCABULARY[:words]), tree)), seed, plainly=True)


@pytest.mark.parametrize("kind", range(KINDS))
def test_both_readings_select_the_same_for_leaves_of_one_kind(vaults: _Vaults, kind: int) -> None:
    for number in range(examples(200)):
        seed = number % _VAULTS
        leaf = Recipe(kind, number).leaf(vault(seed))
        for tree in (leaf, Must(leaf)) if isinstance(leaf, Near) else (leaf, Must(leaf), No(leaf)):
            _agree(vaults, seed, tree, number, plainly=True)


@pytest.mark.parametrize("scope", ["under", "children", "links", "linked"])
def test_both_readings_select_the_same_for_each_folder_of_each_vault(vaults: _Vaults, scope: str) -> None:
    for seed in range(_VAULTS):
        for folder in sorted({folder_of(file) for file in vault(seed)} - {""}):
            for tree in (Scope(scope, folder), Scope(scope, f"{folder}/")):
                _agree(vaults, seed, tree, seed, plainly=True)


def test_many_leaves_of_each_kind_that_selects_select_something_and_not_everything() -> None:
    # Otherwise agreeing would be no wonder.
    for kind in range(KINDS - 1):
        sizes = []
        for number in range(120):
            files = vault(number % _VAULTS)
            sizes.append(len(selected(Asked(Recipe(kind, number).leaf(files), True, NOW), files)) / len(files))
        assert sum(0 < size < 1 for size in sizes) > 30, kind


@pytest.mark.parametrize("word", VOCABULARY)
def test_the_words_of_the_files_are_their_own_stems(word: str) -> None:
    assert [tokens(each) for each in (word, word.upper(), word.title())] == [[(folded(word),)]] * 3


def test_the_second_reading_imports_nothing_of_dowse() -> None:
    for path in (Path(__file__).parent / "second").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert all(
                name.startswith("tests.contract.second") or "." not in name
                for name in names
                if name != "collections.abc"
            )
            assert not any(name.split(".")[0] == "dowse" for name in names)
