"""Agents that the tests share; none of them changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.mcp.calling import Agent, agent


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


@pytest.fixture
def big_desk(tmp_path: Path) -> Desk:
    """Thousands of notes, never indexed: enough that reading them takes a while."""
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    for number in range(1_000):
        sections = "\n".join(f"## Part {part}\n\nWords about number {number}, {part}.\n" for part in range(4))
        (desk.notes / f"note-{number}.md").write_text(f"# Note {number}\n\n{sections}")
    return desk
