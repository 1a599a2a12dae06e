"""Files that only their owner can read: an index contains the text of its notes.

Modes are set when a file is created: the umask belongs to the whole process, and other threads create files too.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_FILE, _FOLDER = 0o600, 0o700
_OTHERS = 0o077


def create(path: Path) -> None:
    """Creates the file, empty, unless it exists. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FILE))


def opener(path: str, flags: int) -> int:
    """For `open(…, opener=opener)`: only the owner can read a file that this creates."""
    return os.open(path, flags, _FILE)


def read_small(path: Path, most: int) -> bytes:
    """The first bytes of the file, `most` at most. Raises OSError, for a symbolic link as well; a pipe has none."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    file = os.open(path, flags)
    try:
        return os.read(file, most)
    finally:
        os.close(file)


def replace_file(path: Path, data: bytes, beside: Path) -> None:
    """Replaces the file by way of `beside`, which must not exist. Raises OSError, and leaves nothing there then."""
    file = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), _FILE)
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(data)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def make_folder(folder: Path) -> None:
    """Creates the folder and its parent, unless they exist. Raises OSError."""
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    folder.parent.mkdir(mode=_FOLDER, exist_ok=True)
    folder.mkdir(mode=_FOLDER, exist_ok=True)


def tighten(folder: Path) -> None:
    """Removes the permissions of group and others from the folder and its files, where this user owns them.

    No mode gains a bit.  Symbolic links and the contents of subfolders stay unchanged.
    """
    if os.name == "nt" or not _is_open(folder.lstat()):
        return
    for path in (*_files(folder), folder):  # the folder last: an interrupted run is repeated by the next one
        with suppress(OSError):  # another process has removed the file, or the file system has no modes
            status = path.lstat()
            if _is_open(status):
                path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)


def _files(folder: Path) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        yield from (Path(each.path) for each in entries if each.is_file(follow_symlinks=False))


def _is_open(status: os.stat_result) -> bool:
    return bool(status.st_mode & _OTHERS) and status.st_uid == os.geteuid() and not stat.S_ISLNK(status.st_mode)
