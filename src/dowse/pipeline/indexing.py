"""The path of a file: bytes → document → chunks → rows. Words first, meaning second, in whole batches."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..ports import Batch, Embedder, Indexed, Skipped, Stamp, Writer

Outcome = Indexed | Skipped | Stamp | None
"""A file read: to be indexed, to be skipped, unchanged but for its stamp, or gone."""


@dataclass(frozen=True, slots=True)
class Done:
    """How many files were looked at, and how many of them differed from what was known."""

    files: int = 0
    changed: int = 0


Clock = Callable[[], float]  # seconds, monotonic
Progress = Callable[[int], None]  # told how many are done

_BATCH_FILES = 256
_BATCH_CHARACTERS = 2_000_000  # a batch is held in memory and lost when the process is killed
_BATCH_CHUNKS = 512


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop: after `until` on the clock; batches are finished all the same."""

    clock: Clock
    until: float = float("inf")

    @property
    def spent(self) -> bool:
        """Whether the time is over."""
        return self.until != float("inf") and self.clock() >= self.until


def index_words(
    paths: Iterable[str], read: Callable[[str], Outcome], writer: Writer, *, budget: Budget, progress: Progress
) -> Done:
    """Reads the files and makes them searchable by word, until the time is over."""
    done = Done()
    with without_collection():
        for outcomes in _batches(paths, read, budget):
            writer.write(_batch(outcomes))
            unchanged = sum(isinstance(outcome, Stamp) for _, outcome in outcomes)
            done = Done(done.files + len(outcomes), done.changed + len(outcomes) - unchanged)
            progress(done.files)
            if budget.spent:
                break
    return done


@contextmanager
def without_collection() -> Iterator[None]:
    """No garbage collection meanwhile: documents and hits hold no cycles, and looking for some takes a tenth of the
    time of reading files and of searching.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def remove(paths: Iterable[str], writer: Writer) -> None:
    """Forgets files that are no longer there."""
    gone = tuple(paths)
    if gone:
        writer.write(Batch(removed=gone))


def embed_pending(writer: Writer, embedder: Embedder, *, budget: Budget, progress: Progress) -> int:
    """Makes chunks searchable by meaning; how many were done before the time was over. The queue is the state."""
    done = 0
    while not budget.spent and (chunks := writer.pending(_BATCH_CHUNKS)):
        rows = embedder.embed([chunk.enriched for chunk in chunks])
        writer.write(Batch(vectors={chunk.digest: row for chunk, row in zip(chunks, rows, strict=True)}))
        done += len(chunks)
        progress(done)
    return done


def _batches(
    paths: Iterable[str], read: Callable[[str], Outcome], budget: Budget
) -> Iterator[list[tuple[str, Outcome]]]:
    batch: list[tuple[str, Outcome]] = []
    size = 0
    for path in paths:
        outcome = read(path)
        batch.append((path, outcome))
        size += len(outcome.document.text) if isinstance(outcome, Indexed) else 0
        if len(batch) >= _BATCH_FILES or size >= _BATCH_CHARACTERS or budget.spent:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _batch(outcomes: list[tuple[str, Outcome]]) -> Batch:
    return Batch(
        indexed=tuple(outcome for _, outcome in outcomes if isinstance(outcome, Indexed)),
        skipped=tuple(outcome for _, outcome in outcomes if isinstance(outcome, Skipped)),
        removed=tuple(path for path, outcome in outcomes if outcome is None),
        touched={path: outcome for path, outcome in outcomes if isinstance(outcome, Stamp)},
    )
