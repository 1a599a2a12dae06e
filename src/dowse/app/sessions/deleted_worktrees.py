"""Removes what dowse has kept for git worktrees that are deleted: indexes outside of them, and records."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ...engines.registry import storage_at
from ...filesystem.worktrees import is_locked, linked_tops
from ...model.errors import DowseError
from ...settings.model_record import forget
from ...settings.worktree_record import WorktreeIndex, record, recorded, unrecord
from .index_provenance import is_recorded


def deleted(environment: Mapping[str, str]) -> tuple[WorktreeIndex, ...]:
    """The recorded indexes of linked worktrees that are deleted, and not only on a disk that is not connected.

    That is so once the repository lists the worktree no more.  For one that it still lists, as after `rm -r`, the
    folder that contained it must be there, and the index be outside of it: one inside may have been moved.
    """
    return tuple(each for each in recorded(environment) if each.is_linked and _is_deleted(each))


def remove_deleted(environment: Mapping[str, str]) -> Iterator[str]:
    """Removes the indexes of deleted worktrees and their records; a remark on each index."""
    for entry in deleted(environment):
        with suppress(DowseError, OSError):  # busy or not writable: the next run repeats it
            if (moved := _moved(entry)) is not None:
                record(moved, environment)
                unrecord((entry,), environment)
                continue
            has_index = _remove_index(Path(entry.folder), entry)
            forget(entry.vault, environment)
            unrecord((entry,), environment)
            if has_index:
                yield f"removed the index of the deleted worktree {entry.worktree}"


def _is_deleted(entry: WorktreeIndex) -> bool:
    top, repository = Path(entry.worktree), Path(entry.repository)
    if os.path.lexists(top) or not (repository / "HEAD").exists():
        return False
    if top not in linked_tops(repository):
        return True
    return not entry.is_in_worktree and not is_locked(repository, top) and _inode(top.parent) == entry.parent


def _moved(entry: WorktreeIndex) -> WorktreeIndex | None:
    """The entry in its new place, if git has moved the worktree together with the index."""
    if not entry.is_in_worktree:
        return None
    within = os.path.relpath(entry.folder, entry.worktree)
    for top in linked_tops(Path(entry.repository)):
        place = replace(entry, folder=str(top / within), worktree=str(top), vault=str(top / entry.inside))
        with suppress(DowseError):
            if is_recorded(place, storage_at(Path(place.folder)).readonly()):
                return replace(place, vault=os.path.normpath(place.vault), parent=_inode(top.parent))
    return None


def _remove_index(folder: Path, entry: WorktreeIndex) -> bool:
    """Removes the index and the files that dowse keeps beside it; False where there is no such index."""
    place = storage_at(folder)
    if entry.is_in_worktree or not place.exists() or not is_recorded(entry, place.readonly()):
        return False
    with place.lock().held(patience=0.0):
        place.discard()
        with os.scandir(folder) as entries:
            for path in [Path(each.path) for each in entries if each.is_file(follow_symlinks=False)]:
                path.unlink()
    with suppress(OSError):
        folder.rmdir()
    return True


def _inode(folder: Path) -> int:
    try:
        return folder.stat().st_ino
    except OSError:
        return 0
