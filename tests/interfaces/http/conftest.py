"""One server for all tests that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.http.server import Server, serving


@pytest.fixture(scope="session")
def server(desk: Desk) -> Iterator[Server]:
    """A server of the example vault and of one without notes."""
    with serving(desk, "notes", "own") as found:
        yield found
