"""Every test that asks for `engine` runs once for each of ENGINES."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dowse.engines.sqlite.engine import SqliteEngine
from tests.contract.engines import ENGINES, Engine


@pytest.fixture(params=sorted(ENGINES))
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty engine."""
    made = ENGINES[request.param](tmp_path)
    yield made
    if isinstance(made, SqliteEngine):
        made.close()
