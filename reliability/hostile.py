"""Hostile clients and hostile vaults: the server answers the next request, and a command ends in time."""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import Iterator
from pathlib import Path

from sessions import Session
from subject import Subject
from vaults import make

_ODD: tuple[object, ...] = (
    *(None, True, -1, 10**30, 1e308, "", "\ud800", "\x00", "a" * 100_000, [], {}, [[[]]], {"a": {"b": []}}),
    *("../../etc/passwd", "note-1", ["note-1"], float("nan")),
)
_METHODS = ("tools/call", "tools/list", "resources/list", "resources/read", "prompts/list", "ping", "nonsense", "")
_SECONDS = 30.0


def mcp(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one message that a client should not send; the server answers the next request."""
    vault = make(place / "vault", 20, chance)
    session = Session(subject, vault)
    listed = session.call("tools/list", {}) or {}
    tools = [(tool["name"], list(tool["inputSchema"]["properties"])) for tool in listed["result"]["tools"]]
    try:
        while True:
            message, number = _message(chance, tools)
            try:
                session.send(message)
                is_answered = number is None or session.response(number, _SECONDS) is not None
            except BrokenPipeError:
                is_answered = False
            well = is_answered and session.call("ping", {}, seconds=_SECONDS) is not None
            yield "" if well else f"no answer to, or after, {str(message)[:200]!r}"
            if not well:
                session.close()
                session = Session(subject, vault)
    finally:
        session.close()


def _message(chance: random.Random, tools: list[tuple[str, list[str]]]) -> tuple[object, int | None]:
    """A message, and its number where it must be answered."""
    number = 10**6 + chance.randrange(10**9)
    match chance.randrange(4):
        case 0:
            parts = chance.choices(("{", "}", "[", '"', "null", '"id":1', ",", "\\ud800", "1e999", " "), k=9)
            return "".join(parts), None
        case 1:
            return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}, None
        case 2:
            return {"jsonrpc": "2.0", "id": number, "method": chance.choice(_METHODS), "params": {}}, None
        case _:
            name, parameters = chance.choice(tools)
            chosen = chance.sample(parameters, min(len(parameters), chance.randint(1, 3)))
            arguments = {parameter: chance.choice(_ODD) for parameter in chosen}
            call = {"name": name, "arguments": arguments}
            return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}, number


def http(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one odd request; the server lives and gives no 500."""
    vault = make(place / "vault", 20, chance)
    server = subject.started("serve", vault, "--port", "0", killable=True)
    try:
        port = _port(server.stderr)
        if port is None:
            yield "the server did not start"
            return
        while True:
            failure = _requested(port, chance)
            yield failure if server.poll() is None else f"the server ended with {server.poll()}"
            if server.poll() is not None:
                return
    finally:
        server.kill()
        server.communicate()


def _port(lines: object) -> int | None:
    for line in lines or ():  # type: ignore[attr-defined]  # the pipe of the server
        if found := re.search(r"http://[\w.]+:(\d+)", line):
            return int(found[1])
    return None


def _requested(port: int, chance: random.Random) -> str:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as client:
            request = _request(chance)
            client.sendall(request)
            if chance.random() < 0.2:
                return ""  # the client goes away
            client.shutdown(socket.SHUT_WR)
            answer = _status(client)
    except (ConnectionError, BrokenPipeError):
        return ""  # the server may refuse by closing
    except TimeoutError:  # a server may wait for the rest of half a message, but answers others
        return "" if _answers(port) else f"no answer after {request[:120]!r}"
    return f"{answer} to {request[:120]!r}" if answer.startswith("HTTP/1.1 500") else ""


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            return _status(client).startswith("HTTP/1.1")
    except OSError:
        return False


def _status(client: socket.socket) -> str:
    """The first line of the answer."""
    received = b""
    while b"\r\n" not in received and (part := client.recv(4096)):
        received += part
    return received.split(b"\r\n")[0].decode("latin-1")


def _request(chance: random.Random) -> bytes:
    body = json.dumps({"query": chance.choice(_ODD[:-1]), "limit": chance.choice(_ODD[:-1])}).encode()
    paths = (
        "/",
        "/search",
        "/search?q=%ff",
        "/api/search?q=river",
        f"/{'a' * 9000}",
        "/../../etc/passwd",
        "/get?ref=%00",
    )
    method = chance.choice(("GET", "POST", "PUT", "HEAD", "OPTIONS", "NONSENSE", "\x00"))
    head = f"{method} {chance.choice(paths)} HTTP/1.1\r\nHost: {chance.choice(('127.0.0.1', 'evil.example', ''))}\r\n"
    length = chance.choice((len(body), 0, -1, 10**9))
    extra = chance.choice(
        ("", "Transfer-Encoding: chunked\r\n", f"X: {'b' * 20_000}\r\n", "Origin: http://evil.example\r\n")
    )
    return head.encode() + f"Content-Type: application/json\r\nContent-Length: {length}\r\n{extra}\r\n".encode() + body


_SETTINGS = (
    lambda n: f"ignore = {json.dumps([f'{n}*{k}?' for k in range(20_000)])}\n",
    lambda n: "[profiles.p]\n" + f"# {n}\nexpansion = {json.dumps(['synonyms'] * 2_000)}\n",
    lambda n: f'embedder = "openai:m{n}"\n',
    lambda n: f'embedder = "../../{n}"\nchunker = "window"\n',
    lambda n: "[chunking]\nsize = 100\noverlap = 99\n" + f"# {n}\n",
    lambda n: "x = " + "[" * (1_000 + n % 1_000),
    lambda n: f"include_types = {json.dumps([f't{k}-{n}' for k in range(40_000)])}\n",
)


def vaults(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one command on a vault with hostile settings: it ends in time and is no bug."""
    vault = make(place / "vault", 10, chance)
    while True:
        text = chance.choice(_SETTINGS)(chance.randrange(10**6))
        (vault / "dowse.toml").write_text(text, "utf-8")
        outcome = subject.run("search", "river", vault, seconds=_SECONDS)
        yield f"{text[:80]!r}: {outcome.crash}" if outcome.crash else ""
