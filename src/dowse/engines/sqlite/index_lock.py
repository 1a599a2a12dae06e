"""The lock of an index: one process at a time writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ...model.errors import IndexBusyError, StorageError
from ...ports.store_location import LockName

if TYPE_CHECKING:
    from filelock import BaseFileLock


_FILES: Mapping[LockName, str] = {"write": "writer.lock", "embed": "embedding.lock"}


class IndexLock:
    """A lock file in the folder of the index. The lock ends with its process, however the process ends."""

    def __init__(self, folder: Path, name: LockName) -> None:
        self._folder = folder
        self._file = folder / _FILES[name]
        self._lock: BaseFileLock | None = None

    @contextmanager
    def held(self, *, patience: float) -> Iterator[None]:
        """See ports.StoreLock."""
        import filelock  # noqa: PLC0415  # here, since it costs 45 ms and most searches have nothing to write

        if not self._folder.is_dir():  # filelock would create the folder, readable for everybody
            raise StorageError(f"the folder {self._folder} of the index is missing; run the command again")
        if self._lock is None:
            self._lock = filelock.FileLock(self._file, mode=0o600)
        try:
            lock = self._lock.acquire(timeout=patience)
        except filelock.Timeout as error:
            raise IndexBusyError(
                "another process is indexing this vault; searches use the indexed content meanwhile"
            ) from error
        except OSError as error:
            raise StorageError(
                f"cannot write to {self._folder} ({error.strerror}); "
                "choose another place with --index-dir or DOWSE_INDEX_DIR"
            ) from error
        with lock:
            yield
