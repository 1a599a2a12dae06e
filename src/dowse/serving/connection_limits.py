"""Limits on open connections, independent of the protocol class that parses HTTP.

uvicorn closes a connection that is idle between two requests, but waits without end for the first request, for the
rest of a head and for a body; its `limit_concurrency` counts a silent connection like a request under way.  The
limits here use asyncio's `Protocol` interface, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Literal, cast

from .inet_diag import SocketAddress

MOST_CONNECTIONS = 512  # twice the requests that are answered at once; half of the 1,024 files of a usual process
REQUEST_SECONDS = 10.0  # for the head of a request, and as many for its body

_STATE_KEY = "dowse-connection"  # in the state that a protocol passes on with each of its requests

RequestPart = Literal["head", "body"]


class ConnectionLimits:
    """The open connections of a server; beyond `most`, the one that has waited for its client the longest is closed."""

    def __init__(
        self,
        max_connections: int = MOST_CONNECTIONS,
        seconds: float = REQUEST_SECONDS,
        *,
        protocol_errors: tuple[type[Exception], ...] = (),
    ) -> None:
        self._max_connections = max_connections
        self._seconds = seconds
        self._protocol_errors = protocol_errors  # of the protocol that parses HTTP, for bytes that are not HTTP
        self._open: set[LimitedConnection] = set()

    def protocol(self, factory: Callable[..., asyncio.Protocol]) -> Callable[..., asyncio.Protocol]:
        """The protocol factory `make` of a server with these limits; uvicorn gives `app_state` and more by name."""

        def limited_factory(*, app_state: Mapping[str, object], **options: object) -> LimitedConnection:
            connection = LimitedConnection(self, self._seconds, self._protocol_errors)
            connection.parser = factory(app_state={**app_state, _STATE_KEY: connection}, **options)
            return connection

        return limited_factory

    def register(self, connection: LimitedConnection) -> None:
        """Counts the connection, and closes another one when there are too many."""
        self._open.add(connection)
        if len(self._open) <= self._max_connections:
            return
        waiting = [other for other in self._open if other.awaited_part and other is not connection]
        if waiting:
            # A client whose head has arrived has shown that it speaks HTTP.
            longest = min(waiting, key=lambda other: (other.awaited_part == "body", other.wait_start))
            self._open.discard(longest)
            longest.close()

    def unregister(self, connection: LimitedConnection) -> None:
        """Counts the connection no longer."""
        self._open.discard(connection)


class LimitedConnection(asyncio.Protocol):
    """A connection that is closed when its client does not complete a head or a body in time.

    Bytes and events pass to the protocol that parses HTTP.  Data that arrives extends no timeout.
    """

    parser: asyncio.Protocol

    def __init__(
        self, limits: ConnectionLimits, seconds: float, protocol_errors: tuple[type[Exception], ...] = ()
    ) -> None:
        self._limits = limits
        self._seconds = seconds
        self._protocol_errors = protocol_errors
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.awaited_part: RequestPart | None = None  # what the client has still to send; None during the answer
        self.wait_start = 0.0  # when the wait began, by the clock of the event loop
        self._addresses: tuple[SocketAddress, SocketAddress] | None = None  # the client's and the server's
        self._is_accepted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Waits for the first head."""
        self._transport = cast(asyncio.Transport, transport)
        self._addresses = _addresses(transport)
        self.parser.connection_made(transport)
        self.wait_for("head")
        self._limits.register(self)

    def data_received(self, data: bytes) -> None:
        """Passes the bytes on; closes the connection where the parser fails to answer what is not HTTP.

        asyncio would log each such failure with its traceback, as often as a client likes.
        """
        try:
            self.parser.data_received(data)
        except self._protocol_errors:
            self.close()

    def eof_received(self) -> bool | None:
        """Passes the end of the bytes on."""
        return self.parser.eof_received()

    def pause_writing(self) -> None:
        """Passes the full buffer on."""
        self.parser.pause_writing()

    def resume_writing(self) -> None:
        """Passes the free buffer on."""
        self.parser.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timer and passes the end on."""
        self.wait_for(None)
        self._transport = None
        self._limits.unregister(self)
        self.parser.connection_lost(exc)

    def wait_for(self, part: RequestPart | None) -> None:
        """Starts the timeout of a part of a request, or stops it during the answer."""
        if self._timer is not None:
            self._timer.cancel()
        self.awaited_part, self._timer = part, None
        if part is not None and self._transport is not None:
            self.wait_start = self._loop.time()
            self._timer = self._loop.call_later(self._seconds, self.close)

    def is_accepted(self, accepts_peer: Callable[[SocketAddress, SocketAddress], bool]) -> bool:
        """Whether the addresses of client and server are accepted; a connection that once was stays so.

        The client's socket stays the same, unlike the one that has its port after the end of the connection.
        """
        if not self._is_accepted and self._addresses:
            self._is_accepted = accepts_peer(*self._addresses)
        return self._is_accepted

    def close(self) -> None:
        """Closes the connection, after what is being sent."""
        if self._transport is not None:
            self._transport.close()


def _addresses(transport: asyncio.BaseTransport) -> tuple[SocketAddress, SocketAddress] | None:
    """Both ends of the socket itself; a client cannot change them by a header such as X-Forwarded-For."""
    match transport.get_extra_info("peername"), transport.get_extra_info("sockname"):
        case (str(host), int(port), *_), (str(own_host), int(own_port), *_):
            return (host, port), (own_host, own_port)
        case _:
            return None


def connection_of(state: Mapping[str, object]) -> LimitedConnection | None:
    """The connection of a request, from its state; None for a server without these limits."""
    connection = state.get(_STATE_KEY)
    return connection if isinstance(connection, LimitedConnection) else None
