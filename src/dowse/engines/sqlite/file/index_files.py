"""The files of an index, each with the version of its schema in its name.

Two versions of dowse with different schemas keep an index each in one folder: neither reads nor removes the files of
the other.  A version without an index of its own converts a copy of that of the newest earlier version.  A dowse that
cannot write checksums of pages keeps an index of its own, too.
"""

from __future__ import annotations

import fnmatch
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex

import apsw

from ....filesystem import private_files
from ....filesystem.database_stamp import stamp_file
from ....model.errors import IndexDamagedError, StorageError
from ....ports.indexed_document import UNCOMPARED
from .. import meta, page_checksums
from ..connect import BESIDE, connect, refuse_irregular
from ..schema.migrate import MIGRATIONS, can_convert, migrate
from ..sqlite_errors import RowError, explained

# SQLite without the extension for checksums would write pages that are damaged for one with it.
STEM = f"index-{len(MIGRATIONS)}{'' if page_checksums.register() else '-unchecked'}"
FILE = f"{STEM}.db"
_MARK = f"{STEM}.damaged"
_LONGEST_FAULT = 500  # bytes
_ABANDONED = 3_600  # seconds
_FIRST = "index.db"  # of schemas up to 9
_NAME = re.compile(r"index-(\d{1,6})\.db")


def vectors_file(folder: Path, generation: int) -> Path:
    """The vector file of that generation."""
    return folder / f"{STEM}.vectors-{generation}.bin"


def vectors_files(folder: Path) -> list[Path]:
    """The vector files of all generations."""
    return _files_named(folder, f"{STEM}.vectors-*.bin")


def unfinished_files(folder: Path) -> list[Path]:
    """Temporary files of killed processes."""
    return _files_named(folder, f"{STEM}.*.tmp*")


def remove_abandoned(folder: Path) -> None:
    """Removes temporary files of killed processes, of which each is as large as the index.

    An hour after the last write: a process that converts or copies an index writes all the time.
    """
    with suppress(OSError):
        for path in unfinished_files(folder):
            if time.time() - path.lstat().st_mtime > _ABANDONED:
                path.unlink(missing_ok=True)


def _files_named(folder: Path, pattern: str) -> list[Path]:
    """The files in the folder whose names match; none if there is no such folder, or if it must not be read.

    Raises OSError when the folder cannot be listed for another reason, which `Path.glob` hides from Python 3.13 on.
    """
    try:
        return [path for path in folder.iterdir() if fnmatch.fnmatch(path.name, pattern)]
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return []


def files(folder: Path) -> Iterator[Path]:
    """All files of the index with the present schema."""
    named = (FILE, *(f"{FILE}{ending}" for ending in BESIDE), "cypher.db", "cypher.stamp")
    yield from (path for name in named if (path := folder / name).exists())
    yield from vectors_files(folder)
    yield from unfinished_files(folder)
    if os.path.lexists(stamp := stamp_file(folder / FILE)) and not stamp.is_dir():
        yield stamp
    if (mark := folder / _MARK).exists():  # the last one: a run that is interrupted before leaves it
        yield mark


def mark_damaged(folder: Path, fault: str) -> None:
    """Notes that a command has found damage, so that the next one rebuilds the index, whatever that one reads."""
    with suppress(OSError):  # a folder that is not writable
        if os.path.lexists(folder / _MARK) and not _is_regular(folder / _MARK):
            (folder / _MARK).unlink()
        private_files.create(folder / _MARK)
        (folder / _MARK).write_text(fault, "utf-8")


def refuse_cut_off(connection: apsw.Connection, path: Path) -> None:
    """Raises RowError for a file that ends inside a page: SQLite reads zeros there, which have no checksum."""
    if _size(path.with_name(f"{path.name}-wal")):
        return  # a process that moves pages from the log into the file may have ended
    size = int(str(connection.pragma("page_count"))) * int(str(connection.pragma("page_size")))
    if (own := _size(path)) is not None and own < size:
        raise RowError("its last page is cut off")


def _size(file: Path) -> int | None:
    """In bytes; None without such a file."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return None


def refuse_damaged(folder: Path) -> None:
    """Raises RowError if a command has found damage in the index."""
    if fault := found_damage(folder):
        raise RowError(fault)


def found_damage(folder: Path) -> str:
    """The damage that a command has found and that is not repaired yet; empty for none."""
    mark = folder / _MARK
    try:
        if not _is_regular(mark):  # a pipe would block the process
            return ""
        with mark.open("rb") as opened:
            return opened.read(_LONGEST_FAULT).decode("utf-8", "replace") or "a command has found damage"
    except OSError:
        return ""


def _is_regular(file: Path) -> bool:
    return stat.S_ISREG(file.lstat().st_mode)


def discard(folder: Path) -> None:
    """Removes the index in `folder`, which is derived from the notes. Raises OSError when that is not allowed."""
    for path in files(folder):
        path.unlink(missing_ok=True)


def earlier_files(folder: Path) -> list[Path]:
    """The databases of earlier versions, the newest first; not checked for damage.

    Raises StorageError when the folder cannot be listed, as for a process that has too many open files.
    """
    try:
        listed = _files_named(folder, "index-*.db")
    except OSError as error:
        raise StorageError(f"the files of the index in {folder} cannot be listed ({error.strerror})") from error
    numbered = ((int(found[1]), path) for path in listed if (found := _NAME.fullmatch(path.name)))
    earlier = sorted(((n, path) for n, path in numbered if n < len(MIGRATIONS)), reverse=True)
    first = folder / _FIRST
    return [*(path for _, path in earlier), *((first,) if first.is_file() else ())]


def has_index(folder: Path) -> bool:
    """Whether there is an index in `folder`, of this version or an earlier one."""
    return (folder / FILE).exists() or bool(earlier_files(folder))


def newest(folder: Path) -> Path | None:
    """The database of this version, else that of the newest earlier one; None without one."""
    return next((each for each in (folder / FILE, *earlier_files(folder)) if each.exists()), None)


def convert_earlier(folder: Path) -> Path | None:
    """Converts a copy of the newest earlier index; returns the path of that one, or None without a conversion.

    An earlier file that is damaged or not an index of dowse is skipped: dowse then indexes the notes.  Raises the
    errors of `explained`, such as StorageError when the disk is full.
    """
    target = folder / FILE
    if target.exists():
        return None
    return next((earlier for earlier in earlier_files(folder) if _converted(earlier, target)), None)


def create_index(folder: Path, facts: Mapping[str, str]) -> bool:
    """See ports.StoreLocation.create."""
    target = folder / FILE
    refuse_irregular(target)
    if target.exists():
        return False
    try:
        with _file_beside(target) as beside, explained(target):
            private_files.create(beside)
            with _unjournaled(beside) as connection:
                migrate(connection)
                for key, value in facts.items():
                    meta.remember(connection, key, value)
            _store_durably(beside)
            return _publish(beside, target)
    except OSError as error:
        raise StorageError(f"the index cannot be written to {folder} ({error.strerror})") from error


def copy_index(source: Path, folder: Path, facts: Mapping[str, str]) -> bool:
    """See ports.StoreLocation.copy_from."""
    origin, target = source / FILE, folder / FILE
    refuse_irregular(origin)
    if target.exists() or not origin.exists():
        return False
    try:
        with _file_beside(target) as beside, explained(target):
            if not _copied(origin, beside):
                return False
            _assign(beside, facts)
            return _publish(beside, target)
    except OSError as error:
        raise StorageError(f"the index cannot be copied to {folder} ({error.strerror})") from error


def identity(path: Path) -> tuple[int, int] | None:
    """The identity of the file, whatever its name; None for a missing one."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _converted(earlier: Path, target: Path) -> bool:
    """Copies, converts, and moves the result to its place atomically."""
    with _file_beside(target) as beside:
        try:
            with explained(target):
                if not _copied(earlier, beside):
                    return False
                _convert(beside)
            _publish(beside, target)
        except (IndexDamagedError, apsw.Error):  # such as tables that do not match their schema version
            return False
        except OSError:  # opening the index reports a folder that is not writable
            return False
    return True


@contextmanager
def _file_beside(target: Path) -> Iterator[Path]:
    """A name for a file in the same folder, which is removed at the end."""
    beside = target.with_name(f"{STEM}.{token_hex(8)}.tmp")
    try:
        yield beside
    finally:
        for path in _files_named(beside.parent, f"{beside.name}*"):
            with suppress(OSError):
                path.unlink()


def _copied(earlier: Path, beside: Path) -> bool:
    """The state of the earlier index, also while its version writes into it.

    Without a write-ahead log SQLite would create its files, unless the database is opened as immutable.
    """
    private_files.create(beside)
    page_checksums.register()
    log = earlier.with_name(f"{earlier.name}-wal")
    is_written = log.exists() and log.stat().st_size > 0
    before = earlier.stat()
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    how = "mode=ro" if is_written else "immutable=1"
    try:
        source = apsw.Connection(f"{earlier.absolute().as_uri()}?{how}", flags)
    except apsw.CantOpenError:
        return False
    with closing(source):
        if not can_convert(source):
            return False
        with closing(apsw.Connection(str(beside))) as copy, copy.backup("main", source, "main") as backup:
            backup.step(-1)
    after = earlier.stat()
    is_same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    return is_written or is_same or _copied(earlier, beside)


@contextmanager
def _unjournaled(beside: Path) -> Iterator[apsw.Connection]:
    """A connection to a file that nobody else has seen: no journal is needed, a file that fails is discarded."""
    with closing(connect(beside)) as connection:
        connection.pragma("journal_mode", "off")
        connection.pragma("synchronous", "off")
        yield connection


def _convert(beside: Path) -> None:
    from ..words import postings  # noqa: PLC0415  # it brings numpy, and few calls convert an index

    with _unjournaled(beside) as connection:
        migrate(connection)
        if not connection.execute("select exists(select 1 from documents where mtime_ns = -1)").fetchall()[0][0]:
            postings.derive(connection)  # no file is read again, after which they would be derived
    # The layer that verifies checksums would look for them in the pages that are copied.
    with closing(apsw.Connection(str(beside), vfs=page_checksums.unchecked_layer())) as connection:
        connection.pragma("journal_mode", "off")
        connection.pragma("synchronous", "off")
        page_checksums.request(connection)
        connection.execute("vacuum")  # the tables of before were a tenth of the file
    page_checksums.stamp(beside)
    _store_durably(beside)


def _assign(beside: Path, facts: Mapping[str, str]) -> None:
    """Makes the copy one for other files."""
    with closing(apsw.Connection(str(beside))) as connection:
        connection.pragma("journal_mode", "off")
        for key, value in facts.items():
            meta.remember(connection, key, value)
        meta.renumber(connection)
        for table in ("documents", "skipped"):
            connection.execute(f"update {table} set mtime_ns = ?", (UNCOMPARED,))
    _store_durably(beside)


def _store_durably(file: Path) -> None:
    """With a write-ahead log from the start: a later change of that has a journal without the token."""
    with closing(apsw.Connection(str(file))) as connection:
        connection.pragma("journal_mode", "wal")
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def _publish(beside: Path, target: Path) -> bool:
    """Gives the file its name, unless another process was faster; whether it did.

    Removes what is left of an index with this name: SQLite would merge a log into the new one, whoever wrote it.
    """
    left = [(path, path.lstat()) for path in _beside(target)]
    for path, before in left if not target.exists() else ():
        with suppress(FileNotFoundError):
            now = path.lstat()  # another process that has created the index since has removed this file
            if (now.st_ino, now.st_mtime_ns) == (before.st_ino, before.st_mtime_ns):
                path.unlink()
    try:
        os.link(beside, target)
    except FileExistsError:
        return False
    except OSError:  # a filesystem without hard links
        if target.exists():
            return False
        beside.rename(target)
    return True


def _beside(target: Path) -> Iterator[Path]:
    """The files beside the database that belong to it."""
    named = (
        *(target.with_name(f"{target.name}{ending}") for ending in BESIDE), target.with_name(_MARK), stamp_file(target)
    )  # fmt: skip
    yield from (path for path in (*named, *vectors_files(target.parent)) if os.path.lexists(path))
