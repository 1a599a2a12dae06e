"""The queue of the requests of a server that keep a processor busy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

from ..model.errors import DowseError

_MAX_RUNNING = 4  # a search keeps a processor busy; more at a time slow all of them down
_MAX_WAITING = 64
_MOST_SECONDS = 20.0  # in the queue; clients give up after 30 or 60


class ServerBusyError(DowseError):
    """Too many requests wait for their turn, or this one has waited too long."""


class RequestQueue:
    """Lets some requests run at a time, in the order of their arrival."""

    def __init__(
        self, max_running: int = _MAX_RUNNING, max_waiting: int = _MAX_WAITING, seconds: float = _MOST_SECONDS
    ) -> None:
        self._limiter = anyio.CapacityLimiter(max_running)
        self._max_waiting = max_waiting
        self._seconds = seconds

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits for the turn of a request, which lasts as long as the context. Raises ServerBusyError."""
        busy = ServerBusyError("too many requests are waiting; repeat this one later")
        if not self._limiter.available_tokens and self._limiter.statistics().tasks_waiting >= self._max_waiting:
            raise busy
        request = object()
        with anyio.move_on_after(self._seconds) as wait:
            await self._limiter.acquire_on_behalf_of(request)
        if wait.cancelled_caught:
            raise busy
        try:
            yield
        finally:
            self._limiter.release_on_behalf_of(request)
