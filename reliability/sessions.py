"""A client of `dowse mcp` on standard input and output."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import time
from pathlib import Path
from typing import Any

from subject import Subject

_HELLO = {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "reliability", "version": "1"},
}  # fmt: skip


class Session:
    """One server with one client."""

    def __init__(self, subject: Subject, *vaults: Path) -> None:
        self.process: subprocess.Popen[str] = subject.started("mcp", *vaults)
        self._number = 0
        self._unread = b""  # what the server has written, up to a part of a line
        self.call("initialize", _HELLO)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: object) -> None:
        """Sends a message, as JSON unless it is a text. Raises BrokenPipeError when the server has ended."""
        assert self.process.stdin is not None
        self.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self.process.stdin.flush()

    def call(self, method: str, parameters: object, *, seconds: float = 60.0) -> dict[str, Any] | None:
        """The response; None when there is none in time or the server has ended."""
        self._number += 1
        number = self._number
        try:
            self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})
        except BrokenPipeError:
            return None
        return self.response(number, seconds)

    def tool(self, name: str, **arguments: object) -> dict[str, Any] | None:
        """The result of a tool."""
        return self.call("tools/call", {"name": name, "arguments": arguments})

    def response(self, number: int, seconds: float) -> dict[str, Any] | None:
        """The response to the request of that number."""
        until = time.monotonic() + seconds
        while line := self._line(until):
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == number:
                return message
        return None

    def _line(self, until: float) -> bytes:
        """The next line of the server; empty when there is none in time, or at the end.

        Not by `readline`: of two lines that come together, the second would wait in its buffer for a third one.
        """
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                if not selector.select(max(0.0, until - time.monotonic())):
                    return b""
                part = os.read(self.process.stdout.fileno(), 1 << 16)
                if not part:
                    return b""
                self._unread += part
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    @property
    def has_ended(self) -> bool:
        """Whether the server process has ended."""
        return self.process.poll() is not None

    def close(self) -> int:
        """Ends the server; returns its exit code."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.close()
            return self.process.wait(20)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.process.kill()
            return self.process.wait()
        finally:
            if self.process.stdout is not None:
                self.process.stdout.close()
