"""Errors of SQLite as errors of dowse, with a remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ...model.errors import IndexBusyError, IndexDamagedError, StorageError

_SCHEMA_LACKS = ("no such table", "no such column", "no such module")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite on the index at `path` into errors with a remedy."""
    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError) as error:
        raise IndexDamagedError(
            f"{path} is damaged ({error}); run `dowse index --full` to rebuild the index"
        ) from error
    except apsw.SQLError as error:
        if not str(error).startswith(_SCHEMA_LACKS):
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
