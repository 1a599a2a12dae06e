"""The standard error output of a server, which a parent that does not read it cannot stop.

A pipe holds 64 KB.  A server that writes more to a pipe that nobody reads waits without end, with all its requests.
"""

from __future__ import annotations

import io
import os
import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

_MOST_WAITING = 1000  # texts; a traceback has a few dozen
_GRACE_SECONDS = 1.0  # at the end, for texts that wait


class QueuedOutput(io.TextIOBase):
    """Writes to another stream from a thread; drops texts while too many wait."""

    def __init__(self, stream: TextIO, most: int = _MOST_WAITING) -> None:
        self._stream = stream
        self._texts: queue.Queue[bytes] = queue.Queue(most)
        # A daemon: a write that waits for a reader does not keep the process.
        threading.Thread(target=self._write_all, name="stderr", daemon=True).start()

    @property
    def encoding(self) -> str:  # type: ignore[override]  # io.TextIOBase has an attribute
        """The encoding of the other stream."""
        return self._stream.encoding

    @property
    def errors(self) -> str:  # type: ignore[override]  # as above
        """What replaces characters that the encoding lacks."""
        return "backslashreplace"

    def isatty(self) -> bool:
        """Whether the other stream is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """The descriptor of the other stream."""
        return self._stream.fileno()

    def writable(self) -> bool:
        """Whether `write` is possible: always."""
        return True

    def write(self, text: str) -> int:
        """Queues the text, unless too many wait."""
        with suppress(queue.Full):
            self._texts.put_nowait(text.encode(self.encoding, self.errors))
        return len(text)

    def drain(self, seconds: float = _GRACE_SECONDS) -> bool:
        """Waits until all texts are written, at most so long; whether they are."""
        with self._texts.all_tasks_done:
            return self._texts.all_tasks_done.wait_for(lambda: not self._texts.unfinished_tasks, seconds)

    def _write_all(self) -> None:
        while True:
            data = self._texts.get()
            with suppress(OSError, ValueError):  # no reader any more, or a stream that is closed at the end
                while data:
                    # Not by the stream, whose lock Python needs to end.
                    data = data[os.write(self._stream.fileno(), data) :]
            self._texts.task_done()


@contextmanager
def queued_stderr() -> Iterator[None]:
    """Writes of this process to `sys.stderr` wait for no reader."""
    stream = sys.stderr
    queued = QueuedOutput(stream)
    sys.stderr = queued
    try:
        yield
    finally:
        sys.stderr = stream
        queued.drain()
