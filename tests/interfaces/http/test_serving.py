from __future__ import annotations

import json
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.interfaces.desk import COMMAND, Desk
from tests.interfaces.http.server import PATIENCE, Server, serving, started

pytestmark = pytest.mark.slow  # a server of its own for nearly each of them


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_told_to_and_leaves_nothing_locked(desk: Desk, how: signal.Signals) -> None:
    with started(desk, [COMMAND, "serve", "--port", "0", "notes"]) as server:
        assert server.ask("/search?q=design").status == 200
        assert server.stop(how) == (0, "")
    assert desk.dowse("index", "notes").code == 0


def test_a_request_that_is_under_way_is_answered_before_the_end(desk: Desk) -> None:
    body = json.dumps({"q": "design"}).encode()
    head = (
        f"POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    )
    with serving(desk, "notes") as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(f"{head}Expect: 100-continue\r\n\r\n".encode())
            assert connection.recv(1000).startswith(b"HTTP/1.1 100")  # so the request has begun
            server.process.send_signal(signal.SIGTERM)
            _wait_until_closed(server.port)
            connection.sendall(body)
            got = b""
            while more := connection.recv(65_536):
                got += more
        assert got.startswith(b"HTTP/1.1 200")
        assert json.loads(got.split(b"\r\n\r\n", 1)[1])["hits"]
        assert server.process.wait(PATIENCE) == 0


def _wait_until_closed(port: int) -> None:
    """Until nobody listens any more."""
    for _ in count():
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
        except OSError:
            return


def test_a_server_that_indexes_for_the_first_time_ends_and_the_next_goes_on(fresh_desk: Desk) -> None:
    for n in range(300):
        (fresh_desk.notes / f"more-{n}.md").write_text(f"# Note {n}\n\n" + f"word{n} and many others. " * 900)
    with serving(fresh_desk, "notes") as server:
        assert server.ask("/health").status == 200  # while the notes are read
        assert server.stop() == (0, "")
    assert json.loads(fresh_desk.dowse("status", "notes", "--json").out)["documents"] < 300
    with serving(fresh_desk, "notes") as server:
        answers = (server.ask("/search", q="word17").json for _ in count())  # from what is indexed so far
        assert next(each for each in answers if each["hits"])["hits"][0]["path"] == "more-17.md"
        many = server.ask("/search", q="ext:md limit:1000").json
        assert (len(many["hits"]), many["total"] > 100) == (100, True)  # no more over the wire, whatever is asked


def test_notes_that_change_are_found_by_the_next_question(fresh_desk: Desk) -> None:
    fresh_desk.dowse("index", "notes")  # else the server, which indexes at its start, may read the note first
    with serving(fresh_desk, "notes", "--no-watch") as server:  # else the watcher may read the note first
        assert server.ask("/search", q='"zebra crossing"').json["hits"] == []
        (fresh_desk.notes / "Zebra.md").write_text("A zebra crossing.")
        answers = (server.ask("/search", q='"zebra crossing"').json for _ in count())
        answer = next(each for each in answers if each["hits"])  # the folder is looked at once in a while
        state = answer["index"]  # stale where the words are read and the rest of the work took longer
        assert (state["state"] in {"healed", "stale"}, state["changed"]) == (True, 1)


def test_the_vaults_are_named_and_each_is_asked(desk: Desk) -> None:
    with serving(desk, "own", "notes", "own") as server:
        assert server.vaults == "own, notes"
        assert server.ask("/status").json["vault"] == "own"


def test_two_servers_of_one_vault_get_along(desk: Desk) -> None:
    with serving(desk, "notes") as one, serving(desk, "notes") as other:
        assert one.ask("/search?q=design").json["hits"] == other.ask("/search?q=design").json["hits"]


def test_wrong_settings_of_a_vault_are_told_with_file_and_line(fresh_desk: Desk) -> None:
    with serving(fresh_desk, "notes") as server:
        assert server.ask("/search?q=design").status == 200
        (fresh_desk.notes / "dowse.toml").write_text("[search]\nlimit = 0\n")
        for target in ("/search?q=design", "/profiles"):
            reply = server.ask(target)
            assert reply.status == 503
            assert "dowse.toml" in reply.problem["detail"]
        (fresh_desk.notes / "dowse.toml").write_text("[search]\nlimit = 2\n")
        assert len(server.ask("/search?q=design").json["hits"]) == 2


def test_a_port_that_is_taken_is_told_with_a_way_out(desk: Desk) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        shown = desk.dowse("serve", "notes", "--port", str(port))
    assert shown.code == 2
    assert (
        shown.err
        == f"dowse: port {port} of 127.0.0.1 is in use; choose another with --port, or a free one with --port 0\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere"),
        (["notes", "--host", "256.0.0.1"], "--host requires an address of this machine"),
        (["notes", "--host", "192.0.2.1"], "--host requires an address of this machine"),
        (["notes", "--port", "70000"], "70000"),
        (["notes", "--token", "a b"], "without spaces"),
    ],
)
def test_what_cannot_be_served_is_told(desk: Desk, arguments: list[str], said: str) -> None:
    shown = desk.dowse("serve", "--port", "0", *arguments)
    assert shown.code == 2
    assert said in shown.err
    assert shown.err.count("\n") <= 4


@pytest.mark.parametrize("package", ["fastapi", "uvicorn"])
def test_a_missing_package_is_told_with_its_extra(desk: Desk, package: str) -> None:
    shown = desk.dowse_after(f"import sys; sys.modules[{package!r}] = None", "serve", "notes")
    assert shown.code == 2
    assert shown.err == "dowse: dowse serve needs fastapi and uvicorn: pip install 'dowse[serve]'\n"


def test_the_browser_is_opened_with_what_it_needs(desk: Desk, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    with serving(desk.with_variables(BROWSER=str(browser)), "notes", "--open", "--token", "a&b#c+d/%") as server:
        while not opened.exists():
            assert server.ask("/health").status == 200
        assert opened.read_text() == f"{server.address}?token=a%26b%23c%2Bd%2F%25\n"
        assert server.ask("/?token=a%26b%23c%2Bd%2F%25").status == 303


def test_of_too_many_questions_at_once_some_are_told_to_come_again_and_none_fails(server: Server) -> None:
    with ThreadPoolExecutor(150) as crowd:
        replies = list(crowd.map(lambda n: server.ask("/search", q=f"design {n}", explain="true"), range(300)))
    assert {reply.status for reply in replies} <= {200, 503}
    assert all(reply.headers["retry-after"] for reply in replies if reply.status == 503)
    assert server.ask("/search?q=design").status == 200


def test_who_goes_before_the_answer_harms_nobody(server: Server) -> None:
    for n in range(50):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(f"GET /search?q=design+{n} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert server.ask("/search?q=design").status == 200
