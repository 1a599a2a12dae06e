"""Agents that the tests share; none of them changes anything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.doors.desk import Desk
from tests.doors.mcp.calling import Agent, agent


@pytest.fixture(scope="module")
def client(desk: Desk) -> Iterator[Agent]:
    """A client of the example vault."""
    with agent(desk, "notes") as connected:
        yield connected


@pytest.fixture(scope="module")
def graph_client(desk: Desk) -> Iterator[Agent]:
    """A client that has graph-memory's tools too."""
    with agent(desk, "notes", "--tools", "graph") as connected:
        yield connected
