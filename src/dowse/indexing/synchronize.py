"""Files into the index: read here, or by a second process when there are many."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

from ..filesystem.diff import Changes
from ..model.edge import MOST_ALIKE
from ..model.errors import IndexBusyError, StorageError
from ..ports.storage import FileStamp, Store, Writer
from .batches import IndexingOutcome, Outcome, TimeBudget, index_words
from .linking import compare_pending, link_pending
from .load import DocumentLoader

_MOST_COMPARED = 60_000  # chunks, in half a minute; the time grows with the square
_FEW_UNCOMPARED = 2_000  # chunks; the rest waits for who asks about the graph
_WORTH_A_PROCESS = 1500  # files; a process takes as long to start as this one needs for some 300


def ingest(
    intake: DocumentLoader,
    paths: Sequence[str],
    known: Mapping[str, FileStamp],
    writer: Writer,
    *,
    budget: TimeBudget,
    progress: Callable[[int, int], None],
    removed: Sequence[str] = (),
) -> IndexingOutcome:
    """Indexes the words of the files, in order, as far as the budget goes; forgets the removed ones.

    `progress` receives the number of finished files and the total.
    """

    def told(count: int) -> None:
        progress(count, len(paths))

    def here(path: str) -> Outcome:
        return intake(path, known.get(path))

    if len(paths) < _WORTH_A_PROCESS or budget.until != float("inf") or (os.cpu_count() or 1) < 2:
        return index_words(paths, here, writer, budget=budget, progress=told, removed=removed)
    from .prefetch import ParseWorker  # noqa: PLC0415  # here, since a search that reads little needs none

    with ParseWorker(intake, paths, known) as there:
        return index_words(paths, there, writer, budget=budget, progress=told, removed=removed)


@dataclass(frozen=True, slots=True)
class SyncOutcome:
    """How many files differed from the index, and how many of them are left for another time."""

    changed: int
    left: int
    is_linked: bool = True  # whether the links of all that is in the index are resolved


def bring_in(
    found: Changes,
    known: Mapping[str, FileStamp],
    intake: DocumentLoader,
    index: Store,
    embed: Callable[[Callable[[int], None]], object],
    *,
    budget: TimeBudget,
    progress: Callable[[str, int, int], None],
) -> SyncOutcome:
    """Index changed files within the budget: words first, then links, meaning, and similarity if requested.

    `embed` embeds pending chunks within the time and receives the function to report progress to.  `progress` receives
    the phase, the number of finished items and the total.
    """
    paths = (*found.added, *found.changed)
    told = partial(progress, "words")
    done = ingest(intake, paths, known, index, budget=budget, progress=told, removed=found.removed)
    link_pending(index, budget=budget, progress=lambda n: progress("links", n, max(n, len(paths))))
    chunks = index.counts().chunks if paths else 0
    embed(lambda n: progress("meaning", n, chunks))
    if budget.until == float("inf") or _few_uncompared(index):
        compare_pending(index, budget=budget, progress=lambda n: progress("likeness", n, max(n, chunks)))
    left = len(paths) - done.files
    changed = done.changed + len(found.removed) + left
    if changed and not left:  # a renamed file that is yet to be read keeps its vectors
        index.forget_unused()
    return SyncOutcome(changed, left, not index.unlinked(1))


def compare(
    index: Store,
    *,
    least: float,
    at_once: int = _MOST_COMPARED,
    progress: Callable[[str, int, int], None],
) -> tuple[str, ...]:
    """Compute missing similarity edges; returns a message if there are too many to do so now."""
    waiting = index.uncompared() if index.agreed(least, MOST_ALIKE) else index.counts().embedded
    if waiting > at_once:
        return (f"{waiting:,} passages have no similarity edges yet; `dowse index --similar` computes the edges",)
    index.alike(least, MOST_ALIKE)
    waiting = index.uncompared()
    compare_pending(index, budget=TimeBudget(time.monotonic), progress=lambda n: progress("likeness", n, waiting))
    return ()


def compared(
    index: Store,
    alone: Callable[[], AbstractContextManager[object]],
    *,
    least: float,
    progress: Callable[[str, int, int], None],
) -> tuple[str, ...]:
    """Compute missing similarity edges; returns a message if that is not possible now.

    `alone` locks out other writers, and is entered only if there is work.
    """
    if index.agreed(least, MOST_ALIKE) and not index.uncompared():
        return ()
    try:
        with alone():
            return compare(index, least=least, progress=progress)
    except (IndexBusyError, StorageError) as error:
        return (str(error),)


def waits(index: Store) -> bool:
    """Whether something of an earlier time is left to do."""
    return bool(index.pending(1) or index.unlinked(1)) or _few_uncompared(index)


def _few_uncompared(index: Store) -> bool:
    """Whether there are chunks to compare, and no more than a search may be asked to wait for."""
    return 0 < index.uncompared() <= _FEW_UNCOMPARED


def unlinked(index: Store) -> tuple[str, ...]:
    """What to say of links that are not resolved."""
    return ("some links are not resolved yet; the next search continues",) if index.unlinked(1) else ()
