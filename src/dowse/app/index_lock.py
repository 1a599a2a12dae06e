"""One indexer at a time, across processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.errors import IndexBusyError, StorageError
from ..settings.paths import ELSEWHERE

if TYPE_CHECKING:
    from filelock import BaseFileLock


class IndexLock:
    """The right to write into the index in `folder`. It goes when its process ends, however it ends."""

    def __init__(self, folder: Path, name: str = "writer.lock") -> None:
        self._folder = folder
        self._name = name
        self._lock: BaseFileLock | None = None

    @contextmanager
    def held(self, *, patience: float) -> Iterator[None]:
        """Holds the lock meanwhile; it may be taken again inside.

        Raises IndexBusyError when another process has it for longer than `patience` seconds, and StorageError when
        nothing can be written.
        """
        import filelock  # noqa: PLC0415  # here, since it costs 45 ms and most searches have nothing to write

        if self._lock is None:
            self._lock = filelock.FileLock(self._folder / self._name, mode=0o600)
        try:
            lock = self._lock.acquire(timeout=patience)
        except filelock.Timeout as error:
            raise IndexBusyError("this vault is being indexed; what is in the index is searched") from error
        except OSError as error:
            raise StorageError(f"{self._folder} cannot be written to ({error.strerror}); {ELSEWHERE}") from error
        with lock:
            yield
