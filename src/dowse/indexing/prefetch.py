"""A second process that reads files ahead, while the first one writes the index.

Reading and writing take about the same time and both hold Python's lock; with threads, the two are slower than in
sequence.  The process runs the same interpreter and communicates through its standard streams, so it needs no
`__main__` guard; after any failure, the first process reads the rest itself.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import IO, Self

from ..chunking.by_section import counting
from ..embedders.static import StaticEmbedder
from ..formats.minhash import signed
from ..model.blas_threads import ONE_THREAD
from ..ports.indexed_document import FileStamp, IndexedDocument
from .batches import Outcome
from .counted_texts import CountedTexts
from .garbage_collection import without_collection
from .load import DocumentLoader

# Without a token counter; files; whether the token ids of chunks are wanted.
_Job = tuple[DocumentLoader, list[tuple[str, FileStamp | None]], bool]
_Item = tuple[str, Outcome, tuple[bytes, ...]]  # a file, and the token ids of its chunks, if they are wanted

_BATCH = 256  # files per message; the size of a write batch, so that each process works on one batch
_BATCH_CHARACTERS = 1_000_000
# The errors of pickle for a stream that is truncated or has other output in it.
_TORN = (EOFError, pickle.UnpicklingError, OSError, AttributeError, ImportError, LookupError, ValueError, TypeError)
# Passes on sys.path, since dowse may have been imported through it.
_PROGRAM = "import sys; sys.path[:] = {path!r}; from dowse.indexing.prefetch import serve; serve()"


class ParseWorker:
    """Returns the outcome of each path; call it in the order of the paths.

    `remember` gets the token ids of chunks that the bundled embedder will embed.
    """

    def __init__(
        self,
        loader: DocumentLoader,
        paths: Sequence[str],
        known: Mapping[str, FileStamp],
        remember: Callable[[Mapping[str, bytes]], None] | None = None,
    ) -> None:
        self._loader = loader
        self._known = known
        self._remember = remember
        self._ahead: deque[tuple[str, Outcome]] = deque()
        self._is_over = False
        self._process = _started()
        items = [(path, known.get(path)) for path in paths]
        self._send((replace(loader, chunker=counting(loader.chunker, len), signs=False), items, remember is not None))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        if self._process is None:
            return
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait()

    def __call__(self, path: str) -> Outcome:
        """The outcome of the file; reads it here when the other process has ended before."""
        if not self._ahead:
            self._receive()
        if self._ahead and self._ahead[0][0] == path:
            return _with_signature(self._ahead.popleft()[1])
        self._ahead.clear()
        return self._loader(path, self._known.get(path))

    def _send(self, job: _Job) -> None:
        if self._process is None or self._process.stdin is None:
            return
        try:
            self._process.stdin.write(pickle.dumps(job))
            self._process.stdin.close()
        except (OSError, pickle.PicklingError, TypeError, AttributeError):
            # The process has ended, or the chunker of another package cannot be pickled; _receive returns nothing.
            self._process.kill()

    def _receive(self) -> None:
        if self._process is None or self._process.stdout is None or self._is_over:
            return
        batch = _received(self._process.stdout)
        self._is_over = not batch
        for path, outcome, encoded in batch:
            self._ahead.append((path, outcome))
            if self._remember and encoded and isinstance(outcome, IndexedDocument):
                self._remember(dict(zip((chunk.text for chunk in outcome.chunks), encoded, strict=True)))


def _started() -> subprocess.Popen[bytes] | None:
    """The process; None without an interpreter to start, as in a frozen program."""
    try:
        return subprocess.Popen(  # noqa: S603  # this interpreter, with our own program
            [sys.executable, "-c", _PROGRAM.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**ONE_THREAD, **os.environ},
        )
    except OSError:
        return None


def _received(stream: IO[bytes]) -> list[_Item]:
    """The next outcomes; none when the stream has ended or is damaged."""
    try:
        batch = pickle.load(stream)  # noqa: S301  # written by our own process
    except _TORN:
        return []
    return batch if isinstance(batch, list) else []


def _with_signature(outcome: Outcome) -> Outcome:
    """The signature is made here, since the other process has more to do."""
    return replace(outcome, document=signed(outcome.document)) if isinstance(outcome, IndexedDocument) else outcome


def serve() -> None:
    """The second process: reads a job from standard input, writes outcomes to standard output until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process handles Ctrl-C and ends this one
    job: _Job = pickle.load(sys.stdin.buffer)  # noqa: S301  # written by our own process
    sent, items, wants_ids = job
    counted = CountedTexts(StaticEmbedder().encoder)
    loader = replace(sent, chunker=counting(sent.chunker, counted, counted.of))
    # Other output, such as that of another package's chunker, goes to standard error.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(BrokenPipeError), out, without_collection():
        _answer(items, loader, counted if wants_ids else None, out)


def _answer(
    items: Sequence[tuple[str, FileStamp | None]],
    loader: Callable[..., Outcome],
    counted: CountedTexts | None,
    out: IO[bytes],
) -> None:
    batch: list[_Item] = []
    size = 0
    for path, known in items:
        outcome = loader(path, known)
        encoded: tuple[bytes, ...] = ()
        if counted and isinstance(outcome, IndexedDocument) and not outcome.document.is_source:
            encoded = counted.taken(outcome.chunks)
        batch.append((path, outcome, encoded))
        size += len(getattr(getattr(outcome, "document", None), "text", ""))
        if len(batch) == _BATCH or size > _BATCH_CHARACTERS:
            pickle.dump(batch, out, pickle.HIGHEST_PROTOCOL)
            out.flush()
            batch, size = [], 0
    pickle.dump(batch, out, pickle.HIGHEST_PROTOCOL)
    out.flush()
