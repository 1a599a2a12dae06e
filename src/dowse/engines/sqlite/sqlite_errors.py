"""SQLite's errors in the user's words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ...model.errors import IndexBusyError, IndexDamagedError, StorageError

_SCHEMA_LACKS = ("no such table", "no such column", "no such module")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns what SQLite may say about the index at `path` into errors that say what to do."""
    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError) as error:
        raise IndexDamagedError(f"{path} is damaged ({error}); run `dowse index --full` to build it again") from error
    except apsw.SQLError as error:
        if not str(error).startswith(_SCHEMA_LACKS):
            raise
        raise IndexDamagedError(f"{path} is damaged ({error}); run `dowse index --full` to build it again") from error
    except apsw.FullError as error:
        raise StorageError(f"the disk is full: {path} could not be written; free some space and run again") from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise IndexBusyError(f"{path} is being written by another process; try again in a moment") from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, apsw.IOError) as error:
        raise StorageError(
            f"{path} cannot be written ({error}); see whether the disk is full or read-only, "
            "or choose another place with --index-dir or DOWSE_INDEX_DIR"
        ) from error
