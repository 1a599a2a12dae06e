"""Quick looks into a folder before it is walked: whether it is there, holds files of some kind, and how many."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from .ignored_names import IGNORED_FOLDERS, is_usually_left_out
from .output_folders import is_output
from .worktrees import GIT

_MOST_ENTRIES = 20_000  # listed in about 50 ms


def holds(folder: Path, wanted: Callable[[str], bool]) -> bool:
    """Whether a file below the folder has a wanted name; see `count_files`."""
    return any(wanted(entry.name) for entry in _files(folder, is_usually_left_out))


def count_files(folder: Path, wanted: Callable[[str], bool]) -> int:
    """The number of files below the folder with a wanted name, among its first 20,000 entries, upper folders first.

    Leaves out the folders that a walk leaves out by name, and git worktrees and submodules; reads no ignore file and
    follows no link.
    """
    return sum(1 for _ in files_of(folder, wanted))


def files_of(folder: Path, wanted: Callable[[str], bool]) -> Iterator[Path]:
    """The files that `count_files` counts."""
    return (Path(entry.path) for entry in _files(folder, is_usually_left_out) if wanted(entry.name))


def probed_paths(folder: Path) -> Iterator[str]:
    """The relative paths of the files among the first 20,000 entries below the folder, upper folders first.

    Leaves out folders of programs and of generated files, worktrees and submodules; reads no ignore file, and follows
    no link.
    """
    for entry in _files(folder, IGNORED_FOLDERS.__contains__):
        yield Path(entry.path).relative_to(folder).as_posix()


def identity(root: Path) -> tuple[int, int] | None:
    """The identity of the folder, which changes with a mount; None for a missing folder."""
    try:
        status = root.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if root.is_dir() else None


def has_entries(root: Path) -> bool:
    """Whether the folder is there and contains anything; a mount point without its disk does not."""
    try:
        with os.scandir(root) as entries:
            return next(entries, None) is not None
    except OSError:
        return False


def _files(folder: Path, is_left_out: Callable[[str], bool]) -> Iterator[os.DirEntry[str]]:
    waiting, left, is_top = deque([os.fspath(folder)]), _MOST_ENTRIES, True
    while waiting and left > 0:
        try:
            with os.scandir(waiting.popleft()) as listing:
                entries = list(islice(listing, left))
        except OSError:  # deleted meanwhile, or not readable
            continue
        left -= len(entries)
        if not is_top and any(entry.name == GIT and entry.is_file() for entry in entries):
            continue
        is_top = False
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if not (is_left_out(entry.name) or is_output(entry.name, entry.path)):
                    waiting.append(entry.path)
            elif entry.is_file(follow_symlinks=False):
                yield entry


def is_file_inside(root: Path, path: str) -> bool:
    """Whether there is such a file, and no link leads out of the vault to it."""
    file = root / path
    is_there = os.path.lexists(file) and not file.is_dir()
    return is_there and file.parent.resolve().is_relative_to(root.resolve())


def is_utf8(path: str) -> bool:
    """Whether the path is valid UTF-8."""
    if path.isascii():
        return True
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
