"""Errors of SQLite, and values that dowse does not write, as errors of dowse with a remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ...model.errors import IndexBusyError, IndexDamagedError, StorageError

# Of statements that fit the tables of dowse: the tables in the file are others.
_OTHER_TABLES = re.compile(
    r"no such (table|column|index|module)|table \S+ (already exists|has |may not be )|duplicate column name"
    r"|there is already |cannot (modify|create|add|drop)|error in (view|trigger|index|table)|malformed|invalid fts5"
    r"|ON CONFLICT clause does not match|sub-select returns|misuse of|wrong number of|unable to"
)


class RowError(ValueError):
    """A row has a value that dowse does not write; the message names the value."""


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
    # The rows that dowse writes meet each constraint, unless there are other rows beside them.
    except (
        RowError, apsw.CorruptError, apsw.NotADBError, apsw.FormatError, apsw.ConstraintError, apsw.MismatchError
    ) as error:  # fmt: skip
        raise IndexDamagedError(
            f"{path} is damaged ({error}); run `dowse index --full` to rebuild the index"
        ) from error
    except apsw.SQLError as error:
        if not _OTHER_TABLES.search(str(error)):
            raise
        raise IndexDamagedError(
            f"{path} is damaged ({error}); run `dowse index --full` to rebuild the index"
        ) from error
    except apsw.FullError as error:
        raise StorageError(
            f"the disk is full, and dowse could not write {path}; free some space and run the command again"
        ) from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise IndexBusyError(f"another process is writing {path}; try again in a moment") from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, apsw.IOError) as error:
        raise StorageError(
            f"cannot write {path} ({error}); check whether the disk is full or read-only, "
            "or choose another folder with --index-dir or DOWSE_INDEX_DIR"
        ) from error
