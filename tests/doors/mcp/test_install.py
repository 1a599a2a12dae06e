"""`dowse mcp install`: shown first, written only when asked, and nothing else in the file changes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from dowse.doors.mcp.clients import CLIENTS
from tests.doors.desk import COMMAND, Desk

_JSON = [name for name, client in CLIENTS.items() if client.shape == "json"]


def file_of(client: str, desk: Desk) -> Path:
    """The client's file below the desk, which is home and working folder."""
    return CLIENTS[client].path(home=desk.folder, here=desk.folder)


def test_the_clients_are_listed_with_their_files(fresh_desk: Desk) -> None:
    shown = fresh_desk.dowse("mcp", "install")
    assert shown.code == 0
    for name in CLIENTS:
        assert f"{file_of(name, fresh_desk)}" in shown.out


@pytest.mark.parametrize("client", CLIENTS)
def test_an_entry_is_shown_and_nothing_is_written(client: str, fresh_desk: Desk) -> None:
    shown = fresh_desk.dowse("mcp", "install", "--client", client, "notes")
    assert shown.code == 0
    assert str(fresh_desk.notes) in shown.out
    assert "--write" in shown.err
    assert not file_of(client, fresh_desk).exists()


@pytest.mark.parametrize("client", CLIENTS)
def test_what_is_written_starts_a_server_that_answers(client: str, fresh_desk: Desk) -> None:
    shown = fresh_desk.dowse("mcp", "install", "--client", client, "notes", "--write", "--tools", "graph")
    assert shown.code == 0, shown.err
    text = file_of(client, fresh_desk).read_text()
    settings = json.loads(text) if client in _JSON else tomllib.loads(text)
    entry = settings[CLIENTS[client].key]["dowse"]
    assert entry["command"] == str(COMMAND)
    assert entry["args"] == ["mcp", "--tools=graph", str(fresh_desk.notes)]
    assert fresh_desk.dowse(*entry["args"]).code == 0  # stdin is at its end at once


@pytest.mark.parametrize("client", _JSON)
def test_what_else_the_file_says_stays_and_the_file_is_kept(client: str, fresh_desk: Desk) -> None:
    file = file_of(client, fresh_desk)
    file.parent.mkdir(parents=True, exist_ok=True)
    key = CLIENTS[client].key
    before = json.dumps({"theme": "dark", key: {"other": {"command": "x"}}, "naïve": ["ü", 1.5]}, indent=4)
    file.write_text(before, "utf-8")
    shown = fresh_desk.dowse("mcp", "install", "--client", client, "notes", "--write")
    assert shown.code == 0, shown.err
    after = json.loads(file.read_text("utf-8"))
    assert after.pop(key).keys() == {"other", "dowse"}
    assert after == {"theme": "dark", "naïve": ["ü", 1.5]}
    assert '\n    "theme"' in file.read_text("utf-8")
    assert file.with_name(f"{file.name}.before-dowse").read_text("utf-8") == before


def test_a_second_time_changes_nothing(fresh_desk: Desk) -> None:
    for client in ("cursor", "codex"):
        fresh_desk.dowse("mcp", "install", "--client", client, "notes", "--write")
        written = file_of(client, fresh_desk).read_bytes()
        again = fresh_desk.dowse("mcp", "install", "--client", client, "notes", "--write")
        assert "says so already" in again.err
        assert file_of(client, fresh_desk).read_bytes() == written


@pytest.mark.parametrize(
    ("client", "text"),
    [
        ("cursor", '{"mcpServers": {} // mine\n}'),
        ("cursor", "[1, 2]"),
        ("cursor", '{"mcpServers": []}'),
        ("codex", "[mcp_servers\n"),
        ("codex", '[mcp_servers.dowse]\ncommand = "mine"\n'),
    ],
)
def test_a_file_that_cannot_be_changed_safely_is_left_as_it_is(client: str, text: str, fresh_desk: Desk) -> None:
    file = file_of(client, fresh_desk)
    file.parent.mkdir(parents=True)
    file.write_text(text)
    shown = fresh_desk.dowse("mcp", "install", "--client", client, "notes", "--write")
    assert shown.code == 2
    assert str(file) in shown.err
    assert file.read_text() == text


def test_an_unknown_client_is_refused_with_those_there_are(fresh_desk: Desk) -> None:
    shown = fresh_desk.dowse("mcp", "install", "--client", "emacs", "notes")
    assert shown.code == 2
    assert "claude-desktop" in shown.err
