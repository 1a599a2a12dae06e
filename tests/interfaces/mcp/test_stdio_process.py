"""The process of a server over stdio: a client that reads no answers, and the end in the middle of a first index."""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.desk import Desk

pytestmark = pytest.mark.slow  # a server each

_CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
_ANSWER_SECONDS = 30.0  # after which an answer does not come
_QUIET_SECONDS = 3.0  # after which a server that does not read has stopped reading


def line(method: str, ident: int | None = None, **params: Any) -> bytes:
    """A message."""
    named = {} if ident is None else {"id": ident}
    return json.dumps({"jsonrpc": "2.0", **named, "method": method, "params": params}).encode() + b"\n"


@contextmanager
def started(desk: Desk) -> Iterator[subprocess.Popen[bytes]]:
    """The server, initialized."""
    with subprocess.Popen(
        desk.server("mcp", "notes"),
        cwd=desk.folder,
        env=desk.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line("initialize", 0, **_CLIENT))
            read_answer(process, b"")
            process.stdin.write(line("notifications/initialized"))
            yield process
        finally:
            process.kill()


def read_answer(process: subprocess.Popen[bytes], begun: bytes) -> bytes:
    """What follows the line that has begun in the output."""
    assert process.stdout is not None
    while b"\n" not in begun:
        part = os.read(process.stdout.fileno(), 1 << 16)
        assert part, "the server has ended"
        begun += part
    return begun.partition(b"\n")[2]


def test_no_more_requests_are_read_than_a_bounded_number_of_answers_is_unread(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    with started(desk) as process:
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        sent, left = 0, b""
        while sent < 2_000 and select.select([], [process.stdin], [], _QUIET_SECONDS)[1]:
            left = left or line("tools/list", sent := sent + 1, _meta={"padding": "x" * 4_000})
            with suppress(BlockingIOError):
                left = left[process.stdin.write(left) or 0 :]
        assert 250 < sent < 350
        os.set_blocking(process.stdin.fileno(), True)
        begun = b""
        for _ in range(sent - 1):
            begun = read_answer(process, begun)
        process.stdin.write(left + line("ping", sent + 1))
        read_answer(process, read_answer(process, begun))


MALFORMED: tuple[dict[str, Any], ...] = (
    {"params": "x"},
    {"params": 5},
    {"params": [1]},
    {"error": {"code": 1, "message": "x"}},
    {"jsonrpc": "1.0"},
    {"method": 5},
    {"params": {"x": json.loads("[" * 300 + "]" * 300)}},
)


def test_malformed_requests_are_answered_and_stop_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    idents: list[int | str] = [*range(1, 300), 'a\u00e9"\\']
    with started(desk) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        begun = b""
        for number, ident in enumerate(idents):
            message = {"jsonrpc": "2.0", "id": ident, "method": "ping", **MALFORMED[number % len(MALFORMED)]}
            process.stdin.write(json.dumps(message).encode() + b"\n")
            assert b"\n" in begun or select.select([process.stdout], [], [], _ANSWER_SECONDS)[0], message
            begun += os.read(process.stdout.fileno(), 1 << 16)
            answer = json.loads(begun.partition(b"\n")[0])
            assert (answer["id"], answer["error"]["code"]) == (ident, -32600)
            begun = begun.partition(b"\n")[2]
        process.stdin.write(line("ping", 1_000))
        assert select.select([process.stdout], [], [], _ANSWER_SECONDS)[0]
        assert json.loads(os.read(process.stdout.fileno(), 1 << 16)) == {"jsonrpc": "2.0", "id": 1_000, "result": {}}


def test_a_line_that_is_no_json_is_answered_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    with started(desk) as process:
        assert process.stdin is not None
        process.stdin.write(b"garbage\n" + line("ping", 1))
        rest = read_answer(process, b"")
        read_answer(process, rest)


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a shell of Unix")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_end_the_server_as_their_end_does(closed: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    command = f"exec {shlex.join([sys.executable, '-m', 'dowse', 'mcp', 'notes'])} {closed}"  # a fork has its streams
    ended = subprocess.run(
        ["sh", "-c", command],
        cwd=desk.folder,
        env=desk.environment,
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_any_user_has_no_effect_and_that_is_said(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    for arguments in ([], ["--any-user"]):
        command = desk.server("mcp", "notes", *arguments)
        ended = subprocess.run(
            command, cwd=desk.folder, env=desk.environment, input="", capture_output=True, text=True, check=True
        )
        assert ("--any-user has no effect" in ended.stderr) is bool(arguments)


def test_the_end_of_stdin_ends_a_first_index_which_the_next_start_completes(big_desk: Desk) -> None:
    def documents() -> int:
        return int(json.loads(big_desk.dowse("status", "notes", "--json").out)["documents"])

    with started(big_desk) as process:
        assert process.stdin is not None
        process.stdin.write(line("tools/call", 1, name="search", arguments={"query": "words"}))
        while not documents():
            pass
        process.stdin.close()
        assert process.wait(20) == 0
    assert 0 < documents() <= 1_000
    findings = json.loads(big_desk.dowse("doctor", "notes", "--deep", "--json").out)["findings"]
    assert [each["level"] for each in findings if "verified" in each["what"]] == ["ok"]
    assert not [each for each in findings if each["level"] == "error"]  # chunks that are not embedded are a warning
    with started(big_desk) as process:
        assert process.stdin is not None
        process.stdin.write(line("tools/call", 1, name="search", arguments={"query": "words"}))
        while documents() < 1_000:
            pass
