"""The streams of a server over stdio: messages without lone surrogates, and no more than the client reads answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import BufferedIOBase, BufferedReader, TextIOWrapper
from pathlib import Path

from .lone_surrogates import replace_lone_surrogates
from .malformed_requests import refusal
from .unread_answers import UnreadAnswers


class _Messages(BufferedIOBase):
    """The lines of a stream but for malformed requests, which are answered here."""

    def __init__(
        self,
        source: BufferedReader,
        unread: UnreadAnswers,
        *,
        answer: Callable[[bytes], int],
        is_request: Callable[[str], bool],
    ) -> None:
        self._source, self._unread = source, unread
        self._answer, self._is_request = answer, is_request

    def readable(self) -> bool:
        """True."""
        return True

    def read1(self, size: int = -1, /) -> bytes:  # noqa: ARG002  # a line is read in any case
        """The next line."""
        while True:
            self._unread.wait()
            line = replace_lone_surrogates(self._source.readline())
            self._unread.count_request(line)
            answer = refusal(line, self._is_request)
            if not answer:
                return line
            self._answer(answer)


class _Answers(BufferedIOBase):
    """A stream that is written line by line."""

    def __init__(self, write: Callable[[bytes], int]) -> None:
        self._write = write

    def writable(self) -> bool:
        """True."""
        return True

    def write(self, data: object, /) -> int:
        """Writes a line."""
        return self._write(bytes(data))  # type: ignore[call-overload]  # whatever has bytes


def open_stdio(is_request: Callable[[str], bool]) -> None:
    """Replaces sys.stdin and sys.stdout; child processes and stray output find an empty stdin and stderr.

    `is_request` states whether the SDK accepts a message as a request.
    The SDK arranges the same for streams that it opens itself.
    """
    unread = UnreadAnswers()
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)

    def write(line: bytes) -> int:
        return unread.write(target, line)

    sys.stdin = TextIOWrapper(_Messages(source, unread, answer=write, is_request=is_request))
    sys.stdout = TextIOWrapper(_Answers(write))
