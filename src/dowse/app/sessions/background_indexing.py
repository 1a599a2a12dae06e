"""Long work on an index of a server: a thread does it, and requests are answered from the existing index meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from ...indexing.freshness import IndexingProgress, IndexState
from ..location import Progress

JobKind = Literal["first index", "comparison"]

_PATIENCE = 1.5  # seconds that requests wait for a job after its start; an answer is to come within three
_MORE = 1.5  # the factor while nothing is done that an answer could have
_STEP_SECONDS = 0.1  # between two reports of the progress


@dataclass(slots=True)
class IndexingJob:
    """Work of one thread, with its progress."""

    kind: JobKind
    patience: float  # seconds
    progress: IndexingProgress | None = None
    state: IndexState = field(default_factory=IndexState)  # the result
    error: Exception | None = None
    _started_at: float = field(default_factory=time.monotonic)
    _is_over: threading.Event = field(default_factory=threading.Event)

    @property
    def is_running(self) -> bool:
        """Whether the work goes on."""
        return not self._is_over.is_set()

    def run(self, work: Callable[[Progress], IndexState], check: Progress) -> None:
        """Does the work; `check` may raise to end it."""

        def report(phase: str, done: int, total: int) -> None:
            self.progress = IndexingProgress(phase, done, total)
            check(phase, done, total)

        try:
            self.state = work(report)
        except Exception as error:  # noqa: BLE001  # raised to those who wait
            self.error = error
        finally:
            self._is_over.set()

    def wait(self, progress: Progress, *, is_whole: bool = False) -> bool:
        """Waits for the end of the work, or until the patience after its start is over; whether the work is over.

        Reports the progress, which may raise.  Raises the error of the work.
        """
        while self.is_running and (is_whole or time.monotonic() < self._until):
            if not self._is_over.wait(_STEP_SECONDS) and self.progress is not None:
                progress(self.progress.phase, self.progress.done, self.progress.total)
        if self.error is not None:
            raise self.error
        return not self.is_running

    @property
    def _until(self) -> float:
        has_begun = self.progress is not None and self.progress.done > 0
        return self._started_at + self.patience * (1 if has_begun else _MORE)


@dataclass(slots=True)
class BackgroundIndexing:
    """The job of one vault, at most one at a time. Safe to use from several threads."""

    check: Progress  # called with each progress of the work; raises when the server stops
    patience: float = _PATIENCE
    _job: IndexingJob | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def running(self, kind: JobKind) -> IndexingJob | None:
        """The job of that kind, while it runs."""
        with self._lock:
            return self._job if self._job is not None and self._job.is_running and self._job.kind == kind else None

    def begin(self, kind: JobKind, work: Callable[[Progress], IndexState]) -> IndexingJob:
        """The running job of any kind, or a new one that does the work."""
        with self._lock:
            if self._job is None or not self._job.is_running:
                job = self._job = IndexingJob(kind, self.patience)
                # A daemon: a server over stdio ends with its stdin, and an index survives a killed process.
                threading.Thread(target=job.run, args=(work, self.check), name="indexing", daemon=True).start()
            return self._job
