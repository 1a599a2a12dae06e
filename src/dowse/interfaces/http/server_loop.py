"""Runs an application on a port until somebody stops it."""

from __future__ import annotations

import errno
import ipaddress
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from ...model.errors import DowseError
from .access_policy import LOOPBACK, MOST_TARGET, AccessPolicy
from .connection_limits import LimitedConnection

_GRACE = 5  # seconds for requests under way
_LAST_GRACE = 8.0  # seconds until the process ends, whatever it does
_KEEP_ALIVE = 10  # seconds
_MOST_HEAD = 4 * MOST_TARGET  # bytes of a request before its body; what is a little too long gets a proper answer

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class BoundSocket:
    """A port that is ours."""

    socket: socket.socket
    name: str  # what it was asked for as

    @property
    def port(self) -> int:
        """Its number."""
        return int(self.socket.getsockname()[1])

    @property
    def is_private(self) -> bool:
        """Whether only programs of this machine can reach it."""
        return self._address.is_loopback

    @property
    def address(self) -> str:
        """Where a browser of this machine finds it."""
        name = "127.0.0.1" if self._address.is_unspecified else self.name
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}/"

    def gate(
        self, *, token: str, hosts: Iterable[str], pages: Iterable[str] = (), opened: Iterable[str] = ()
    ) -> AccessPolicy:
        """The gate before it: its own names and those given; where others can reach it, any address is its own."""
        names = frozenset(name.casefold() for name in (*LOOPBACK, self.name, *hosts))
        return AccessPolicy(names, not self.is_private, token, frozenset(pages), frozenset(opened))

    @property
    def _address(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
        return ipaddress.ip_address(str(self.socket.getsockname()[0]).partition("%")[0])


def listen(host: str, port: int) -> BoundSocket:
    """A port of that address; 0 is any that is free. Raises DowseError when it cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise DowseError(f"cannot listen on {host!r}: {error}; --host wants an address of this machine") from error
    try:
        if os.name == "posix":  # elsewhere it would let two servers share the port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except OSError as error:
        found.close()
        raise DowseError(_unbound(host, port, error)) from error
    return BoundSocket(found, host)


def run(app: ASGIApp, listening: BoundSocket, *, is_up: Callable[[], None], give_up: Callable[[], None]) -> None:
    """Answers until Ctrl-C or a signal to end; then requests under way have a few seconds.

    `is_up` is called once it answers, `give_up` when what is still under way is to stop.
    """
    config = uvicorn.Config(
        app,
        http=LimitedConnection,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",  # the guard says what goes wrong, and neither queries nor tokens are to be seen
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=_MOST_HEAD,
    )
    try:
        _Server(config, is_up, give_up).run([listening.socket])
    finally:
        give_up()


class _Server(uvicorn.Server):
    """A server that says when it is up, and that ends without fuss."""

    def __init__(self, config: uvicorn.Config, is_up: Callable[[], None], give_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._is_up = is_up
        self._give_up = give_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._is_up()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            self._give_up()
        else:
            # A thread that waits for another process's index hears nothing; an index survives whatever happens.
            last = threading.Timer(_LAST_GRACE, os._exit, (0,))
            last.daemon = True
            last.start()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handles the signals without raising them again at the end, since to be stopped is no mishap."""
        before = {each: signal.signal(each, self.handle_exit) for each in _SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _unbound(host: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} of {host} is taken; choose another with --port, or --port 0 for any that is free"
        case errno.EACCES:
            return f"port {port} is only for the administrator; choose one from 1024 on with --port"
        case _:
            return f"cannot listen on {host}: {error.strerror or error}; --host wants an address of this machine"
