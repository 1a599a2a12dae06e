"""The stamp of the database file, as dowse has last left the file or found it in order.

A page has a checksum of its content and not of its place, so pages that changed places are right one by one.  Whatever
does that changes the file, and so does a restored copy, or a process that is killed while it moves pages from the
write-ahead log into the file.  Every connection of dowse notes the stamp in a small file after each of its own changes;
with another stamp, or none, opening the index checks its structure.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from .private_files import read_small, replace_file

_ENDING = ".stamp"
_FORM = "1"  # of the line; another version of dowse may check more
_LONGEST = 200  # bytes


class DatabaseStamp(NamedTuple):
    """What differs after a file was changed or replaced, even by one of the same size and time."""

    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int


def stamp_file(database: Path) -> Path:
    """The file with the stamp of the database."""
    return database.with_suffix(_ENDING)


def stamp_of(database: Path) -> DatabaseStamp | None:
    """The present stamp; None without a file."""
    try:
        status = database.stat()
    except OSError:
        return None
    return DatabaseStamp(status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def is_unchanged(database: Path) -> bool:
    """Whether the database is as dowse has last left it or found it in order."""
    present = stamp_of(database)
    return present is not None and _noted(database) == _line(present)


def note(database: Path, stamp: DatabaseStamp) -> None:
    """Notes the stamp. Without space or permission for that, the structure is checked again when the index is opened.

    The file is not forced to the disk: whatever a power cut leaves of it, it is the stamp or it is none.
    """
    beside = database.with_name(f"{database.stem}.{token_hex(8)}.tmp")
    with suppress(OSError):
        replace_file(stamp_file(database), _line(stamp).encode("ascii"), beside)


@contextmanager
def changing(database: Path) -> Iterator[None]:
    """Notes the stamp after a block that may move pages from the log into the file.

    Leaves the stamp as it is where something else had changed the file before the block.
    """
    before = stamp_of(database) if is_unchanged(database) else None
    try:
        yield
    finally:
        after = stamp_of(database)
        if before is not None and after is not None and after != before:
            note(database, after)


def _line(stamp: DatabaseStamp) -> str:
    return " ".join((_FORM, *map(str, stamp)))


def _noted(database: Path) -> str:
    """The line in the file; empty for none."""
    try:
        return read_small(stamp_file(database), _LONGEST).decode("ascii", "replace")
    except OSError:
        return ""
