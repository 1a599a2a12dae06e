"""Requests several addresses at a time, with a limit for each host."""

from __future__ import annotations

import queue
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from urllib.parse import urlsplit

from .verdict import Verdict

_AT_ONCE = 8
_AT_ONCE_OF_A_HOST = 2
_TICK = 0.2  # seconds; Ctrl-C takes effect after one


class ProbePool:
    """The waiting addresses, and the number of running requests for each host."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._waiting = deque(urls)
        self.finished: list[Verdict] = []  # also those that `verdicts` has not given yet
        self._asked: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._is_over = False

    def verdicts(self, ask: Callable[[str], Verdict]) -> Generator[Verdict, None, None]:
        """Each verdict in the order of completion; closing the generator ends the work. Raises the errors of `ask`."""
        done: queue.SimpleQueue[Verdict | BaseException] = queue.SimpleQueue()
        left = len(self._waiting)

        def work() -> None:
            while (url := self._next()) is not None:
                try:
                    verdict = ask(url)
                    self.finished.append(verdict)
                    done.put(verdict)
                except BaseException as error:  # noqa: BLE001  # raised again below, in the thread that iterates
                    done.put(error)
                finally:
                    self._release(url)

        for n in range(min(_AT_ONCE, left)):
            # Daemons: one may still wait for an answer when the caller has stopped.
            threading.Thread(target=work, name=f"asking {n}", daemon=True).start()
        try:
            while left:
                try:
                    verdict = done.get(timeout=_TICK)
                except queue.Empty:
                    continue
                if isinstance(verdict, BaseException):
                    raise verdict
                left -= 1
                yield verdict
        finally:
            with self._changed:
                self._is_over = True
                self._changed.notify_all()

    def _next(self) -> str | None:
        """The next address whose host is below its limit; None when none is left."""
        with self._changed:
            while self._waiting and not self._is_over:
                for _ in range(len(self._waiting)):
                    url = self._waiting.popleft()
                    if self._asked[host_of(url)] < _AT_ONCE_OF_A_HOST:
                        self._asked[host_of(url)] += 1
                        return url
                    self._waiting.append(url)
                self._changed.wait()
            return None

    def _release(self, url: str) -> None:
        with self._changed:
            self._asked[host_of(url)] -= 1
            self._changed.notify_all()


def host_of(url: str) -> str:
    """The host of an address; empty for a malformed one."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2].casefold()
    except ValueError:
        return ""
