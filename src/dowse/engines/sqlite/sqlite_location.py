"""The folder of an SQLite index, with or without an index in it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from ...model.errors import StorageError
from ...ports.store_location import LockName, StoreReport
from .index_lock import IndexLock

if TYPE_CHECKING:
    from .readonly import SqliteReadonly
    from .sqlite_engine import SqliteEngine


class SqliteLocation:
    """Implements `ports.StoreLocation`.

    APSW and numpy are imported with the first call that needs them: some commands need the folder and read no index.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def exists(self) -> bool:
        """See ports.StoreLocation."""
        from .index_files import has_index  # noqa: PLC0415  # here, see the class

        return has_index(self._folder)

    def convert(self) -> str:
        """See ports.StoreLocation."""
        from .index_files import convert_earlier  # noqa: PLC0415  # here, see the class

        return str(convert_earlier(self._folder) or "")

    def open(self) -> SqliteEngine:
        """See ports.StoreLocation."""
        self.convert()
        from .sqlite_engine import SqliteEngine  # noqa: PLC0415  # here, see the class

        return SqliteEngine(self._folder)

    def readonly(self) -> SqliteReadonly:
        """See ports.StoreLocation."""
        from .readonly import SqliteReadonly  # noqa: PLC0415  # here, see the class

        return SqliteReadonly(self._folder)

    def lock(self, name: LockName = "write") -> IndexLock:
        """See ports.StoreLocation."""
        return IndexLock(self._folder, name)

    def size(self) -> int:
        """See ports.StoreLocation."""
        from . import file_maintenance  # noqa: PLC0415  # here, see the class

        return file_maintenance.size(self._folder)

    def available(self) -> int:
        """Free bytes of the disk."""
        return shutil.disk_usage(self._folder).free

    def examine(self) -> StoreReport | None:
        """See ports.StoreLocation."""
        from . import file_maintenance  # noqa: PLC0415  # here, see the class

        return file_maintenance.examined(self._folder)

    def vacuum(self) -> None:
        """See ports.StoreLocation. SQLite makes a copy of the index meanwhile."""
        from . import file_maintenance  # noqa: PLC0415  # here, see the class

        needed, free = self.size(), self.available()
        if free < needed:
            raise StorageError(
                f"a copy of the index needs {needed / 1e6:,.1f} MB on the disk of {self._folder}, and "
                f"{free / 1e6:,.1f} MB are free; free some space and run the command again"
            )
        file_maintenance.vacuum(self._folder)

    def discard(self) -> None:
        """See ports.StoreLocation."""
        from .index_files import discard  # noqa: PLC0415  # here, see the class

        discard(self._folder)
