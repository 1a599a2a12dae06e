from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from dowse.interfaces.http.middleware import RequestProgress
from dowse.serving.connection_limits import (
    MOST_CONNECTIONS,
    ConnectionLimits,
    LimitedConnection,
    RequestPart,
)
from tests.interfaces.desk import Desk
from tests.interfaces.http.server import PATIENCE, Server, started

# Serves as `dowse serve` does, with less time for a request.
_HASTY = """
import sys
from pathlib import Path
from dowse.app.sessions.workspace import workspace_of
from dowse.interfaces.http.serve_http import serve
from dowse.serving.server_options import ServerOptions

def report(address, _address_to_open):
    print(f"dowse: {address} serves notes (Ctrl-C stops)", file=sys.stderr)

serve(workspace_of([Path("notes")]), ServerOptions("127.0.0.1", 0, request_seconds=1.0), on_ready=report)
sys.exit()
"""
_WHOLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
_HALF = b"GET /health HTTP/1.1\r\nHost: local"
_WITHOUT_BODY = (
    b"POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
)


@pytest.fixture
def hasty_server(desk: Desk) -> Iterator[Server]:
    """A server that gives up a request after a second."""
    with started(desk, desk.server_after(_HASTY)) as server:
        yield server


@pytest.mark.slow
def test_who_never_says_what_they_want_locks_nobody_out(server: Server) -> None:
    for said in (b"", _HALF, _WITHOUT_BODY):
        with ExitStack() as crowd:
            for _ in range(MOST_CONNECTIONS + 50):
                _said(server, said, crowd)
            assert server.ask("/search?q=design").status == 200
        assert server.ask("/health").status == 200


@pytest.mark.slow
def test_a_request_that_is_not_complete_in_time_is_given_up(hasty_server: Server) -> None:
    """Nor does it help to send a letter now and then."""
    with ExitStack() as crowd:
        first = [_said(hasty_server, said, crowd) for said in (b"", _HALF, _WITHOUT_BODY)]
        second = _said(hasty_server, _WHOLE, crowd)
        got = b""
        while b"}" not in got:
            got += second.recv(65_536)
        second.sendall(_HALF)
        dripping = _said(hasty_server, _HALF, crowd)
        dripping.settimeout(0.1)
        assert _is_closed_while_dripping(dripping)
        for each in (*first, second):
            assert _rest(each) == b""


def test_a_request_in_pieces_is_answered(server: Server) -> None:
    with ExitStack() as open_ones:
        connection = _said(server, b"", open_ones)
        for place in range(len(_WHOLE)):
            connection.sendall(_WHOLE[place : place + 1])
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")


@pytest.mark.slow
def test_each_of_500_simultaneous_requests_gets_an_answer_or_a_503(server: Server) -> None:
    with ExitStack() as crowd:
        connections = [_said(server, b"", crowd) for _ in range(500)]
        for each in connections:
            each.sendall(b"GET /search?q=design HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        heads = [each.recv(65_536) for each in connections]
    assert {head[:12] for head in heads} <= {b"HTTP/1.1 200", b"HTTP/1.1 503"}


@pytest.mark.slow
def test_what_is_no_http_prints_nothing(hasty_server: Server) -> None:
    """A traceback for each would fill the disk, or a pipe that nobody reads."""
    head = b" /search HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    for method in (b"HEAD", b"POST", b"\x00"):
        got = hasty_server.says(method + head, b"x" * 100_000)
        assert got == b"" or got.startswith(b"HTTP/1.1 4")
    assert hasty_server.ask("/health").status == 200
    assert hasty_server.stop() == (0, "")


def test_an_error_of_the_parser_closes_the_connection() -> None:
    async def closed(error: Exception) -> bool:
        limits = ConnectionLimits(protocol_errors=(ValueError,))
        connection, transport = _opened(limits)
        connection.parser = _Raising(error)
        connection.data_received(b"x")
        return transport.is_closing()

    assert asyncio.run(closed(UnicodeError()))
    with pytest.raises(ZeroDivisionError):
        asyncio.run(closed(ZeroDivisionError()))


class _Raising(asyncio.Protocol):
    def __init__(self, error: Exception) -> None:
        self._error = error

    def data_received(self, data: bytes) -> None:
        raise self._error


def test_a_connection_beyond_the_limit_closes_the_one_that_waits_the_longest() -> None:
    async def closed() -> list[bool]:
        limits = ConnectionLimits(max_connections=2, seconds=60.0)
        transports = [_opened(limits)[1] for _ in range(3)]
        return [each.is_closing() for each in transports]

    assert asyncio.run(closed()) == [True, False, False]


def test_a_connection_that_waits_for_a_head_is_closed_before_one_that_waits_for_a_body() -> None:
    async def closed() -> list[bool]:
        limits = ConnectionLimits(max_connections=2, seconds=60.0)
        (first, one), (_, two) = _opened(limits), _opened(limits)
        first.wait_for("body")
        _opened(limits)
        return [one.is_closing(), two.is_closing()]

    assert asyncio.run(closed()) == [False, True]


def test_a_connection_with_a_request_under_way_is_not_closed() -> None:
    async def closed() -> list[bool]:
        limits = ConnectionLimits(max_connections=1, seconds=0.0)
        connection, transport = _opened(limits)
        connection.wait_for(None)
        _opened(limits)
        await asyncio.sleep(0)  # timers run
        await asyncio.sleep(0)
        return [transport.is_closing()]

    assert asyncio.run(closed()) == [False]


def test_bytes_and_events_pass_to_the_protocol_that_parses_them() -> None:
    class Parser(asyncio.Protocol):
        def __init__(self, *, app_state: dict[str, object], name: str) -> None:
            self.seen: list[object] = [name]

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.seen.append("made")

        def data_received(self, data: bytes) -> None:
            self.seen.append(data)

        def eof_received(self) -> bool:
            self.seen.append("eof")
            return True

        def pause_writing(self) -> None:
            self.seen.append("pause")

        def resume_writing(self) -> None:
            self.seen.append("resume")

        def connection_lost(self, exc: Exception | None) -> None:
            self.seen.append(exc)

    async def seen() -> list[object]:
        connection = ConnectionLimits().protocol(Parser)(app_state={}, name="h")
        assert isinstance(connection, LimitedConnection)
        connection.connection_made(_Transport())
        connection.data_received(b"x")
        connection.pause_writing()
        connection.resume_writing()
        assert connection.eof_received() is True
        connection.connection_lost(None)
        assert isinstance(connection.parser, Parser)
        return connection.parser.seen

    assert asyncio.run(seen()) == ["h", "made", b"x", "pause", "resume", "eof", None]


def test_a_request_passes_its_parts_to_the_connection() -> None:
    parts: list[str | None] = []

    class Connection(LimitedConnection):
        def wait_for(self, part: RequestPart | None) -> None:
            parts.append(part)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["more_body"]
        assert not (await receive())["more_body"]
        await PlainTextResponse("x")(scope, receive, send)

    async def asked() -> None:
        messages = [{"type": "http.request", "body": b"", "more_body": more} for more in (False, True)]

        async def receive() -> Message:
            return messages.pop()

        async def send(message: Message) -> None: ...

        state = {"dowse-connection": Connection(ConnectionLimits(), 1.0)}
        await RequestProgress(app)({"type": "http", "state": state}, receive, send)

    asyncio.run(asked())
    assert parts == ["body", None, "head"]


class _Transport(asyncio.Transport):
    """A transport that can be closed."""

    is_closed = False

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed


def _opened(limits: ConnectionLimits) -> tuple[LimitedConnection, _Transport]:
    connection, transport = limits.protocol(lambda app_state: asyncio.Protocol())(app_state={}), _Transport()
    assert isinstance(connection, LimitedConnection)
    connection.connection_made(transport)
    return connection, transport


def _said(server: Server, said: bytes, open_ones: ExitStack) -> socket.socket:
    """A connection on which this was said; it stays open."""
    connection = open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
    connection.sendall(said)
    return connection


def _is_closed_while_dripping(connection: socket.socket) -> bool:
    for _ in range(10 * PATIENCE):
        try:
            connection.sendall(b"x")
            if not connection.recv(1):
                return True
        except TimeoutError:
            continue
        except ConnectionError:
            return True
    return False


def _rest(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except ConnectionResetError:
        return b""
