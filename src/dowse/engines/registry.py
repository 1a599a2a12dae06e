"""The storage engines by address: the only module that imports every one of them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from ..model.errors import StorageError
from ..ports.storage import Store
from ..ports.store_location import StoreLocation

_SQLITE, _MEMORY = "sqlite://", "memory:"
_DRIVE = re.compile(r"/[A-Za-z]:")  # of Windows


def storage_at(address: Path | str) -> StoreLocation:
    """The place of an index: a folder or `sqlite:///FOLDER` for SQLite, or `memory:`, a new one each time.

    Nothing is opened. Raises StorageError for the URL of another engine.
    """
    if isinstance(address, Path):
        return _sqlite(address)
    if address == _MEMORY:
        from .memory.memory_location import MemoryLocation  # noqa: PLC0415  # here, so that others need no numpy

        return MemoryLocation()
    if address.startswith(f"{_SQLITE}/"):
        path = os.fsdecode(unquote_to_bytes(address.removeprefix(_SQLITE)))
        return _sqlite(Path(path[1:] if _DRIVE.match(path) else path))
    raise StorageError(f"no storage engine opens {address}; use a folder, sqlite:///FOLDER or memory:")


def open_store(address: Path | str) -> Store:
    """The index at the address, created when missing. Raises as `storage_at` and `StoreLocation.open`."""
    return storage_at(address).open()


class EngineVersions(NamedTuple):
    """The versions of the libraries that the engines run on."""

    text: str
    fault: str  # of a library that cannot be used; else empty
    fix: str  # a command
    limitation: str = ""  # of a library that can be used


def versions() -> EngineVersions:
    """The installed versions."""
    import apsw  # noqa: PLC0415  # here, so that an installation with a broken SQLite can say so

    has_words = "ENABLE_FTS5" in apsw.compile_options
    text = f"SQLite {apsw.sqlite_lib_version()}{' with FTS5' if has_words else ''} (APSW {apsw.apsw_version()})"
    from .sqlite.page_checksums import REINSTALL, UNAVAILABLE, register  # noqa: PLC0415  # here, as above

    if has_words:
        return EngineVersions(text, "", REINSTALL, limitation="" if register() else UNAVAILABLE)
    return EngineVersions(text, "the installed SQLite has no full-text search (FTS5)", REINSTALL)


def _sqlite(folder: Path) -> StoreLocation:
    from .sqlite.sqlite_location import SqliteLocation  # noqa: PLC0415  # here, so that others need no SQLite

    return SqliteLocation(folder)
