"""Fixtures of the contract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dowse.engines.sqlite.sqlite_engine import SqliteEngine


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqliteEngine]:
    """An empty SQLite engine in `tmp_path`."""
    made = SqliteEngine(tmp_path)
    yield made
    made.close()
