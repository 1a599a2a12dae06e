"""Maintenance of the index file: integrity check, unused space, vacuum."""

from __future__ import annotations

import contextlib
from pathlib import Path

import apsw

from ...filesystem.database_stamp import changing
from ...model.errors import IndexDamagedError
from ...ports.store_location import ORIGIN, StoreReport
from . import meta
from .connect import connected
from .file.index_files import (
    FILE,
    earlier_files,
    files,
    found_damage,
    mark_damaged,
    unfinished_files,
    vectors_file,
    vectors_files,
)
from .file.peek import SHORTEST
from .file.structure_check import structure_faults
from .repacking import repack
from .savepoint import savepoint
from .schema.migrate import MIGRATIONS, create
from .sqlite_errors import decoded, explained, fault_of
from .texts.recompression import recompress
from .vectors import embedding_spaces
from .words import postings


def examined(folder: Path) -> StoreReport | None:
    """The index in `folder`; None when there is none. Raises the errors of `explained`.

    Notes damage, so that the next command that opens the index rebuilds it.
    """
    path = folder / FILE
    if not path.exists():
        return None
    length = _bytes(path)
    if path.is_file() and length < SHORTEST:  # SQLite would make it a database, and not one of a known origin
        faults = ("the file is cut off",) if length else ()
        return StoreReport(str(path), faults, 0, len(MIGRATIONS), size(folder), 0, "", earlier(folder))
    try:
        report = _examined(path)
    except IndexDamagedError as error:
        mark_damaged(folder, fault_of(error.__cause__ or error))
        raise
    if report.faults:
        mark_damaged(folder, report.faults[0])
    return report


def earlier(folder: Path) -> tuple[tuple[str, int], ...]:
    """See ports.StoreLocation."""
    return tuple((str(file), _bytes(file)) for file in earlier_files(folder)) if (folder / FILE).exists() else ()


def _examined(path: Path) -> StoreReport:
    folder = path.parent
    with explained(path), connected(path) as connection, decoded():
        broken = structure_faults(connection)
        tables = int(connection.pragma("user_version") or 0)
        free = int(connection.pragma("freelist_count") or 0) * int(connection.pragma("page_size") or 0)
        current, root = (meta.generation(connection), meta.recalled(connection, "root")) if tables else (0, "")
    unread = sum(_bytes(file) for file in _unread(folder, current))
    schema = () if tables in (0, len(MIGRATIONS)) else (f"its schema is {tables}",)
    marked = found_damage(folder)
    faults = (marked,) if marked else (*broken, *schema)
    return StoreReport(str(path), faults, tables, len(MIGRATIONS), size(folder), free + unread, root, earlier(folder))


def vacuum(folder: Path) -> None:
    """Deletes unused vectors, compresses texts anew, merges the segments of the word index, and returns unused space.

    Call with the lock of the index held.  Readers continue; the space that they use is returned when they finish.
    Raises StorageError when the disk has no space for the temporary copy of the index.
    """
    path = folder / FILE
    with explained(path), connected(path) as connection, decoded():
        create(connection)
        with savepoint(connection):
            embedding_spaces.forget_unused(connection)
            recompress(connection)
            connection.execute("insert into words(words) values ('optimize')")  # before its terms are read
            postings.derive(connection)
            meta.remember(connection, "edition", meta.edition(connection) + 1)
            meta.rewrite(connection, ORIGIN)
        repack(connection)
        with contextlib.suppress(apsw.BusyError), changing(path):
            connection.set_busy_timeout(0)  # with a reader active, the next writer truncates the log
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        current = meta.generation(connection)
    for file in _unread(folder, current):
        with contextlib.suppress(OSError):  # on Windows another process may read it
            file.unlink()


def size(folder: Path) -> int:
    """Bytes of all files of the index in `folder`."""
    return sum(map(_bytes, files(folder)))


def _unread(folder: Path, generation: int) -> list[Path]:
    """Vector files of earlier generations, and incomplete ones."""
    wanted = vectors_file(folder, generation)
    return [*(file for file in vectors_files(folder) if file != wanted), *unfinished_files(folder)]


def _bytes(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
