"""A server with pages that are there, gone, slow, moved and moody."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(slots=True)
class Web:
    """The server, what it was asked, and how much at once."""

    port: int = 0
    asked: list[str] = field(default_factory=list)  # "HEAD /page"
    agents: set[str] = field(default_factory=set)
    statuses: dict[str, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    over: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def counts(self) -> Counter[str]:
        return Counter(line.partition(" ")[2] for line in self.asked)


_REDIRECTS = {
    "/moved": (301, "/ok"),
    "/found": (302, "/ok"),
    "/loop": (302, "/loop"),
    "/away": (302, "file:///etc/passwd"),
    "http://host.example/inside": (302, "http://10.0.0.1/"),  # asked of a proxy
}
_STATUSES = {"/gone": 410, "/missing": 404, "/broken": 503, "/private": 403, "/crowded": 429}


class _Handler(BaseHTTPRequestHandler):
    """/slow, /drip, /rude, /reset and /no-head do as they are called; what is nowhere named is there."""

    web: Web

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the signature
        pass

    def do_HEAD(self) -> None:
        web = self.web
        with web.lock:
            web.asked.append(f"{self.command} {self.path}")
            web.agents.add(self.headers["User-Agent"])
        self._say(self.path.partition("?")[0])

    do_GET = do_HEAD  # noqa: N815  # the name that is looked for

    def _say(self, path: str) -> None:
        match path:
            case "/no-head" if self.command == "HEAD":
                self._status(405)
            case "/slow":
                self.web.over.wait(30)
            case "/drip":
                for _ in range(300):
                    with suppress(OSError):
                        self.wfile.write(b"H")
                    if self.web.over.wait(0.1):
                        return
            case "/rude":
                self.wfile.write(b"\x00\xff nothing of HTTP\r\n\r\n")
            case "/reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            case _:
                if path.startswith("/page"):
                    self.web.over.wait(0.02)  # so that several are asked at once, if they are
                usual = (self.web.statuses.get(path, _STATUSES.get(path, 200)), "")
                self._status(*_REDIRECTS.get(path, usual))

    def _status(self, code: int, location: str = "") -> None:
        with suppress(OSError):
            self.send_response(code)
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Length", "0")
            self.end_headers()


@contextmanager
def web() -> Iterator[Web]:
    """The server, while it runs."""
    found = Web()
    handler = type("Handler", (_Handler,), {"web": found})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    found.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield found
    finally:
        found.over.set()
        server.shutdown()
        server.server_close()
