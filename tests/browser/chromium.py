"""The Chromium of the system, and a `dowse serve` for it to look at."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.interfaces.desk import Desk

ARGUMENTS = (
    "--no-sandbox",  # in a container the user is root, and there is no page but ours
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# The first has no windows and no menus to draw, and takes half the time of the others.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_ADDRESS = re.compile(r"http://\S+")
_PATIENCE = 10.0  # seconds for a server to stop


def chromium() -> str | None:
    """Where the browser is; None when there is none."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def served(desk: Desk, *folders: Path) -> Iterator[str]:
    """The address of a server for the folders, with no slash at its end."""
    server = subprocess.Popen(
        desk.server("serve", *(folders or (desk.notes,)), "--port", "0"),
        cwd=desk.folder,
        env=desk.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert server.stderr is not None
    try:
        said = []
        for line in server.stderr:
            said.append(line)
            if found := _ADDRESS.search(line):
                yield found[0].rstrip("/")
                return
        raise AssertionError(f"no address was printed: {said}")
    finally:
        server.terminate()
        try:
            server.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stderr.close()
