"""The same tools over streamable HTTP: a real server, and clients that it does not know."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.interfaces.desk import COMMAND, Desk
from tests.interfaces.mcp.calling import Agent, connected
from tests.interfaces.mcp.test_tools import FIVE

pytestmark = pytest.mark.slow  # a server of its own

_SERVE = ("mcp", "notes", "--http", "--port", "0")
_ASK = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
_PING = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs."""

    process: subprocess.Popen[str]
    port: int
    said: str

    def status(self, method: str = "POST", body: str = json.dumps(_ASK), **headers: str) -> int:
        """The status of the answer to a request with these headers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, "/mcp", body, {**_HEADERS, **named})
            with connection.getresponse() as response:
                response.read()
                return response.status

    def session(self, ident: str = "") -> tuple[int, str]:
        """The status of a call in the session, or of the one that opens a session, and the session of the answer."""
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        opening = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}
        headers = {**_HEADERS, **({"Mcp-Session-Id": ident} if ident else {})}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("POST", "/mcp", json.dumps(_PING if ident else opening), headers)
            with connection.getresponse() as response:
                response.read()
                return response.status, response.headers["Mcp-Session-Id"] or ""


@contextmanager
def served(desk: Desk, *arguments: str) -> Iterator[Served]:
    """`dowse mcp --http` on a port that is free."""
    with started(desk, desk.server(*_SERVE, *arguments)) as running:
        yield running


@contextmanager
def started(desk: Desk, command: Sequence[str | Path]) -> Iterator[Served]:
    """The server that the command starts."""
    with subprocess.Popen(
        command,
        cwd=desk.folder,
        env=desk.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        port = re.search(r":(\d+)/mcp ", said)
        assert port, said
        try:
            yield Served(process, int(port[1]), said)
        finally:
            process.kill()


@pytest.fixture(scope="module")
def server(desk: Desk) -> Iterator[Served]:
    with served(desk) as running:
        yield running


@pytest.fixture(scope="module")
def caller(server: Served) -> Iterator[Agent]:
    with connected(f"http://127.0.0.1:{server.port}/mcp") as client:
        yield client


def test_the_tools_are_the_same_and_answer(caller: Agent) -> None:
    assert set(caller.tools()) == FIVE
    assert caller.call("search", query="people who do design")["hits"][0]["title"] == "April Jane"
    assert caller.call("find", pattern="IRS")["total"] == 1
    assert caller.call("get", ref="April Jane")["title"] == "April Jane"
    assert caller.call("related", ref="April Jane")["related"]
    assert caller.call("status")["vaults"][0]["vault"] == "notes"


def test_a_malformed_call_is_refused_in_the_same_words(caller: Agent) -> None:
    assert caller.refusal("search", querry="x") == "search has no parameter 'querry'; did you mean query?"


def test_several_clients_are_answered_at_once(server: Served, caller: Agent) -> None:
    with connected(f"http://127.0.0.1:{server.port}/mcp") as another:
        for query in ("tax", "design"):
            assert another.call("search", query=query)["hits"] == caller.call("search", query=query)["hits"]


def test_other_names_and_pages_of_others_are_refused(server: Served) -> None:
    assert server.status() in {200, 400}
    assert server.status(Host="evil.example") == 421
    assert server.status(Origin="https://evil.example") == 403
    assert server.status(Origin="null") == 403
    assert server.status(Sec_Fetch_Site="cross-site") == 403
    assert server.status("PUT") == 405


def test_bad_bodies_are_refused_and_the_server_goes_on(server: Served, caller: Agent) -> None:
    for body in ("", "{", "[" * 100_000, '"text"', "\x00"):
        assert 400 <= server.status(body=body) < 500
    assert server.status(body="x" * 300_000) == 413
    assert caller.call("search", query="tax")["hits"]


def test_a_token_is_wanted_when_one_is_set(desk: Desk) -> None:
    with served(desk, "--token", "open-sesame") as running:
        assert running.status() == 401
        assert running.status(Authorization="Bearer wrong") == 401
        assert running.status(Authorization="Bearer open-sesame") in {200, 400}
        assert "open-sesame" not in running.said


def test_a_token_is_made_where_others_can_reach_the_port(desk: Desk) -> None:
    with served(desk, "--host", "0.0.0.0") as running:  # noqa: S104  # that is the point
        assert running.process.stderr is not None
        token = re.search(r"Bearer (\S+)", running.process.stderr.readline())
        assert token
        assert running.status() == 401
        assert running.status(Authorization=f"Bearer {token[1]}") in {200, 400}


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_told_to(sent: signal.Signals, desk: Desk) -> None:
    with started(desk, [COMMAND, *_SERVE]) as running:
        running.process.send_signal(sent)
        assert running.process.wait(20) == 0
        assert running.process.stderr is not None
        assert "Traceback" not in running.process.stderr.read()


def test_it_ends_in_the_middle_of_a_first_indexing_and_keeps_what_it_has(big_desk: Desk) -> None:
    """The vaults are brought up to date when it starts, whether anybody asks or not."""
    with served(big_desk) as running:
        while not json.loads(big_desk.dowse("status", "notes", "--json").out)["documents"]:
            pass
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(20) == 0
    kept = json.loads(big_desk.dowse("status", "notes", "--json").out)["documents"]
    assert 0 < kept <= 1_000


def test_a_new_session_ends_the_one_that_is_idle_for_longest(desk: Desk) -> None:
    with served(desk) as server:
        sessions = [server.session()[1] for _ in range(100)]
        assert server.session(sessions[0])[0] == 200
        status, newest = server.session()
        assert status == 200
        assert server.session(sessions[1])[0] == 404
        assert {server.session(each)[0] for each in (sessions[0], sessions[2], newest)} == {200}


def test_a_session_with_a_request_in_flight_is_not_ended(desk: Desk) -> None:
    with served(desk) as server, connected(f"http://127.0.0.1:{server.port}/mcp") as client:
        assert client.call("status")["vaults"]
        for _ in range(101):  # while the client keeps the stream of its session open
            assert server.session()[0] == 200
        assert client.call("status")["vaults"]
