"""What goes over the pipes: nothing but protocol, no work before the handshake, an end when the client goes."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from tests.interfaces.desk import COMMAND, Desk
from tests.interfaces.mcp.calling import agent

pytestmark = pytest.mark.slow  # a server of its own

_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a client", "version": "1"},
    },
}
_READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def called(name: str, **arguments: Any) -> dict[str, Any]:
    """The request of a call."""
    return {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


@contextmanager
def served(desk: Desk, command: Sequence[str | Path] = (COMMAND, "mcp", "notes")) -> Iterator[subprocess.Popen[str]]:
    """The command with our hands on both its pipes."""
    with subprocess.Popen(
        command,
        cwd=desk.folder,
        env=desk.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def exchanged(desk: Desk, *messages: object) -> tuple[list[dict[str, Any]], str, int]:
    """What stands on stdout and stderr after these messages and the end of stdin, and the exit code."""
    text = "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in messages)
    with served(desk) as process:
        out, err = process.communicate(text, timeout=60)
        return [json.loads(line) for line in out.splitlines()], err, process.returncode


def test_there_is_nothing_but_protocol_on_stdout_and_nothing_at_all_on_stderr(fresh_desk: Desk) -> None:
    """The first search indexes, which a command on a terminal says a lot about."""
    with served(fresh_desk) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(
            f"{json.dumps(_HELLO)}\n{json.dumps(_READY)}\n{json.dumps(called('search', query='tax'))}\n"
        )
        process.stdin.flush()
        replies = [json.loads(process.stdout.readline()) for _ in range(2)]
        out, err = process.communicate(timeout=60)
    assert [reply["id"] for reply in replies] == [1, 2]
    assert replies[1]["result"]["structuredContent"]["hits"]
    assert (out, err, process.returncode) == ("", "", 0)


def test_a_handshake_touches_no_index(fresh_desk: Desk) -> None:
    replies, err, code = exchanged(fresh_desk, _HELLO, _READY)
    assert replies[0]["result"]["serverInfo"]["name"] == "dowse"
    assert (err, code) == ("", 0)
    assert not (fresh_desk.folder / "index").exists()
    assert not (fresh_desk.notes / ".dowse").exists()


def test_a_handshake_needs_neither_numpy_nor_sqlite(fresh_desk: Desk) -> None:
    """They would make every client wait, also those that never ask anything."""
    before = "import sys, atexit; atexit.register(lambda: print([m for m in ('numpy', 'apsw') if m in sys.modules]))"
    shown = fresh_desk.installed_after(before, "mcp", "notes")  # its stdin is at the end at once
    assert shown.out == "[]\n"


@pytest.mark.parametrize(
    "noise", ["this is no JSON", "{}", "[]", "null", '{"jsonrpc": "2.0", "id": 9, "method": "no/such"}', "\x00\xff"]
)
def test_noise_on_stdin_stops_nothing(noise: str, desk: Desk) -> None:
    with served(desk, desk.server("mcp", "notes")) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps(_HELLO)}\n{json.dumps(_READY)}\n{noise}\n")
        process.stdin.write(f"{json.dumps(called('search', query='tax'))}\n")
        process.stdin.flush()
        reply: dict[str, Any] = {}
        while reply.get("id") != 2:
            reply = json.loads(process.stdout.readline())
    assert reply["result"]["structuredContent"]["hits"]


@pytest.mark.parametrize("tool", ["search", "find", "get", "related", "no-such-tool"])
def test_a_lone_surrogate_in_an_argument_is_answered_with_an_error(tool: str, desk: Desk) -> None:
    name = {"search": "query", "find": "pattern"}.get(tool, "ref")
    replies = _replies(desk, called(tool, **{name: "\ud800"}), count=1)
    assert replies[0]["id"] == 2
    assert replies[0]["result"]["isError"]


def test_a_message_in_pieces_is_one_message(desk: Desk) -> None:
    with served(desk, desk.server("mcp", "notes")) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps(_HELLO)}\n{json.dumps(_READY)}\n")
        text = json.dumps(called("status"))
        for start in range(0, len(text), 20):
            process.stdin.write(text[start : start + 20])
            process.stdin.flush()
        process.stdin.write("\n")
        process.stdin.flush()
        replies = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.stdin.write('{"jsonrpc": "2.0", "id": 3, "meth')  # and half a message at the end
        _, err = process.communicate(timeout=60)
    assert [reply["id"] for reply in replies] == [1, 2]
    assert (err, process.returncode) == ("", 0)


def test_each_of_many_requests_is_answered_though_the_client_reads_late(desk: Desk) -> None:
    """The answers are more than a pipe holds."""
    asked = [{**called("search", query="design"), "id": number} for number in range(100, 400)]
    replies = _replies(desk, *asked, count=len(asked), reads_late=True)
    assert sorted(reply["id"] for reply in replies) == list(range(100, 400))
    assert all("result" in reply for reply in replies)


def test_a_cancelled_call_is_not_answered_and_the_server_goes_on(big_desk: Desk) -> None:
    """The first index takes longer than the cancellation."""
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
    calls = (called("search", query="number"), cancelled, {**called("find", limit=1), "id": 3})
    replies = _replies(big_desk, *calls, until=3)
    assert replies[-1]["result"]["structuredContent"]["files"]
    assert all("error" in reply for reply in replies if reply.get("id") == 2)


def _replies(
    desk: Desk, *asked: dict[str, Any], count: int = 0, until: int = 0, reads_late: bool = False
) -> list[dict[str, Any]]:
    """So many replies to the calls, or all up to one with an id; a client that reads late writes all calls first."""
    with served(desk, desk.server("mcp", "notes")) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        text = "".join(f"{json.dumps(each)}\n" for each in (_HELLO, _READY, *asked))
        writer = threading.Thread(target=_write, args=(process.stdin, text))
        writer.start()
        if reads_late:
            writer.join(timeout=2)  # the pipes are full by then
        replies = [json.loads(process.stdout.readline()) for _ in range(count + 1)]
        while until and replies[-1].get("id") != until:
            replies.append(json.loads(process.stdout.readline()))
        writer.join()
        return replies[1:]


def _write(stream: IO[str], text: str) -> None:
    stream.write(text)
    stream.flush()


def test_it_ends_when_stdin_closes_though_it_is_indexing_and_keeps_what_it_has(big_desk: Desk) -> None:
    with served(big_desk) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps(_HELLO)}\n{json.dumps(_READY)}\n")
        asked = called("search", query="number")
        asked["params"]["_meta"] = {"progressToken": "p"}
        process.stdin.write(f"{json.dumps(asked)}\n")
        process.stdin.flush()
        process.stdout.readline()
        told = json.loads(process.stdout.readline())  # it has begun
        _, err = process.communicate(timeout=20)
    assert told["method"] == "notifications/progress"
    assert (err, process.returncode) == ("", 0)
    again = big_desk.dowse("search", "number", "notes", "--json")
    assert json.loads(again.out)["hits"]


def test_long_indexing_tells_how_far_it_is(big_desk: Desk) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    def searched() -> Mapping[str, Any]:
        answer: Mapping[str, Any] | None
        answer = client.told("search", lambda *report: told.append(report), query="number").structured_content
        assert answer is not None
        return answer

    with agent(big_desk, "notes") as client:
        found = first = searched()
        while not found["total"]:  # on a busy machine the first answer comes before the first files
            found = searched()
    assert first["index"]["state"] in {"healed", "stale"}
    assert told
    assert all(total is not None and 0 <= done <= total for done, total, _ in told)
    assert any("files read" in (message or "") for _, _, message in told)
