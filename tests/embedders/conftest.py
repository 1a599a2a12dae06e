"""Fixtures for embedders that need a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.embedders.local_server import FakeHub, LocalServer, Reply, Seen

Serve = Callable[[Callable[[Seen], Reply]], LocalServer]


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may be behind one."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers, which end with the test."""
    with ExitStack() as stack:
        yield lambda answer: stack.enter_context(LocalServer(answer))


@pytest.fixture
def hub() -> FakeHub:
    """What the hub has."""
    return FakeHub()


@pytest.fixture
def hub_server(serve: Serve, hub: FakeHub) -> LocalServer:
    """The hub."""
    return serve(hub)
