"""The lock of an index: one process at a time writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ....model.errors import IndexBusyError, StorageError
from ....ports.store_location import LockName

if TYPE_CHECKING:
    from filelock import BaseFileLock


_FILES: Mapping[LockName, str] = {"write": "writer.lock", "embed": "embedding.lock"}
_MEANWHILE = "searches use the indexed content meanwhile"
_OWN: Counter[Path] = Counter()  # how often threads of this process, which may have several locks of a file, hold each


class IndexLock:
    """A lock file in the folder of the index. The lock ends with its process, however the process ends."""

    def __init__(self, folder: Path, name: LockName) -> None:
        self._folder = folder
        self._file = folder / _FILES[name]
        self._lock: BaseFileLock | None = None

    @property
    def is_own(self) -> bool:
        """See ports.StoreLock."""
        return _OWN[self._file] > 0

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
            is_own = self.is_own
            who = "the vault is being indexed" if is_own else "another process is indexing this vault"
            raise IndexBusyError(f"{who}; {_MEANWHILE}", is_own=is_own) from error
        except OSError as error:
            raise StorageError(
                f"cannot write to {self._folder} ({error.strerror}); "
                "choose another place with --index-dir or DOWSE_INDEX_DIR"
            ) from error
        with lock:  # which excludes other threads, so that none counts at the same time
            _OWN[self._file] += 1
            try:
                yield
            finally:
                _OWN[self._file] -= 1
