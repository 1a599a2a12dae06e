"""`dowse index --watch` as a process that is listened to."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tests.interfaces.desk import Desk

PATIENCE = 60  # seconds
# A shell starts background jobs with SIGINT ignored, and children inherit that.
HEARS_CTRL_C = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from dowse.interfaces.cli.main import run; run()"
)


@dataclass(frozen=True, slots=True)
class Watched:
    """A process that watches, and what it says line by line."""

    process: subprocess.Popen[str]
    out: queue.Queue[str] = field(default_factory=queue.Queue)
    err: queue.Queue[str] = field(default_factory=queue.Queue)

    def syncs(self, until: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """What was read, as far as it takes."""
        found: list[dict[str, Any]] = []
        while not until(found):
            found.append(json.loads(self.out.get(timeout=PATIENCE)))
        return found

    def remark(self, holding: str) -> str:
        """The next line on stderr that holds this."""
        while holding not in (line := self.err.get(timeout=PATIENCE)):
            pass
        return line

    @property
    def most_memory(self) -> int:
        """The most that was in memory so far, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) // 1024

    def stop(self) -> int:
        """The exit code after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


_WATCH = ("index", "notes", "--watch", "--json")
# Starts a new interpreter: its memory and its end are those of the command.
IN_NEW_INTERPRETER = (sys.executable, "-c", HEARS_CTRL_C, *_WATCH)


@contextmanager
def watched(desk: Desk, command: Sequence[str] = ()) -> Iterator[Watched]:
    """A process that has indexed the notes and watches them now, by default a fork; it is ended afterwards."""
    with subprocess.Popen(
        command or desk.server(*_WATCH),
        cwd=desk.folder,
        env=desk.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        watching = Watched(process)
        for stream, lines in ((process.stdout, watching.out), (process.stderr, watching.err)):
            assert stream is not None
            threading.Thread(target=_listen, args=(stream, lines), daemon=True).start()
        try:
            watching.syncs(lambda found: len(found) == 1)
            watching.remark("watching")
            yield watching
        finally:
            process.kill()


def _listen(stream: IO[str], lines: queue.Queue[str]) -> None:
    for line in stream:
        lines.put(line)
