"""One fact of an index that anyone may have made: read with bounded work, and without a change."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw

from ....model.errors import IndexDamagedError, StorageError
from .. import meta
from ..connect import refuse_irregular
from ..schema.migrate import APPLICATION, can_convert
from ..sqlite_errors import REBUILT, fault_of
from .index_files import newest

_MOST_STEPS = 20_000  # of SQLite's virtual machine; an index needs some 1,500, nearly all to read the schema
SHORTEST = 512  # bytes: the smallest page of a database
_LONGEST = 20_000  # bytes of a value, or of a row of the schema
_DENIED = (apsw.CantOpenError, apsw.PermissionsError, apsw.AuthError, apsw.ReadOnlyError)


def fact_of_newest(folder: Path, key: str) -> str:
    """The fact in the newest index in the folder; empty for none, another program's file, or one without permission.

    Raises IndexDamagedError when the file cannot be read otherwise.
    """
    path = newest(folder)
    if path is None:
        return ""
    try:
        refuse_irregular(path)
        size = path.stat().st_size
    except (StorageError, OSError):
        return ""
    if size < SHORTEST:  # SQLite takes it for a new database
        raise IndexDamagedError(f"{path} is {'cut off' if size else 'empty'}; {REBUILT}")
    # Without its shared memory a log cannot be read, and the database has an older state, with the same fact.
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        try:
            if fact := _fact(path, "mode=ro&readonly_shm=1", key):
                return fact
        except (apsw.Error, UnicodeDecodeError):
            pass
    try:
        return _fact(path, "immutable=1", key)
    except _DENIED:
        return ""
    except (apsw.Error, UnicodeDecodeError) as error:
        raise IndexDamagedError(f"{path} is damaged: {fault_of(error)}; {REBUILT}") from error


def _fact(path: Path, how: str, key: str) -> str:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with closing(apsw.Connection(f"{path.absolute().as_uri()}?{how}", flags)) as connection:
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, _LONGEST)
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        for unneeded in (
            apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA,
            apsw.SQLITE_DBCONFIG_ENABLE_VIEW,
            apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER,
        ):
            connection.config(unneeded, 0)
        connection.set_progress_handler(lambda: True, _MOST_STEPS)  # True interrupts the statement
        if can_convert(connection):
            return meta.recalled(connection, key)
        if connection.pragma("application_id") == APPLICATION:
            raise apsw.CorruptError("no schema of dowse has this number")
        return ""
