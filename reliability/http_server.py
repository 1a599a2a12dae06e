"""A running `dowse serve`."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from subject import Subject

Server = subprocess.Popen[str]


@contextmanager
def served(subject: Subject, vault: Path) -> Iterator[tuple[Server, int | None]]:
    """A server of the vault, and its port; None if it does not start."""
    server = subject.started("serve", vault, "--port", "0", killable=True)
    try:
        yield server, _port(server.stderr)
    finally:
        server.kill()
        server.communicate()


def _port(lines: object) -> int | None:
    for line in lines or ():  # type: ignore[attr-defined]  # the pipe of the server
        if found := re.search(r"http://[\w.]+:(\d+)", line):
            return int(found[1])
    return None
