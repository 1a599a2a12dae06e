"""How far the process that writes an index has come, for others: a small file in the folder of the index."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex

from ...filesystem.private_files import read_small, replace_file
from ...indexing.freshness import PHASES, IndexingProgress, other_process_remark, progress_remark
from ...model.errors import IndexBusyError, StorageError
from ...ports.store_location import StoreLock
from ..location import Progress

_FILE = "progress.json"
_EVERY_SECONDS = 0.5  # between two writes
_NEXT_PHASE_SECONDS = 0.1  # before the first write of another phase
_LONGEST_SILENCE = 60.0  # seconds; an older file is that of a killed process
_MOST_BYTES = 1_000
_WAIT_SECONDS = 0.5  # between two looks at the progress of the process that holds the lock
_SHORT_SECONDS = 1.0  # a shorter wait is not announced
_MEANWHILE = "searches use the indexed content meanwhile"


@dataclass(frozen=True, slots=True)
class SharedProgress:
    """The progress of the one process that holds the lock of the index; the others ask for it when the lock is held."""

    folder: Path

    @contextmanager
    def alone(self, lock: StoreLock, patience: float, progress: Progress) -> Iterator[Progress]:
        """The lock, after at most so many seconds, and the progress, which other processes can read until the end.

        Reports the progress of the process that holds the lock meanwhile, and a long wait for it.  Raises
        IndexBusyError.
        """
        begun, is_announced = time.monotonic(), False
        until = begun + patience
        with ExitStack() as stack:
            while True:
                left = max(0.0, until - time.monotonic())
                try:
                    stack.enter_context(lock.held(patience=min(left, _WAIT_SECONDS)))
                    break
                except IndexBusyError as error:
                    if left <= _WAIT_SECONDS:
                        raise
                    is_own = error.is_own
                if not (is_own or is_announced) and time.monotonic() - begun >= _SHORT_SECONDS:
                    progress("waiting", 0, 0)
                    is_announced = True
                if other := self.read():
                    progress(other.phase, other.done, other.total)
            yield stack.enter_context(self.published(progress))

    def described(self, error: Exception, *, indexed: int = 0) -> tuple[str, IndexingProgress | None]:
        """The remark on an index that cannot be written now, with the progress of the one that writes it.

        Of a first index so many files are `indexed` at least: the shared progress is up to half a second old.
        """
        found = self.read() if isinstance(error, IndexBusyError) else None
        if found is None:
            return str(error), None
        if found.phase == "words":
            found = replace(found, done=min(found.total, max(found.done, indexed)))
        is_own = isinstance(error, IndexBusyError) and error.is_own
        return f"{(progress_remark if is_own else other_process_remark)(found)}; {_MEANWHILE}", found

    def work(self, *locks: StoreLock, indexed: int = 0) -> str:
        """The remark on work that goes on behind one of the locks; empty for none. `indexed` as above."""
        for lock in locks:
            try:
                with lock.held(patience=0):
                    pass
            except IndexBusyError as error:
                return self.described(error, indexed=indexed)[0]
            except StorageError:
                return ""  # nobody can write there
        return ""

    @contextmanager
    def published(self, progress: Progress) -> Iterator[Progress]:
        """The progress, which other processes can read until the work is over."""
        written_at, written_phase = float("-inf"), ""

        def report(phase: str, done: int, total: int) -> None:
            nonlocal written_at, written_phase
            pause = _EVERY_SECONDS if phase == written_phase else _NEXT_PHASE_SECONDS
            if total and time.monotonic() - written_at >= pause:
                written_at, written_phase = time.monotonic(), phase
                self._write({"phase": phase, "done": done, "total": total})
            progress(phase, done, total)

        try:
            yield report
        finally:
            if written_at > float("-inf"):
                with suppress(OSError):
                    self._file.unlink(missing_ok=True)

    def read(self) -> IndexingProgress | None:
        """That of the process that indexes; None without one that tells it."""
        try:
            if time.time() - self._file.lstat().st_mtime > _LONGEST_SILENCE:
                return None
            match json.loads(read_small(self._file, _MOST_BYTES)):
                case {"phase": str(phase), "done": int(done), "total": int(total)} if 0 <= done <= total:
                    return IndexingProgress(phase, done, total) if phase in PHASES else None
        except (OSError, ValueError, RecursionError):  # gone in the meantime, damaged, or made by somebody else
            pass
        return None

    def _write(self, value: dict[str, object]) -> None:
        """Replaces the file; a folder that cannot be written has none."""
        with suppress(OSError):
            replace_file(self._file, json.dumps(value).encode(), self.folder / f"index.{token_hex(8)}.tmp")

    @property
    def _file(self) -> Path:
        return self.folder / _FILE
