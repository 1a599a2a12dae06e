"""A server process, and questions to it over the loopback."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.interfaces.desk import Desk

PATIENCE = 60  # seconds
_ADDRESS = re.compile(r"dowse: (http://([^/]+):(\d+)/\S*) serves (.+) \(Ctrl-C stops\)\n")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]  # by small names
    body: bytes

    @property
    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.body)

    @property
    def problem(self) -> dict[str, Any]:
        """The body as a problem, which it has to be."""
        assert self.headers["content-type"] == "application/problem+json", self
        found: dict[str, Any] = self.json
        assert found["status"] == self.status
        assert found["title"]
        assert found["detail"]
        return found


@dataclass(frozen=True, slots=True)
class Server:
    """A server that has said where it is."""

    process: subprocess.Popen[str]
    address: str  # as it was printed
    port: int
    vaults: str

    def ask(
        self,
        target: str,
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        **parameters: Any,
    ) -> Reply:
        """The answer to a question; a parameter with a list of values is there several times."""
        if parameters:
            target = f"{target}?{urlencode(parameters, doseq=True)}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, target, body, dict(headers or {}))
            got = connection.getresponse()
            return Reply(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())
        finally:
            connection.close()

    def post(self, value: Any, *, media_type: str = "application/json", target: str = "/search") -> Reply:
        """The answer to a question with a body."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.ask(target, method="POST", headers={"Content-Type": media_type}, body=body)

    def says(self, *lines: bytes) -> bytes:
        """All that comes back for these bytes, up to the end of the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(b"".join(lines))
            got = b""
            with suppress(ConnectionResetError):  # it was not read to its end
                while more := connection.recv(65_536):
                    got += more
            return got

    def stop(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        """The exit code, and what else was said on stderr."""
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@contextmanager
def serving(desk: Desk, *arguments: str | Path) -> Iterator[Server]:
    """A server on a free port; it is ended afterwards, if it still runs."""
    with started(desk, desk.server("serve", "--port", "0", *arguments)) as server:
        yield server


@contextmanager
def started(desk: Desk, command: Sequence[str | Path]) -> Iterator[Server]:
    """The server that the command starts; it is ended afterwards, if it still runs."""
    with subprocess.Popen(
        command,
        cwd=desk.folder,
        env=desk.environment,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            read = _ADDRESS.fullmatch(line)
            assert read, line + process.stderr.read()
            yield Server(process, read[1], int(read[3]), read[4])
        finally:
            if process.poll() is None:
                process.kill()
