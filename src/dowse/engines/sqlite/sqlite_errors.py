"""Errors of SQLite, and values that dowse does not write, as errors of dowse with a remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ...model.errors import DowseError, IndexBusyError, IndexDamagedError, StorageError

# Of statements that fit the tables of dowse: the tables in the file are others.
_OTHER_TABLES = (
    r"no such (table|column|index|module)|table \S+ (already exists|has |may not be )|duplicate column name"
    r"|there is already |cannot (modify|create|add|drop)|error in (view|trigger|index|table)|malformed|invalid fts5"
    r"|ON CONFLICT clause does not match|sub-select returns|misuse of|wrong number of|unable to"
)


# Of a page that differs from its checksum, and of a file that ends before a page.
_DAMAGED_READS = (apsw.SQLITE_IOERR_DATA, apsw.SQLITE_IOERR_SHORT_READ)


class RowError(ValueError):
    """A row has a value that dowse does not write; the message names the value."""


# The rows that dowse writes meet each constraint, unless there are other rows beside them.
_DAMAGE = (
    *(RowError, apsw.CorruptError, apsw.NotADBError, apsw.FormatError, apsw.ConstraintError, apsw.MismatchError),
    apsw.TooBigError,
)


REBUILT = "the next search or `dowse index` builds the index again from the notes"
CONTRADICTION = "parts of the file are missing or contradict each other"


@contextmanager
def decoded() -> Iterator[None]:
    """Turns text that is not UTF-8, which APSW decodes as the rows are read, into RowError."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise RowError(f"a text is not UTF-8: {error.reason}") from error


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite on the index at `path`, and RowError, into errors with a remedy."""
    try:
        yield
    except (RowError, apsw.Error) as error:
        explanation = _explanation(error, path)
        if explanation is None:
            raise
        raise explanation from error


def is_damage(error: Exception) -> bool:
    """Whether the file, or a value in it, is not as dowse writes it."""
    match error:
        case apsw.SQLError():
            return bool(re.search(_OTHER_TABLES, str(error)))
        case apsw.IOError():
            return getattr(error, "extendedresult", 0) in _DAMAGED_READS  # APSW's stubs lack it
        case _:
            return isinstance(error, _DAMAGE)


def fault_of(error: BaseException) -> str:
    """The damage in words, then those of SQLite."""
    match error:
        case apsw.IOError() if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHORT_READ:
            what = "the file is cut off"
        case apsw.IOError():
            what = "a page differs from its checksum"
        case apsw.NotADBError() | apsw.FormatError():
            what = "the file is not a database any more"
        case apsw.CorruptError():
            what = CONTRADICTION
        case apsw.Error():
            what = "the tables are not those of dowse"
        case _:
            return str(error)
    return f"{what} (SQLite: {error})"


def _explanation(error: Exception, path: Path) -> DowseError | None:
    if is_damage(error):
        return IndexDamagedError(f"{path} is damaged: {fault_of(error)}; {REBUILT}")
    match error:
        case apsw.FullError():
            return StorageError(
                f"the disk is full, and dowse could not write {path}; free some space and run the command again"
            )
        case apsw.IOError() if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_GETTEMPPATH:
            return StorageError(
                f"no folder for temporary files is writable, and dowse needs one to rewrite {path}; "
                "set TMPDIR to a writable folder with space for a copy of the index, and run the command again"
            )
        case apsw.BusyError() | apsw.LockedError():
            return IndexBusyError(f"another process is writing {path}; try again in a moment")
        case apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError() | apsw.IOError():
            return StorageError(
                f"cannot write {path} ({error}); check whether the disk is full or read-only, "
                "or choose another folder with --index-dir or DOWSE_INDEX_DIR"
            )
        case _:
            return None
