"""A small file that several processes change: written whole or not at all, by one process at a time."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ..model.errors import IndexBusyError

_PATIENCE = 10.0  # seconds; writing takes a few milliseconds


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keeps other processes from changing the file meanwhile; its folder is made when it is missing.

    Raises IndexBusyError when another process keeps it for long, and OSError where nothing can be written.
    """
    import filelock  # noqa: PLC0415  # here, since it costs 45 ms and reading needs none

    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = filelock.FileLock(path.with_name(f"{path.name}.lock")).acquire(timeout=_PATIENCE)
    except filelock.Timeout as error:
        raise IndexBusyError(f"{path} is being written by another process; try again in a moment") from error
    with lock:
        yield


def write_whole(path: Path, text: str) -> None:
    """Writes beside the file and puts it in its place, so that there is a whole one at any time.

    A new file is its owner's alone, and another one keeps its mode.  Raises OSError.
    """
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}-", delete=False
    ) as file:
        beside = Path(file.name)
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            if path.exists():
                shutil.copymode(path, beside)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    beside.replace(path)
