"""Fixtures for every test; what tests are made of is in making.py."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.formats.code import grammars
from tests import tier_parameters
from tests.contract.engines import ENGINES, Engine
from tests.seeds import SEED, VARIABLE

_NOBODY = 65534  # the root user may write anywhere, so the test steps down


class ReadOnly(Protocol):
    """`with read_only(folder):` nobody may write into the folder."""

    def __call__(self, folder: Path) -> AbstractContextManager[None]: ...


def pytest_report_header() -> str:
    return f"seed of the exhaustive tests: {SEED}; {VARIABLE}={SEED} repeats them"


def pytest_configure(config: pytest.Config) -> None:
    """Collects no garbage while tests are collected: thousands of objects arise, and nearly all of them stay."""
    gc.disable()
    is_exhaustive = "not exhaustive" not in config.option.markexpr
    os.environ.setdefault(tier_parameters.VARIABLE, "all" if is_exhaustive else "some")


def pytest_collection_finish() -> None:
    """Leaves the tests themselves out of garbage collections: each full one takes 0.2 s for them."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def no_settings_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The settings of whoever runs the tests say nothing in them, and tests keep nothing beside them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PROFILE", "CHUNKER", "LIMIT", "MODE", "EMBEDDER", "RERANKER", "VAULT", "VAULTS"):
            patch.delenv(f"DOWSE_{name}", raising=False)
        patch.setenv("DOWSE_CONFIG", os.devnull)
        patch.setenv("DOWSE_STATE", str(tmp_path_factory.mktemp("state")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """An empty folder that every user can reach; `tmp_path` lies in one that only its owner can."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.fixture
def read_only() -> ReadOnly:
    """Makes a folder read-only for a while."""

    @contextmanager
    def made(folder: Path) -> Iterator[None]:
        uid = os.geteuid()
        folder.chmod(0o555)
        files = [path for path in folder.rglob("*") if path.is_file()] if uid == 0 else []
        for path in files:  # an index is for its owner alone
            os.chown(path, _NOBODY, -1)
        if uid == 0:
            os.seteuid(_NOBODY)
        try:
            yield
        finally:
            os.seteuid(uid)
            for path in files:
                os.chown(path, uid, -1)
            folder.chmod(0o755)

    return made


@pytest.fixture
def without_ruby(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The grammar of Ruby is not installed."""
    monkeypatch.setitem(sys.modules, "tree_sitter_ruby", None)
    caches = (grammars.grammar, grammars.uninstalled_grammars)
    for each in caches:
        each.cache_clear()
    yield
    monkeypatch.undo()
    for each in caches:
        each.cache_clear()


@pytest.fixture(params=sorted(ENGINES))
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty engine; a test that asks for it runs once for each of ENGINES."""
    made = ENGINES[request.param](tmp_path)
    yield made
    if isinstance(made, SqliteEngine):
        made.close()
