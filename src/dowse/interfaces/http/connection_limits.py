"""A connection that has to say what it wants within some seconds, and gives its place up to those who do."""

from __future__ import annotations

import asyncio
import time

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .middleware import HEADERS
from .problems import RETRY_SECONDS, ProblemError, response

MOST_CONNECTIONS = 256  # of browsers with six each, and of programs; who comes then is told to come back
_PATIENCE = 10.0  # seconds for the head of a request, and as many for its body

_FULL = response(
    ProblemError(
        503,
        "too many connections at once",
        headers={**HEADERS, "Cache-Control": "no-store", "Connection": "close", "Retry-After": str(RETRY_SECONDS)},
    )
)


class LimitedConnection(H11Protocol):
    """Closed when a request is not complete in time, or when it waits the longest and the place is wanted.

    uvicorn waits for ever, and counts who says nothing as it counts who asks: some hundred of them lock everybody out.
    """

    _part: object = None  # of which request what is waited for
    waiting_since: float | None = None  # when the wait for it began; None while nothing is waited for
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begins to wait for the first request, and makes room when it is the last place that is taken."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) >= MOST_CONNECTIONS:
            self._make_room()

    def handle_events(self) -> None:
        """Has what came answered, or refused when there are too many; then waits for what is still due."""
        self.app = _FULL if len(self.connections) >= MOST_CONNECTIONS else self.config.loaded_app
        super().handle_events()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing any more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Begins to wait when another part is due: what comes in small pieces gains no time."""
        state = self.conn.their_state
        part = (state, self.cycle) if state in {h11.IDLE, h11.SEND_BODY} else None
        if part == self._part:
            return
        self._wait_no_more()
        self._part = part
        if part:
            self.waiting_since = time.monotonic()
            self._timer = self.loop.call_later(_PATIENCE, self.transport.close)

    def _wait_no_more(self) -> None:
        self.waiting_since = None
        if self._timer:
            self._timer.cancel()

    def _make_room(self) -> None:
        """Closes the other one that has been waited for the longest, of those without a head if there are any."""
        waiting = [
            ((each.conn.their_state is h11.SEND_BODY, each.waiting_since), each)
            for each in self.connections
            if isinstance(each, LimitedConnection) and each is not self and each.waiting_since is not None
        ]
        if waiting:
            _, longest = min(waiting, key=lambda pair: pair[0])
            self.connections.discard(longest)
            longest.transport.close()
