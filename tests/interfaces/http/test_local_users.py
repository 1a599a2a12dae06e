"""Which users of this machine a server on loopback answers."""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from dowse.interfaces.http.middleware import with_middleware
from dowse.serving.access_policy import AccessPolicy
from dowse.serving.bound_socket import listen
from dowse.serving.connection_limits import ConnectionLimits
from dowse.serving.inet_diag import InetDiag
from dowse.serving.peer_user import LocalUsers
from tests.interfaces.desk import Desk
from tests.interfaces.http.server import Server, serving
from tests.serving.other_user import OTHER, as_user, needs_root

TOKEN = "an-open-secret"  # noqa: S105  # for these tests
USER = 12_345


@needs_root
@pytest.mark.parametrize("target", ["/", "/search?q=design", "/vaults", "/openapi.json", "/assets/theme.css", "/no"])
def test_a_server_answers_no_other_user(server: Server, target: str) -> None:
    assert server.ask(target).status != 403
    for headers in (
        {},
        {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1"},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer x"},
    ):
        with as_user(OTHER):
            reply = server.ask(target, headers=headers)
        assert reply.status == 403
        assert "server-token" in reply.problem["detail"]
        assert "www-authenticate" not in reply.headers


@needs_root
def test_another_user_gets_the_health_of_a_server(server: Server) -> None:
    with as_user(OTHER):
        assert server.ask("/health").status == 200


@needs_root
def test_another_user_with_the_token_is_answered(server: Server, desk: Desk) -> None:
    token = (desk.folder / ".local/state/dowse/server-token").read_text().strip()
    with as_user(OTHER):
        assert server.ask("/vaults", headers={"Authorization": f"Bearer {token}"}).status == 200
        reply = server.ask(f"/graph?token={token}")
        assert (reply.status, reply.headers["location"]) == (303, "/graph")
        cookie, _, _ = reply.headers["set-cookie"].partition(";")
        assert server.ask("/vaults", headers={"Cookie": cookie}).status == 200
    assert token not in server.address


@needs_root
@pytest.mark.slow
def test_any_user_is_answered_if_the_server_was_started_so(desk: Desk) -> None:
    with serving(desk.with_variables(DOWSE_ANY_USER="1"), "notes") as server:
        with as_user(OTHER):
            assert server.ask("/vaults").status == 200
        assert server.process.stderr is not None
        assert "every user of this machine" in server.process.stderr.readline()


async def plain(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers every request."""
    await PlainTextResponse("ok")(scope, receive, send)


@contextmanager
def served(users: LocalUsers | None) -> Iterator[int]:
    """The port of a server of `plain` that runs in a thread."""
    bound = listen("127.0.0.1", 0)
    policy = bound.access_policy(AccessPolicy(token=TOKEN, local_users=users), ())
    config = uvicorn.Config(with_middleware(plain, policy), http="h11", lifespan="off", log_config=None)
    config.load()
    config.http_protocol_class = ConnectionLimits().protocol(config.http_protocol_class)  # type: ignore[assignment]  # as in server_loop
    server = uvicorn.Server(config)
    bound.socket.listen()
    thread = threading.Thread(target=server.run, args=([bound.socket],))
    thread.start()
    try:
        yield bound.port
    finally:
        server.should_exit = True
        thread.join()


def status(port: int, *, user: int | None = None, token: str = "") -> int:
    """The status of the answer to a client of the user."""
    with as_user(user):
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/", headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        return connection.getresponse().status
    finally:
        connection.close()


@needs_root
def test_a_server_of_an_ordinary_user_answers_that_user_and_root() -> None:
    with served(LocalUsers(frozenset({USER, 0}), InetDiag())) as port:
        assert status(port, user=USER) == status(port, user=0) == 200
        assert status(port, user=OTHER) == 403
        assert status(port, user=OTHER, token=TOKEN) == 200


def test_a_client_whose_user_is_unknown_needs_the_token() -> None:
    with served(LocalUsers(frozenset({os.geteuid()}), lambda _peer, _own: None)) as port:
        assert (status(port), status(port, token=TOKEN)) == (403, 200)


def test_a_system_that_knows_no_users_requires_the_token_from_all() -> None:
    with served(None) as port:
        assert (status(port), status(port, token=TOKEN)) == (401, 200)


@needs_root
def test_each_connection_is_looked_up() -> None:
    """A later connection may have the port of an earlier one."""
    asked: list[tuple[str, int]] = []

    def user_of(peer: tuple[str, int], own: tuple[str, int]) -> int | None:
        asked.append(peer)
        return find(peer, own)

    find = InetDiag()
    with served(LocalUsers(frozenset({USER}), user_of)) as port:
        first, second = (_from_port(port, 0, USER) for _ in range(2))
        assert first[0] == second[0] == 200
        assert _from_port(port, first[1], OTHER) == (403, first[1])
    assert len(asked) == 3


def test_the_requests_of_a_connection_are_looked_up_once() -> None:
    asked: list[tuple[str, int]] = []

    def user_of(peer: tuple[str, int], _own: tuple[str, int]) -> int | None:
        asked.append(peer)
        return None if len(asked) == 1 else USER

    with served(LocalUsers(frozenset({USER}), user_of)) as port:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        statuses = []
        for _ in range(4):
            connection.request("GET", "/")
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
        ours = connection.sock.getsockname()
        connection.close()
    assert statuses == [403, 200, 200, 200]
    assert asked == [ours, ours]


def _from_port(port: int, own_port: int, user: int) -> tuple[int, int]:
    """The status for a client of the user, and its port, which is free at once after the answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    with as_user(user):
        client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.bind(("127.0.0.2", own_port))
    client.connect(("127.0.0.1", port))
    connection.sock = client
    used = client.getsockname()[1]
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, used
