"""Checks of an index: its file, its lock, the disk it is on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from ...engines.sqlite.file_maintenance import FileReport, examined, size
from ...model.errors import DowseError, IndexBusyError, IndexDamagedError, StorageError, VaultError
from ..index_lock import IndexLock
from .issue import Issue, megabytes

_MUCH_UNUSED = 0.25  # of the index; less is soon used again
_WORTH_IT = 5_000_000  # bytes
_ROOM = 100_000_000  # bytes of disk
_DELETE = "delete the file if nothing else needs it: the index is made again from the notes"


def file(folder: Path | None, again: str) -> tuple[tuple[Issue, ...], FileReport | None]:
    """How the file of the index is, and the index if there is one that can be used; `again` is the folder as typed."""
    if folder is None:
        return (Issue("index", "hint", "there is none yet; the first search makes it", f"dowse index{again}"),), None
    try:
        found = examined(folder)
    except IndexDamagedError as error:
        return (Issue("index", "error", str(error), f"dowse index{again} --full"),), None
    except VaultError as error:
        return (Issue("index", "error", str(error), _DELETE),), None
    except DowseError as error:
        return (Issue("index", "error", str(error)),), None
    if found is None:
        return (Issue("index", "hint", "there is none yet; the first search makes it", f"dowse index{again}"),), None
    findings = tuple(_of(found, again))
    return findings, None if found.faults else found


def _of(found: FileReport, again: str) -> Iterator[Issue]:
    if found.faults:
        what = f"{found.path} is damaged: {'; '.join(found.faults)}"
        yield Issue("index", "error", what, f"dowse index{again} --full")
        return
    yield Issue("index", "ok", f"{found.path}: sound, {megabytes(found.size_bytes)}, tables {found.tables}")
    if found.tables > found.newest:
        what = f"it was made by a newer dowse (tables {found.tables}, this one knows {found.newest})"
        yield Issue("index", "error", what, "upgrade dowse, or delete the file to build it again")
    elif not found.tables:
        yield Issue("index", "hint", f"{found.path} is empty; the next search fills it", f"dowse index{again}")
    elif found.tables < found.newest:
        what = f"it was made by an older dowse (tables {found.tables} of {found.newest}); the next search changes that"
        yield Issue("index", "hint", what, f"dowse index{again}")
    if found.free_bytes > max(_WORTH_IT, _MUCH_UNUSED * found.size_bytes):
        what = f"{megabytes(found.free_bytes)} of it are not used"
        yield Issue("index", "hint", what, f"dowse vacuum{again}")


def lock(folder: Path) -> Issue:
    """Whether somebody writes, and whether anybody could."""
    try:
        with IndexLock(folder).held(patience=0.0):
            return Issue("lock", "ok", "nobody writes the index just now")
    except IndexBusyError:
        what = "another process is writing the index; what is in it is searched meanwhile"
        return Issue("lock", "hint", what, "wait, or look for a `dowse` that hangs")
    except StorageError as error:
        return Issue("lock", "warning", str(error), "an index that cannot be written to grows stale")


def disk(folder: Path) -> Issue:
    """Whether there is room to go on."""
    free, held = shutil.disk_usage(folder).free, size(folder)
    if free < max(_ROOM, held):
        what = f"{megabytes(free)} are free on the disk of the index, which has {megabytes(held)}"
        return Issue("disk", "warning", what, "free some space, or move the index with --index-dir")
    return Issue("disk", "ok", f"{free / 1e9:,.1f} GB are free on the disk of the index")
