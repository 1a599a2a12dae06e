"""Servers that notice changes while nobody asks."""

from __future__ import annotations

import json
import signal
import subprocess

import pytest

from tests.interfaces.desk import COMMAND, Desk
from tests.interfaces.http.server import serving
from tests.interfaces.mcp.test_over_http import served


def indexed(desk: Desk, path: str) -> bool:
    """Whether the index has the file; it is not brought up to date for the question."""
    shown = desk.dowse("search", "quokka", "notes", "--no-heal", "--files")
    return path in shown.out.splitlines()


@pytest.mark.slow
def test_a_server_reads_what_changes_before_anybody_asks_and_ends_when_told_to(fresh_desk: Desk) -> None:
    with serving(fresh_desk, "notes") as server:
        assert server.ask("/search", q="tax").json["hits"]
        (fresh_desk.notes / "new.md").write_text("# New\n\nA quokka.")
        while not indexed(fresh_desk, "new.md"):
            pass
        assert server.ask("/search", q="quokka").json["index"]["state"] == "fresh"
        assert server.stop(signal.SIGINT) == (0, "")


@pytest.mark.slow
def test_a_server_that_is_not_to_watch_reads_when_it_is_asked(fresh_desk: Desk) -> None:
    with serving(fresh_desk, "notes", "--no-watch") as server:
        assert server.ask("/search", q="tax").json["hits"]
        (fresh_desk.notes / "new.md").write_text("# New\n\nA quokka.")
        found: list[str] = []
        while "new.md" not in found:
            found = [hit["path"] for hit in server.ask("/search", q="quokka").json["hits"]]


@pytest.mark.slow
def test_mcp_over_http_reads_what_changes_too(fresh_desk: Desk) -> None:
    with served(fresh_desk) as running:
        while not indexed(fresh_desk, "2-Areas/Finance/new.md"):
            (fresh_desk.notes / "2-Areas" / "Finance" / "new.md").write_text("# New\n\nA quokka.")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(20) == 0


@pytest.mark.slow
@pytest.mark.parametrize("in_fork", [False, True])
def test_ctrl_c_ends_an_mcp_server_while_its_client_still_holds_the_line(in_fork: bool, desk: Desk) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
    }
    with subprocess.Popen(
        desk.server("mcp", "notes") if in_fork else [COMMAND, "mcp", "notes"],
        cwd=desk.folder,
        env=desk.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps(hello)}\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == -signal.SIGINT
        assert process.stderr is not None
        assert process.stderr.read() == ""
