"""Stamps of the files and folders of a scan, by which a moment later nothing or something has changed.

A look at the stamps takes a fraction of a scan: no folder is listed, and no ignore file is read.  A file that is
skipped has no stamp: the next scan finds its changes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp
from .read import tick_ns
from .walk import FoundPath, WalkResult


@dataclass(frozen=True, slots=True)
class TreeStamps:
    """The files and the times of the folders of the folder `root`."""

    root: str
    files: Sequence[FoundPath]
    folders: Sequence[tuple[str, int]]  # path and mtime_ns

    def with_files(self, saved: Collection[FoundPath]) -> TreeStamps:
        """The stamps with other ones of these files."""
        new = {file.path: file for file in saved}
        return replace(self, files=tuple(new.get(file.path, file) for file in self.files))

    def is_unchanged(self) -> bool:
        """Whether no file has changed, and none was added, removed or renamed."""
        stat, root = os.stat, self.root
        try:
            for path, mtime_ns in self.folders:
                if stat(path).st_mtime_ns != mtime_ns:
                    return False
            for path, size, mtime_ns in self.files:
                status = stat(f"{root}/{path}", follow_symlinks=False)
                if status.st_mtime_ns != mtime_ns or status.st_size != size:
                    return False
        except OSError:
            return False
        return True


def has_changed(root: Path, known: Mapping[str, FileStamp]) -> bool:
    """Whether one of the files is no longer as known; one without a known time counts as unchanged."""
    for path, stamp in known.items():
        try:
            status = (root / path).lstat()
        except OSError:
            return True
        if stamp.mtime_ns != -1 and (status.st_size, status.st_mtime_ns) != (stamp.size, stamp.mtime_ns):
            return True
    return False


def stamps_of(root: Path, walked: WalkResult, *, started_ns: int) -> TreeStamps | None:
    """The stamps of a walk that began at that time; None if a folder or an ignore file has changed since, or just
    before.
    """
    folders, stat = [], os.stat  # in half of the time with Path.stat
    if any(_may_change_again(file.mtime_ns, started_ns) for file in walked.ignore_files):
        return None
    try:
        for path in (os.fspath(root), *(f"{root}/{folder}" for folder in walked.folders)):
            mtime_ns = stat(path).st_mtime_ns
            if _may_change_again(mtime_ns, started_ns):
                return None
            folders.append((path, mtime_ns))
    except OSError:
        return None
    return TreeStamps(os.fspath(root), (*walked.found, *walked.configuring, *walked.ignore_files), folders)


def _may_change_again(mtime_ns: int, started_ns: int) -> bool:
    """Whether a change after the walk may have the same time; a time in the future, of a wrong clock, stays behind."""
    return started_ns - tick_ns(mtime_ns) <= mtime_ns <= time.time_ns()
