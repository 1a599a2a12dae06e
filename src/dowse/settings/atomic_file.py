"""A small file that several processes change: one process at a time, and each write is atomic."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from ..model.errors import IndexBusyError

_PATIENCE = 10.0  # seconds; writing takes a few milliseconds


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Lock the file for this process; its folder is created if missing.

    Raises IndexBusyError when another process holds the lock for 10 s, and OSError without permission to write.
    """
    import filelock  # noqa: PLC0415  # here, since it costs 45 ms and reading needs none

    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = filelock.FileLock(path.with_name(f"{path.name}.lock"), mode=0o600).acquire(timeout=_PATIENCE)
    except filelock.Timeout as error:
        raise IndexBusyError(f"{path} is being written by another process; try again in a moment") from error
    with lock:
        yield


def write_whole(path: Path, text: str) -> None:
    """Replace the contents of the file atomically.

    A new file is readable for its owner alone, an existing file keeps its mode.  Raises OSError.
    """
    import tempfile  # noqa: PLC0415  # here, with random and secrets, since searches write no settings

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
