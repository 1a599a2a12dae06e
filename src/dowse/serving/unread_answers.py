"""Requests over stdio whose answers the client has not read: beyond a number of them, no further message is read."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from io import BufferedIOBase

from .malformed_requests import parsed

_MOST_UNREAD = 256  # requests; an answer has up to 60 KB
_FORGET_SECONDS = 60.0  # after which requests count as cancelled if no answer is being written
_ID = re.compile(rb'\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+)')  # as the SDK writes an answer

_Id = str | int


class UnreadAnswers:
    """Counts requests and their answers. Safe to use from several threads."""

    def __init__(self, *, most: int = _MOST_UNREAD) -> None:
        self._most = most
        self._open: Counter[_Id] = Counter()
        self._changed = threading.Condition()
        self._is_writing = False
        self._writer = threading.Lock()

    def wait(self) -> None:
        """Waits until a further request may be read."""
        with self._changed:
            while self._open.total() >= self._most:
                if not self._changed.wait(_FORGET_SECONDS) and not self._is_writing:
                    self._open.clear()

    def count_request(self, line: bytes) -> None:
        """Counts the request of the line, if it is one; a cancelled request needs no answer."""
        match parsed(line):
            case {"method": "notifications/cancelled", "params": {"requestId": str() | int() as ident}}:
                self._close(ident)
            case {"method": _, "id": bool()}:
                pass
            case {"method": _, "id": str() | int() as ident}:
                with self._changed:
                    self._open[ident] += 1

    def write(self, target: BufferedIOBase, line: bytes) -> int:
        """Writes the line, and counts the answer in it, if it is one. Waits for the client."""
        with self._writer:
            self._is_writing = True
            try:
                target.write(line)
                target.flush()
            finally:
                self._is_writing = False
        if found := _ID.match(line):
            self._close(json.loads(found[1]))
        return len(line)

    def _close(self, ident: _Id) -> None:
        with self._changed:
            self._open[ident] -= 1
            if self._open[ident] <= 0:
                del self._open[ident]
            self._changed.notify()
