"""A scan of all vectors in a thread of its own, which runs while the search reads from the database."""

from __future__ import annotations

import _thread
import os
from collections.abc import Callable
from typing import Generic, TypeVar

# The scan of 45,000 chunks, 11.5 MB, takes 0.4 ms: a new query 11.8 ms, with a thread 11.9; of 405,000 20.4 and 19.4.
LEAST_BYTES = 24_000_000  # of vectors: fewer are scanned in the time that a thread takes
_PROCESSORS = os.cpu_count() or 1
_FREE = 0.5  # of a processor: who searches without a pause takes one

T = TypeVar("T")


def has_free_processor() -> bool:
    """Whether half of a processor was free in the last minute, on average.

    On a busy machine a thread waits for one, and holds up the search each time that it gets the interpreter lock: a new
    query took 36 ms with a thread, 29 without.
    """
    return _PROCESSORS > 1 and (not hasattr(os, "getloadavg") or os.getloadavg()[0] <= _PROCESSORS - _FREE)


class BackgroundScan(Generic[T]):
    """The result of a function that runs from now on; simsimd and numpy leave the interpreter to other threads.

    Ctrl-C and the end of the process do not wait for the thread.  Not by `threading`, whose threads take a tenth of a
    millisecond to start.  Raises RuntimeError where the system has no thread left.
    """

    def __init__(self, scan: Callable[[], T]) -> None:
        self._scan = scan
        self._found: list[T] = []
        self._error: BaseException | None = None
        self._running = _thread.allocate_lock()
        self._running.acquire()
        self._unbegun = _thread.allocate_lock()  # whoever gets it scans
        _thread.start_new_thread(self._run, ())

    def result(self) -> T:
        """What the function returns, once it has. Raises the error of the function.

        Runs the function here if the thread has not begun: on a busy machine it may wait for a processor.
        """
        self._run()
        with self._running:
            if self._error is not None:
                raise self._error
            (found,) = self._found
            return found

    def _run(self) -> None:
        if not self._unbegun.acquire(blocking=False):
            return
        try:
            self._found.append(self._scan())
        except BaseException as error:  # noqa: BLE001  # raised again in `result`, in the thread that waits
            self._error = error
        finally:
            self._running.release()
