"""Fixtures for tests that go through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.desk import Desk, laid_out


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write what the commands print now into the transcripts")


@pytest.fixture
def fresh_desk(tmp_path: Path) -> Desk:
    """The example vault, never indexed."""
    return laid_out(tmp_path)


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The example vault, indexed; tests that share it change nothing."""
    desk = laid_out(tmp_path_factory.mktemp("desk"))
    indexed = desk.dowse("index", "notes")
    assert indexed.code == 0, indexed.err
    return desk
