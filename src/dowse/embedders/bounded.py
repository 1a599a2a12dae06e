"""An embedder of queries with a time limit, for a search that can do without its vectors."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from queue import Empty, SimpleQueue

from ..model.errors import ModelError
from ..ports.models import Embedder, Matrix, WrappedEmbedder


class BoundedEmbedder(WrappedEmbedder):
    """Raises ModelError when the embedder takes longer than some seconds; implements `Embedder`.

    The embedder works in a thread, one text at a time, and may load its model there.  After a timeout it goes on, and
    until it has finished, other texts fail at once.  May be shared between threads.
    """

    def __init__(self, embedder: Embedder, *, seconds: float, is_served: bool = False) -> None:
        super().__init__(embedder)
        self._is_served = is_served
        self._seconds = seconds
        self._working = threading.Lock()
        self._overdue: threading.Event | None = None  # set when the text that took too long is embedded

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """The rows of the embedder. Raises ModelError, also when they take too long."""
        too_long = ModelError(f"{self.name} took longer than {self._seconds:g} s")
        is_overdue = self._overdue is not None and not self._overdue.is_set()
        if is_overdue or not self._working.acquire(timeout=self._seconds):
            raise too_long
        found: SimpleQueue[Matrix | Exception] = SimpleQueue()
        done = threading.Event()

        def work() -> None:
            rows: Matrix | Exception
            try:
                rows = self._embedder.embed(texts, as_query=as_query)
            except Exception as error:  # noqa: BLE001  # raised again below, in the thread that waits
                rows = error
            self._working.release()
            done.set()
            found.put(rows)

        # The interpreter must not end while the libraries of a local model run; it may while a server is asked.
        threading.Thread(target=work, name="dowse-bounded-embedder", daemon=self._is_served).start()
        try:
            outcome = found.get(timeout=self._seconds)
        except Empty:
            self._overdue = done
            raise too_long from None
        if isinstance(outcome, Exception):
            raise outcome
        return outcome
