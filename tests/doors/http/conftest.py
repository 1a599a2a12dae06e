"""One server for all tests that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.doors.desk import Desk
from tests.doors.http.server import Server, serving


@pytest.fixture(scope="session")
def server(desk: Desk) -> Iterator[Server]:
    """A server of the example vault and of one without notes."""
    with serving(desk, "notes", "own") as found:
        yield found
