"""Real servers on this machine: one that answers as a test says, and on it the hub, with its failures."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

REPO_FILES = {
    "onnx/model.onnx": bytes(range(256)) * 4000,
    "onnx/model_quint8_avx2.onnx": b"int8" * 5000,
    "tokenizer.json": b'{"version": "1.0"}',
    "config.json": b'{"hidden_size": 384}',
    "1_Pooling/config.json": b'{"pooling_mode_mean_tokens": true}',
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]  # by their names in lower case
    body: bytes

    @property
    def said(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered; `cut` bytes of the body are sent and the connection closed, when it is given."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    silent: bool = False  # nothing is sent before the server closes
    drip: bool = False  # the body comes byte by byte, for ever; without a body, the headers


def said(value: object, status: int = 200, **headers: str) -> Reply:
    """The value as JSON."""
    return Reply(status, json.dumps(value).encode(), {"Content-Type": "application/json", **headers})


class LocalServer:
    """Answers each request as `answer` says, and remembers it."""

    def __init__(self, answer: Callable[[Seen], Reply]) -> None:
        self.answer = answer
        self.seen: list[Seen] = []
        self.connections = 0
        self.closing = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def host(self) -> str:
        """Its name with the port."""
        return self.url.removeprefix("http://")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, local: LocalServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.local = local

    def handle_error(self, *_: object) -> None:
        """A client that goes away is no error here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def local(self) -> LocalServer:
        assert isinstance(self.server, _Server)
        return self.server.local

    def setup(self) -> None:
        self.local.connections += 1
        super().setup()

    def handle_any(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Seen(self.command, self.path, headers, self.rfile.read(length))
        self.local.seen.append(request)
        self.reply(self.local.answer(request))

    do_GET = do_HEAD = do_POST = do_CONNECT = handle_any  # noqa: N815  # http.server's names

    def reply(self, reply: Reply) -> None:
        self.close_connection = self.close_connection or reply.silent or reply.cut is not None
        if reply.silent:
            self.local.closing.wait()
            return
        self.send_response(reply.status)
        for name, value in {"Content-Length": str(len(reply.body)), **reply.headers}.items():
            self.send_header(name, value)
        if reply.body or not reply.drip:
            self.end_headers()
        else:
            self.flush_headers()
        while reply.drip and not self.local.closing.wait(0.02):
            self.wfile.write(b" ")
        if self.command != "HEAD":
            self.wfile.write(reply.body[: reply.cut])

    def log_message(self, *_: object) -> None:
        """Says nothing."""


class FakeHub:
    """What the hub does: small files are given, big ones are elsewhere; each states its checksum before."""

    def __init__(self) -> None:
        self.files = dict(REPO_FILES)
        self.elsewhere = ""  # where big files are
        self.states_checksums = True
        self.size_of: dict[str, int] = {}  # what it says, where that is wrong
        self.gives: dict[str, bytes] = {}  # what it gives, where that is wrong
        self.cuts: list[int] = []  # after how many bytes the next answers with big files break off
        self.refuses: list[Reply] = []  # the next answers, whatever is asked
        self.ignores_ranges = False
        self.commit = "c" * 40

    def __call__(self, request: Seen) -> Reply:
        """The answer."""
        if self.refuses:
            return self.refuses.pop(0)
        name = request.path.split("/resolve/", 1)[-1].partition("/")[2]
        if name not in self.files:
            return Reply(404, b"Entry not found", {"X-Error-Code": "EntryNotFound"})
        content = self.gives.get(name, self.files[name])
        if request.method == "HEAD":
            return self._stated(request, name)
        if not name.endswith(".onnx"):
            return Reply(200, content)
        if self.elsewhere and request.headers["host"] != self.elsewhere.removeprefix("http://"):
            return Reply(302, b"", {"Location": f"{self.elsewhere}{request.path}"})
        start = int(request.headers.get("range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
        cut = self.cuts.pop(0) if self.cuts else None
        if not start or self.ignores_ranges:
            return Reply(200, content, {}, cut)
        if start >= len(content):
            return Reply(416, b"")
        at = {"Content-Range": f"bytes {start}-{len(content) - 1}/{len(content)}"}
        return Reply(206, content[start:], at, cut)

    def _stated(self, request: Seen, name: str) -> Reply:
        content = self.files[name]
        size = str(self.size_of.get(name, len(content)))
        headers = {"X-Repo-Commit": self.commit, "Content-Length": size}
        if name.endswith(".onnx"):
            sha256 = f'"{hashlib.sha256(content).hexdigest()}"'
            more = {"X-Linked-Etag": sha256, "X-Linked-Size": size} if self.states_checksums else {"ETag": '"x"'}
            return Reply(
                302, b"", {**headers, **more, "Content-Length": "0", "Location": f"{self.elsewhere}{request.path}"}
            )
        git = hashlib.sha1(b"blob %d\0%s" % (len(content), content), usedforsecurity=False).hexdigest()
        return Reply(200, b"", {**headers, "ETag": f'W/"{git}"'})
