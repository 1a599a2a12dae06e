"""Checks of an index: its file, its lock, and the disk that holds it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from ...engines.registry import storage_at
from ...model.errors import DowseError, IndexBusyError, IndexDamagedError, StorageError, VaultError
from ...ports.store_location import StoreReport
from ...settings.paths import INDEX_FOLDER
from ..location import Progress, VaultLocation
from ..sessions.deleted_worktrees import deleted
from ..sessions.index_folders import foreign_index, foreign_index_advice, has_index, index_folders
from .issue import Issue, megabytes

_MUCH_UNUSED = 0.25  # of the index; a smaller part is soon used again
_WORTH_IT = 5_000_000  # bytes
_ROOM = 100_000_000  # bytes of disk
_MOST_FAULTS = 5
_DELETE = "delete the file if nothing else needs it: dowse rebuilds the index from the notes"


def file(folder: Path | None, again: str) -> tuple[tuple[Issue, ...], StoreReport | None]:
    """The state of the index file, and the report on the index if it is usable; `again` is the folder as typed."""
    if folder is None:
        return (Issue("index", "hint", "no index yet; the first search creates it", f"dowse index{again}"),), None
    try:
        found = storage_at(folder).examine()
    except IndexDamagedError as error:
        return (Issue("index", "error", str(error), f"dowse index{again}"),), None
    except VaultError as error:
        return (Issue("index", "error", str(error), _DELETE),), None
    except DowseError as error:
        return (Issue("index", "error", str(error)),), None
    if found is None:
        return (Issue("index", "hint", "no index yet; the first search creates it", f"dowse index{again}"),), None
    findings = tuple(_of(found, again))
    return findings, None if found.faults else found


def _of(found: StoreReport, again: str) -> Iterator[Issue]:
    if found.faults:
        what = f"{found.address} is damaged: {'; '.join(found.faults)}"
        yield Issue("index", "error", what, f"dowse index{again}")
        return
    yield Issue("index", "ok", f"{found.address}: intact, {megabytes(found.size_bytes)}, schema {found.schema}")
    if not found.schema:
        yield Issue("index", "hint", f"{found.address} is empty; the next search fills it", f"dowse index{again}")
    for earlier, size in found.earlier:
        what = f"{earlier} is the index of an earlier dowse ({megabytes(size)})"
        yield Issue("index", "hint", what, "delete the file if no earlier dowse uses this vault")
    if found.free_bytes > max(_WORTH_IT, _MUCH_UNUSED * found.size_bytes):
        what = f"{megabytes(found.free_bytes)} of the index are unused"
        yield Issue("index", "hint", what, f"dowse vacuum{again}")


def content(folder: Path, again: str, progress: Progress) -> Iterator[Issue]:
    """Whether everything in the index is as it was written; damage is noted, so that the next command rebuilds it."""
    try:
        faults = storage_at(folder).verify(progress)
    except DowseError as error:
        yield Issue("index", "error", str(error))
        return
    for fault in faults[:_MOST_FAULTS]:
        yield Issue("index", "error", fault, f"dowse index{again}")
    if len(faults) > _MOST_FAULTS:
        yield Issue("index", "error", f"{len(faults) - _MOST_FAULTS:,} more faults", f"dowse index{again}")
    if not faults:
        yield Issue("index", "ok", "verified pages, texts, properties, words, vectors, edges and postings")


def placement(root: Path, index_dir: Path | None, environment: Mapping[str, str]) -> Iterator[Issue]:
    """A hint on an index in the vault that dowse does not use."""
    if (found := foreign_index(root, environment)) is not None:
        folder, objection = found
        what = f"the index in {folder} {objection}, so it is not used"
        yield Issue("index", "hint", what, foreign_index_advice(root, folder))
        return
    inside = root / INDEX_FOLDER
    used = next(index_folders(VaultLocation(root, index_dir), environment), inside)
    if used != inside and has_index(inside):
        size = megabytes(storage_at(inside).size())
        what = f"the index in {inside} is not used any more ({size}), since that in {used} is"
        yield Issue("index", "hint", what, shlex.join(["rm", "-r", str(inside)]))


def deleted_worktrees(environment: Mapping[str, str], again: str) -> Iterator[Issue]:
    """A hint on the indexes that are left of deleted git worktrees."""
    left = [Path(each.folder) for each in deleted(environment) if Path(each.folder).is_dir()]
    if left:
        size = megabytes(sum(storage_at(folder).size() for folder in left))
        what = f"{len(left):,} indexes of deleted" if len(left) > 1 else "1 index of a deleted"
        worktrees = "worktrees" if len(left) > 1 else "worktree"
        yield Issue("index", "hint", f"{what} {worktrees} ({size}), such as {left[0]}", f"dowse vacuum{again}")


def lock(folder: Path) -> Issue:
    """Whether another process holds the lock of the index, and whether the index is writable."""
    try:
        with storage_at(folder).lock().held(patience=0.0):
            return Issue("lock", "ok", "no process is writing the index")
    except IndexBusyError:
        what = "another process is writing the index; searches use the indexed content meanwhile"
        return Issue("lock", "hint", what, "wait, or check for a `dowse` process that hangs")
    except StorageError as error:
        return Issue(
            "lock",
            "warning",
            str(error),
            "make the folder of the index writable: without updates, the index becomes stale",
        )


def disk(folder: Path) -> Issue:
    """Whether the disk has enough free space."""
    place = storage_at(folder)
    free, size = place.available(), place.size()
    if free is None:
        return Issue("disk", "ok", f"the index takes {megabytes(size)}")
    if free < max(_ROOM, size):
        what = f"{megabytes(free)} free on the disk of the index; the index takes {megabytes(size)}"
        return Issue("disk", "warning", what, "free disk space, or move the index with --index-dir")
    return Issue("disk", "ok", f"{free / 1e9:,.1f} GB free on the disk of the index")
