from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from dowse.interfaces.http.connection_limits import MOST_CONNECTIONS, LimitedConnection
from dowse.interfaces.http.middleware import HEADERS
from tests.interfaces.http.server import PATIENCE, Server

_WHOLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
_HALF = b"GET /health HTTP/1.1\r\nHost: local"
_WITHOUT_BODY = (
    b"POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
)


@pytest.mark.slow
def test_who_never_says_what_they_want_locks_nobody_out(server: Server) -> None:
    for said in (b"", _HALF, _WITHOUT_BODY):
        with ExitStack() as crowd:
            for _ in range(MOST_CONNECTIONS + 50):
                _said(server, said, crowd)
            assert server.ask("/search?q=design").status == 200
        assert server.ask("/health").status == 200


@pytest.mark.slow
def test_a_request_that_is_not_complete_in_time_is_given_up(server: Server) -> None:
    """Nor does it help to send a letter now and then."""
    with ExitStack() as crowd:
        first = [_said(server, said, crowd) for said in (b"", _HALF, _WITHOUT_BODY)]
        second = _said(server, _WHOLE, crowd)
        got = b""
        while b"}" not in got:
            got += second.recv(65_536)
        second.sendall(_HALF)
        dripping = _said(server, _HALF, crowd)
        dripping.settimeout(0.5)
        assert _is_closed_while_dripping(dripping)
        for each in (*first, second):
            assert _rest(each) == b""


def test_a_request_in_pieces_is_answered(server: Server) -> None:
    with ExitStack() as open_ones:
        connection = _said(server, b"", open_ones)
        for place in range(len(_WHOLE)):
            connection.sendall(_WHOLE[place : place + 1])
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")


def test_who_comes_when_all_places_ask_is_told_to_come_again() -> None:
    heads = asyncio.run(_crowded())
    assert {head.split()[1] for head in heads} == {b"503"}
    for head in heads:
        assert b"retry-after: " in head
        assert b"connection: close" in head
        assert all(name.casefold().encode() in head for name in HEADERS)
        assert b"application/problem+json" in head


async def _crowded() -> list[bytes]:
    """What those hear who come when every place is taken by somebody who waits for an answer."""
    begun, is_over = asyncio.Semaphore(0), asyncio.Event()

    async def slow(_scope: Scope, _receive: Receive, _send: Send) -> None:
        begun.release()
        await is_over.wait()

    config = uvicorn.Config(
        slow, http=LimitedConnection, ws="none", lifespan="off", log_config=None, log_level="critical"
    )
    state, loop = ServerState(), asyncio.get_running_loop()
    listening = await loop.create_server(lambda: LimitedConnection(config, state, {}), "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    writers: list[asyncio.StreamWriter] = []

    async def asks() -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writers.append(writer)
        writer.write(_WHOLE)
        return reader

    for _ in range(MOST_CONNECTIONS - 1):
        await asks()
        await begun.acquire()
    heads = [(await (await asks()).read()).lower() for _ in range(3)]
    is_over.set()
    for writer in writers:
        writer.close()
    listening.close()
    await asyncio.gather(*state.tasks)
    return heads


def _said(server: Server, said: bytes, open_ones: ExitStack) -> socket.socket:
    """A connection on which this was said; it stays open."""
    connection = open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
    connection.sendall(said)
    return connection


def _is_closed_while_dripping(connection: socket.socket) -> bool:
    for _ in range(2 * PATIENCE):
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
