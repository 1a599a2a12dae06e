"""Hostile clients and hostile vaults: the server answers the next request, and a command ends in time."""

from __future__ import annotations

import json
import random
import shutil
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
from http_server import served
from sessions import Session
from subject import Subject
from vaults import answers, database, fresh_answers, make

_ODD: tuple[object, ...] = (
    *(None, True, -1, 10**30, 1e308, "", "\ud800", "\x00", "a" * 100_000, [], {}, [[[]]], {"a": {"b": []}}),
    *("../../etc/passwd", "note-1", ["note-1"], float("nan")),
)
_METHODS = ("tools/call", "tools/list", "resources/list", "resources/read", "prompts/list", "ping", "nonsense", "")
_SECONDS = 30.0
_PLANTED = "quicksilver"  # in no note of the attacked vault


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
    with served(subject, vault) as (server, port):
        if port is None:
            yield "the server did not start"
            return
        while True:
            failure = _requested(port, chance)
            yield failure if server.poll() is None else f"the server ended with {server.poll()}"
            if server.poll() is not None:
                return


def _requested(port: int, chance: random.Random) -> str:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as client:
            request = _request(chance)
            client.sendall(request)
            if chance.random() < 0.2:
                return ""  # the client goes away
            client.shutdown(socket.SHUT_WR)
            answer = _status(client)
    except TimeoutError:  # a server may wait for the rest of half a message, but answers others
        return "" if _answers(port) else f"no answer after {request[:120]!r}"
    except OSError:  # the server may refuse by closing, which ends the connection before or while the client sends
        return ""
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


def _profile(steps: str) -> str:
    return f'[search]\nprofile = "p"\n\n[profiles.p]\nextends = "default"\n{steps}\n'


_SETTINGS = (
    lambda n: f"[ignore]\npatterns = {json.dumps([f'{n}*{k}?' for k in range(20_000)])}\n",
    lambda n: _profile(f"rewrites = {json.dumps(['expansion'] * (2_000 + n % 9))}"),
    lambda n: _profile(f"stages = {json.dumps(['rerank'] * (2_000 + n % 9))}"),
    lambda n: _profile(f"include_types = {json.dumps([f't{k}-{n}' for k in range(40_000)])}"),
    lambda n: f"[space]\nchunker = {{window = {{size = {100 + n % 9}, overlap = 99}}}}\n",
    lambda n: f'[space]\nembedder = "openai:m{n}"\n',
    lambda n: f'[space]\nembedder = "onnx:../../{n}"\n',
    lambda n: "x = " + "[" * (1_000 + n % 1_000),
)
_MODELS = (("embedder_chosen", '["openai:m", "static"]'), ("fingerprint", '["openai:m", "", 0]'), ("root", "/gone"))


def vaults(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one command on a vault with hostile settings or a hostile index: it ends in time, and no command
    connects to a model that only the vault names.  Or it is one vault with the log of another index and no index: the
    answers are those of the notes.
    """
    long = "\n\n".join(" ".join(chance.choices(("river", "stone", "winter"), k=60)) for _ in range(300))
    with socket.create_server(("127.0.0.1", 0)) as model:
        model.settimeout(0.0)
        port = model.getsockname()[1]
        known = {"OPENAI_API_KEY": "secret", "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1"}
        while True:
            vault = make(place / f"vault-{chance.randrange(10**9)}", 10, chance)
            if chance.random() < 0.2:
                yield _with_log_alone(subject, vault, chance, place)
                continue
            (vault / "long.md").write_text(long, "utf-8")
            what = made_hostile(subject, vault, chance)
            for command in (("index",), ("search", "river")):
                outcome = subject.run(*command, vault, seconds=_SECONDS, variables=known)
                connected = "a connection to a model" if _is_connected(model) else ""
                failure = outcome.crash or connected
                yield f"{what}: {failure}" if failure else ""


def made_hostile(subject: Subject, vault: Path, chance: random.Random) -> str:
    """Adds hostile settings, or an index that names a model; returns which."""
    if chance.random() < 0.3:
        subject.run("index", vault)
        page_checksums()
        with closing(apsw.Connection(str(database(vault)))) as connection:
            connection.executemany("insert or replace into meta values (?, ?)", _MODELS)
        return "an index that names a model"
    text = chance.choice(_SETTINGS)(chance.randrange(10**6))
    (vault / "dowse.toml").write_text(text, "utf-8")
    return repr(text[:100])


def _with_log_alone(subject: Subject, vault: Path, chance: random.Random, place: Path) -> str:
    """What is wrong with answers from a vault that came with a write-ahead log; SQLite would complete a new database
    from it.
    """
    other = make(place / "other", 10, chance)
    for note in other.glob("*.md"):
        note.write_text(f"# {_PLANTED}\n\n{_PLANTED} river stone\n", "utf-8")
    subject.run("index", other)
    (vault / ".dowse").mkdir()
    _write_log(database(other), vault)
    shutil.rmtree(other)
    planted = subject.run("search", _PLANTED, vault, "--json")
    if planted.crash:
        return f"a log alone: {planted.crash}"
    if _PLANTED in json.dumps(json.loads(planted.out)["hits"]):
        return "a log alone: an answer has the text of another index"
    found, expected = answers(subject, vault), fresh_answers(subject, vault, place)
    if isinstance(found, str):
        return f"a log alone: {found}"
    return "" if found == expected else "a log alone: an answer differs from that of an index made from nothing"


def _write_log(index: Path, vault: Path) -> None:
    """Writes a log with all pages of the index, which states that it is the one of the vault and has its notes."""
    page_checksums()
    log = index.with_name(f"{index.name}-wal")
    with closing(apsw.Connection(str(index))) as connection:
        connection.pragma("wal_autocheckpoint", 0)
        connection.execute("delete from meta where key = 'origin'")
        connection.execute("update meta set value = ? where key = 'root'", (str(vault.resolve()),))
        for file in vault.glob("*.*"):
            states = (file.stat().st_size, file.stat().st_mtime_ns, file.name)
            connection.execute("update documents set size = ?, mtime_ns = ? where path = ?", states)
        connection.execute("vacuum")
        shutil.copy(log, vault / ".dowse" / log.name)  # the last connection that closes deletes it


def _is_connected(model: socket.socket) -> bool:
    try:
        model.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def page_checksums() -> None:
    """Lets this process write pages with checksums, as dowse does, so that a changed value is not a damaged page."""
    extensions = Path(apsw.__file__).parent / "sqlite_extra_binaries"
    if "cksmvfs" not in apsw.vfs_names():
        with closing(apsw.Connection(":memory:")) as connection:
            connection.enable_load_extension(True)
            connection.load_extension(str(next(extensions.glob("cksumvfs.*"))))
