"""A function called for several inputs at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


def parallel_map(work: Callable[[Part], Result], parts: Sequence[Part], *, at_once: int) -> Iterator[Result]:
    """The result for each input, in the order of completion; the first exception is raised here and ends the work.

    The threads are daemons, which those of concurrent.futures are not: Ctrl-C waits for none of them.
    """
    todo: SimpleQueue[Part] = SimpleQueue()
    for part in parts:
        todo.put(part)
    found: SimpleQueue[tuple[Result] | Exception] = SimpleQueue()
    stopped = threading.Event()

    def worker() -> None:
        while not stopped.is_set():
            try:
                part = todo.get_nowait()
            except Empty:
                return
            try:
                found.put((work(part),))
            except Exception as error:  # noqa: BLE001  # raised again below, in the thread that waits
                found.put(error)
                return

    for _ in range(min(at_once, len(parts))):
        threading.Thread(target=worker, daemon=True, name="dowse-parallel-map").start()
    try:
        for _ in parts:
            outcome = found.get()
            if isinstance(outcome, Exception):
                raise outcome
            yield outcome[0]
    finally:
        stopped.set()
