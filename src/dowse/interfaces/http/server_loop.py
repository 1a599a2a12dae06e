"""Runs an application on a port until Ctrl-C or a signal."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import h11
import uvicorn
from starlette.types import ASGIApp

from ...serving.access_policy import MOST_TARGET
from ...serving.bound_socket import BoundSocket
from ...serving.connection_limits import ConnectionLimits

_GRACE = 5  # seconds for requests under way
_EXIT_GRACE = 8.0  # seconds until the process ends, whatever it does
_KEEP_ALIVE = 10  # seconds
_MOST_HEAD = MOST_TARGET + 64 * 1024  # bytes before the body; the middleware answers a target within it with a problem
_BACKLOG = 128  # connections that the kernel keeps; asyncio accepts as many at a time before it reads from any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)

_Callback = Callable[[], None]


def run(
    app: ASGIApp, bound_socket: BoundSocket, *, seconds: float, on_ready: _Callback, cancel_requests: _Callback
) -> None:
    """Serves until Ctrl-C or a signal; then requests under way have a few seconds.

    A client has `seconds` for the head of a request, and as many for its body.  Calls `on_ready` once the port accepts
    requests, and `cancel_requests` when requests under way must stop.
    """
    config = uvicorn.Config(
        app,
        http="h11",  # the limit of a head is an option of this protocol alone
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",  # the middleware prints errors; neither queries nor tokens belong into a log
        access_log=False,
        backlog=_BACKLOG,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=_MOST_HEAD,
    )
    config.load()
    limits = ConnectionLimits(seconds=seconds, protocol_errors=(h11.ProtocolError,))
    config.http_protocol_class = limits.protocol(config.http_protocol_class)  # type: ignore[assignment]  # uvicorn calls it and does nothing else with it
    try:
        _Server(config, on_ready, cancel_requests).run([bound_socket.socket])
    finally:
        cancel_requests()


class _Server(uvicorn.Server):
    """A server that reports when it is up, and that exits with code 0 after a signal."""

    def __init__(self, config: uvicorn.Config, on_ready: _Callback, cancel_requests: _Callback) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._cancel_requests = cancel_requests

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            self._cancel_requests()
        else:
            # A thread that waits for another process's index sees no event; an index survives a killed process.
            deadline = threading.Timer(_EXIT_GRACE, os._exit, (0,))
            deadline.daemon = True
            deadline.start()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handles the signals without raising them again at the end: a stopped server exits with code 0."""
        previous = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)
