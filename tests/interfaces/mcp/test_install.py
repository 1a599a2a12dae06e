"""`dowse mcp install`: shown first, written only when asked, and nothing else in the file changes."""

from __future__ import annotations

import json
import shutil
import stat
import tomllib
from pathlib import Path

import pytest

from dowse.app.client_config import CLIENTS, change, write
from dowse.model.errors import SettingsError
from tests.interfaces.desk import COMMAND, Desk

pytestmark = pytest.mark.slow  # a process, or some, for each of them

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
        assert "already configured" in again.err
        assert file_of(client, fresh_desk).read_bytes() == written


@pytest.mark.parametrize(
    ("client", "text"),
    [
        ("cursor", '{"mcpServers": {} / mine\n}'),
        ("cursor", "[1, 2]"),
        ("cursor", '{"mcpServers": []}'),
        ("cursor", '{"theme": ' + "[" * 100_000 + "]" * 100_000 + "}"),
        ("cursor", '{"size": 1e400}'),
        ("cursor", '{"size": NaN}'),
        ("cursor", '{"theme": {"a": 1, "a": 2}}'),
        ("codex", "[mcp_servers\n"),
        ("codex", '[[mcp_servers]]\nname = "x"\n'),
        ("codex", "mcp_servers = 1\n"),
        ("codex", "deep = " + "[" * 100_000 + "]" * 100_000),
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
    assert "yourself" in shown.err
    assert str(fresh_desk.notes) in shown.out  # what is to be pasted
    assert file.read_text() == text
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_an_unknown_client_is_refused_with_those_there_are(fresh_desk: Desk) -> None:
    shown = fresh_desk.dowse("mcp", "install", "--client", "emacs", "notes")
    assert shown.code == 2
    assert "claude-desktop" in shown.err


@pytest.mark.parametrize(
    "before",
    ["", "[mcp_servers]\n", "mcp_servers = {}\n", "mcp_servers.a.command = 'x'\n", "a = nan\r\n[b]\r\nc = 1\r\n"],
)
def test_a_table_of_servers_in_toml_is_added_to(before: str, fresh_desk: Desk) -> None:
    file = file_of("codex", fresh_desk)
    file.parent.mkdir()
    file.write_bytes(before.encode())
    shown = fresh_desk.dowse("mcp", "install", "--client", "codex", "notes", "--write")
    assert shown.code == 0, shown.err
    written = file.read_bytes().decode()
    assert written.startswith(before.rstrip("}\r\n"))
    assert "dowse" in tomllib.loads(written)["mcp_servers"]
    assert ("\n" in written.replace("\r\n", "")) == ("\r" not in before)


@pytest.mark.parametrize("client", ["cursor", "codex"])
@pytest.mark.parametrize("name", ["🌳 notes", 'a"b\\c', "del\x7fete", "tab\there", "two\u2028lines"])
def test_a_folder_of_any_name_is_written_as_it_is(name: str, client: str, fresh_desk: Desk) -> None:
    folder = fresh_desk.folder / name
    shutil.copytree(fresh_desk.notes, folder)
    shown = fresh_desk.dowse("mcp", "install", "--client", client, folder, "--write")
    assert shown.code == 0, shown.err
    text = file_of(client, fresh_desk).read_text("utf-8")
    settings = json.loads(text) if client == "cursor" else tomllib.loads(text)
    assert settings[CLIENTS[client].key]["dowse"]["args"][-1] == str(folder)


def test_the_copy_and_the_new_file_are_as_private_as_the_file(fresh_desk: Desk) -> None:
    file = file_of("cursor", fresh_desk)
    for number, mode in enumerate((0o600, 0o640, 0o644), 1):
        file.parent.mkdir(exist_ok=True)
        file.write_text('{"secret": "x"}')
        file.chmod(mode)
        fresh_desk.dowse("mcp", "install", "--client", "cursor", "notes", "--write")
        kept = file.with_name("mcp.json.before-dowse" + (f"-{number}" if number > 1 else ""))
        assert [stat.S_IMODE(each.stat().st_mode) for each in (file, kept)] == [mode, mode]


def test_every_copy_is_kept_byte_for_byte(fresh_desk: Desk) -> None:
    file = file_of("cursor", fresh_desk)
    file.parent.mkdir()
    before = b'{\r\n\t"theme": "dark"\r\n}'
    file.write_bytes(before)
    fresh_desk.dowse("mcp", "install", "--client", "cursor", "notes", "--write")
    first = file.read_bytes()
    assert b"\n" not in first.replace(b"\r\n", b"")
    shown = fresh_desk.dowse("mcp", "install", "--client", "cursor", "notes", "--write", "--name", "other")
    assert file.with_name("mcp.json.before-dowse").read_bytes() == before
    assert file.with_name("mcp.json.before-dowse-2").read_bytes() == first
    assert "mcp.json.before-dowse-2" in shown.err


def test_nothing_is_left_over_when_the_file_cannot_be_replaced(tmp_path: Path) -> None:
    made = change(CLIENTS["cursor"], "dowse", ["dowse", "mcp"], home=tmp_path, here=tmp_path)
    made.path.mkdir(parents=True)  # a folder came in its place
    with pytest.raises(SettingsError, match="cannot write"):
        write(made)
    assert [each.name for each in made.path.parent.iterdir()] == [made.path.name]


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x1b[2J", "a\x7f"])
def test_a_name_that_cannot_be_shown_is_refused(name: str, fresh_desk: Desk) -> None:
    shown = fresh_desk.dowse("mcp", "install", "--client", "codex", "notes", "--name", name, "--write")
    assert shown.code == 2
    assert "--name" in shown.err
    assert not file_of("codex", fresh_desk).exists()


def entry_after(statements: str, desk: Desk) -> tuple[str, list[str]]:
    """The command and the arguments that are written by a process of such a start."""
    shown = desk.dowse_after(statements, "mcp", "install", "--client", "cursor", "notes", "--write")
    assert shown.code == 0, shown.err
    entry = json.loads(file_of("cursor", desk).read_text("utf-8"))["mcpServers"]["dowse"]
    return entry["command"], entry["args"]


def program(path: Path) -> Path:
    """A program that does nothing."""
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_program_that_runs_is_written_and_not_another_of_its_name(fresh_desk: Desk) -> None:
    other = program(fresh_desk.folder / "other" / "dowse")
    desk = fresh_desk.with_variables(PATH=str(other.parent))
    assert entry_after(f"sys.argv[0] = {str(COMMAND)!r}", desk)[0] == str(COMMAND)
    file_of("cursor", desk).unlink()
    command, arguments = entry_after("sys.argv[0] = '-c'", desk)
    assert Path(command).parent == COMMAND.parent
    assert arguments[:3] == ["-m", "dowse", "mcp"]


def test_a_program_given_by_a_path_from_here_is_written_whole(fresh_desk: Desk) -> None:
    running = program(fresh_desk.folder / "bin" / "dowse")
    assert entry_after("sys.argv[0] = 'bin/dowse'", fresh_desk)[0] == str(running)


def test_a_copy_in_the_cache_of_uv_is_started_by_uvx(fresh_desk: Desk) -> None:
    running = program(fresh_desk.folder / "uv" / "archive-v0" / "x1" / "bin" / "dowse")
    uvx = program(fresh_desk.folder / "bin" / "uvx")
    desk = fresh_desk.with_variables(PATH=str(uvx.parent))
    command, arguments = entry_after(f"sys.argv[0] = {str(running)!r}", desk)
    assert command == str(uvx)
    assert arguments == ["--from", "dowse[mcp]", "dowse", "mcp", str(desk.notes)]


def test_a_missing_sdk_is_told_of(fresh_desk: Desk) -> None:
    missing = "dowse mcp needs the MCP SDK: pip install 'dowse[mcp]'"
    for statements, is_told in (("sys.modules['mcp'] = None", True), ("", False)):
        shown = fresh_desk.dowse_after(statements, "mcp", "install", "--client", "cursor", "notes")
        assert shown.code == 0
        assert (missing in shown.err) == is_told


def test_a_scope_that_selects_no_document_is_noted(fresh_desk: Desk) -> None:
    install = ("mcp", "install", "--client", "cursor", "notes", "--only", "path:0-Inbocks/", "--never", "ext:md")
    shown = fresh_desk.dowse(*install)
    assert "dowse: notes is not indexed yet, so the scope is not checked; `dowse index " in shown.err
    assert fresh_desk.dowse("index", "notes").code == 0
    shown = fresh_desk.dowse(*install)
    assert "dowse: notes: '--only path:0-Inbocks/' selects no document at present" in shown.err
    assert "--never" not in shown.err
    assert shown.code == 0
