"""The files of an index."""

from __future__ import annotations

from pathlib import Path

from .connect import FILE


def discard(folder: Path) -> None:
    """Removes the index in `folder`: all of it is derived from the files. Raises OSError when that is not allowed."""
    for path in (
        folder / FILE,
        folder / f"{FILE}-wal",
        folder / f"{FILE}-shm",
        *folder.glob("vectors-*.npy"),
        folder / "graph.db",
    ):
        path.unlink(missing_ok=True)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file it is, whatever its name; None when there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
