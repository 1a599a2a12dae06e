"""The folder of an SQLite index, with or without an index in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...model.errors import StorageError
from ...ports.store_location import LockName, StoreLocation, StoreReport, VerifyProgress
from .file.index_lock import IndexLock

if TYPE_CHECKING:
    from .file.readonly import SqliteReadonly
    from .sqlite_engine import SqliteEngine


_LEAST_BYTES = 65_536  # of the log and its index, for a small change


class SqliteLocation:
    """Implements `ports.StoreLocation`.

    APSW and numpy are imported with the first call that needs them: some commands need the folder and read no index.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def exists(self) -> bool:
        """See ports.StoreLocation."""
        from .file.index_files import has_index  # noqa: PLC0415  # here, see the class

        return has_index(self.folder)

    def has_current(self) -> bool:
        """See ports.StoreLocation."""
        from .file.index_files import FILE  # noqa: PLC0415  # here, see the class

        return (self.folder / FILE).exists()

    def earlier(self) -> Sequence[tuple[str, int]]:
        """See ports.StoreLocation."""
        from .file_maintenance import earlier  # noqa: PLC0415  # here, see the class

        return earlier(self.folder)

    @property
    def limitation(self) -> str:
        """See ports.StoreLocation."""
        from .page_checksums import REINSTALL, UNAVAILABLE, register  # noqa: PLC0415  # here, see the class

        return "" if register() else f"{UNAVAILABLE}; `{REINSTALL}` installs the extension"

    def changed_size(self) -> int:
        """See ports.StoreLocation."""
        from ...filesystem.database_stamp import is_unchanged, stamp_of  # noqa: PLC0415  # here, see the class
        from .file.index_files import FILE  # noqa: PLC0415  # here, see the class

        database = self.folder / FILE
        stamp = stamp_of(database)
        return 0 if stamp is None or is_unchanged(database) else stamp.size

    def convert(self) -> str:
        """See ports.StoreLocation."""
        from .file.index_files import convert_earlier  # noqa: PLC0415  # here, see the class

        return str(convert_earlier(self.folder) or "")

    def copy_from(self, source: StoreLocation, facts: Mapping[str, str]) -> bool:
        """See ports.StoreLocation."""
        if not isinstance(source, SqliteLocation):
            return False
        from .file.index_files import copy_index  # noqa: PLC0415  # here, see the class

        return copy_index(source.folder, self.folder, facts)

    def create(self, facts: Mapping[str, str]) -> bool:
        """See ports.StoreLocation."""
        from .file.index_files import create_index  # noqa: PLC0415  # here, see the class

        return create_index(self.folder, facts)

    def peek(self, key: str) -> str:
        """See ports.StoreLocation."""
        from .file.peek import fact_of_newest  # noqa: PLC0415  # here, see the class

        return fact_of_newest(self.folder, key)

    def is_written_with(self, fact: str) -> bool:
        """See ports.StoreLocation."""
        from .file.index_files import newest  # noqa: PLC0415  # here, see the class
        from .file.unmerged_log import is_written_with  # noqa: PLC0415  # here, see the class

        path = newest(self.folder)
        return path is None or is_written_with(path, fact)

    def open(self) -> SqliteEngine:
        """See ports.StoreLocation."""
        self.convert()
        from .sqlite_engine import SqliteEngine  # noqa: PLC0415  # here, see the class

        return SqliteEngine(self.folder)

    def readonly(self) -> SqliteReadonly:
        """See ports.StoreLocation."""
        from .file.readonly import SqliteReadonly  # noqa: PLC0415  # here, see the class

        return SqliteReadonly(self.folder)

    def lock(self, name: LockName = "write") -> IndexLock:
        """See ports.StoreLocation."""
        return IndexLock(self.folder, name)

    def size(self) -> int:
        """See ports.StoreLocation."""
        from . import file_maintenance  # noqa: PLC0415  # here, see the class

        return file_maintenance.size(self.folder)

    def available(self) -> int:
        """Free bytes of the disk."""
        return shutil.disk_usage(self.folder).free

    def is_writable(self) -> bool:
        """By the permissions of the file and the free bytes of its disk."""
        from .file.index_files import FILE  # noqa: PLC0415  # here, see the class

        try:
            return os.access(self.folder / FILE, os.W_OK) and self.available() >= _LEAST_BYTES
        except OSError:  # gone in the meantime
            return True

    def examine(self) -> StoreReport | None:
        """See ports.StoreLocation."""
        from . import file_maintenance  # noqa: PLC0415  # here, see the class

        return file_maintenance.examined(self.folder)

    def verify(self, progress: VerifyProgress) -> tuple[str, ...]:
        """See ports.StoreLocation. Reads a private copy of the database."""
        from .deep_check import verified  # noqa: PLC0415  # here, see the class

        return verified(self.folder, progress)

    def vacuum(self) -> None:
        """See ports.StoreLocation. SQLite makes a copy of the index meanwhile."""
        from . import file_maintenance  # noqa: PLC0415  # here, see the class

        needed, free = self.size(), self.available()
        if free < needed:
            raise StorageError(
                f"a copy of the index needs {needed / 1e6:,.1f} MB on the disk of {self.folder}, and "
                f"{free / 1e6:,.1f} MB are free; free some space and run the command again"
            )
        file_maintenance.vacuum(self.folder)

    def discard(self) -> None:
        """See ports.StoreLocation."""
        from .file.index_files import discard  # noqa: PLC0415  # here, see the class

        discard(self.folder)
