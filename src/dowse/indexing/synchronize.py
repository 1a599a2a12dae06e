"""Synchronizes the index with the files; reads many files in a second process."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Protocol

from ..analysis.boilerplate import BOILERPLATE, Boilerplate
from ..chunking.by_section import counting
from ..filesystem.diff import Changes
from ..filesystem.worktrees import worktree_around
from ..model.chunk import Chunk
from ..model.document import Head, Link
from ..model.edge import MOST_ALIKE
from ..model.errors import IndexBusyError, StorageError
from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp, IndexedDocument
from ..ports.storage import FactLookup, Store, Writer
from .batches import BatchProgress, ChunkEmbedder, IndexingOutcome, Outcome, TimeBudget, index_words
from .cosine_sampling import store_cosines
from .counted_texts import CountedTexts
from .freshness import Freshness, IndexingProgress, IndexState
from .grammar_migration import files_without_symbols, with_waiting_files
from .linking import compare_pending, link_pending
from .load import DocumentLoader
from .resolution_cache import ResolutionCache
from .title_migration import migrate_titles
from .unused_rows import confirm_tidied
from .version_migration import noted_for_later_version

_MOST_COMPARED = 60_000  # chunks, in half a minute; the time grows with the square
_FEW_FILES = 20  # whose update counts no rows: progress tells what is done, and the sample of cosines is as good
_MANY_FILES, _MUCH_TEXT = 1_500, 3_000_000  # bytes
_MOST_COMPARED_AT_ONCE = 2_000  # chunks; more wait for a request about the graph


@dataclass(frozen=True, slots=True)
class BatchEmbedding:
    """Embeds chunks as soon as their text is indexed; `remember` gets the token ids of their texts before.

    `encoder` makes these ids, of stretches of a text.
    """

    embed: ChunkEmbedder
    remember: Callable[[Mapping[str, bytes]], None]
    encoder: Callable[[str], Callable[[str], bytes]]


@dataclass(frozen=True, slots=True)
class Embedding:
    """How chunks get their vectors.

    `pending` embeds those without one, within a budget, and gets a callback for the number of finished chunks; `early`
    embeds those of many new files while further ones are read.
    """

    pending: Callable[[BatchProgress], object]
    early: BatchEmbedding | None = None


def ingest(
    loader: DocumentLoader,
    found: Changes,
    known: Mapping[str, FileStamp],
    writer: Writer,
    *,
    budget: TimeBudget,
    progress: Callable[[int, int], None],
    early: BatchEmbedding | None = None,
) -> IndexingOutcome:
    """Indexes the text of new and changed files, in order, within the budget; deletes the removed ones.

    `progress` is called with the number of finished files and the total.  Many files, or several large ones, are
    read in a second process.  The chunks of a batch are embedded with `early` while they are in memory, and before a
    second process has read the next ones.
    """
    paths = (*found.added, *found.changed)
    remember, embed = (early.remember, early.embed) if early else (None, None)

    def report(count: int) -> None:
        progress(count, len(paths))

    load = _remembering(loader, early) if early else loader

    def here(path: str) -> Outcome:
        return load(path, known.get(path))

    if paths:
        report(0)  # before the second process has started
    if not _saves_time(len(paths), found.size) or budget.until != float("inf") or (os.cpu_count() or 1) < 2:
        return index_words(paths, here, writer, budget=budget, progress=report, removed=found.removed, embed=embed)
    from .prefetch import ParseWorker  # noqa: PLC0415  # here, since a search that reads little needs none

    with ParseWorker(loader, paths, known, remember) as there:
        return index_words(paths, there, writer, budget=budget, progress=report, removed=found.removed, embed=embed)


def _remembering(loader: DocumentLoader, early: BatchEmbedding) -> Callable[[str, FileStamp | None], Outcome]:
    """The loader, with the token ids that the chunker counts remembered for the embedding of the chunks."""
    counted = CountedTexts(early.encoder)
    counting_loader = replace(loader, chunker=counting(loader.chunker, counted, counted.of))

    def load(path: str, known: FileStamp | None) -> Outcome:
        outcome = counting_loader(path, known)
        if isinstance(outcome, IndexedDocument) and not outcome.document.is_source:
            texts = (chunk.text for chunk in outcome.chunks)
            early.remember(dict(zip(texts, counted.taken(outcome.chunks), strict=True)))
        return outcome

    return load


def _saves_time(files: int, size: int) -> bool:
    """Whether a second process that reads so many files of so many bytes saves time.

    It takes as long to start as some 300 notes to read.  Of a single file, nothing is read while another is written.
    """
    return files >= _MANY_FILES or (files > 1 and size >= _MUCH_TEXT)


@dataclass(frozen=True, slots=True)
class SyncOutcome:
    """The number of files that differed from the index, and how many of them are left for the next run."""

    changed: int
    left: int
    is_linked: bool = True  # whether the links of all indexed documents are resolved

    @property
    def freshness(self) -> Freshness:
        """That of the index after the update."""
        return "stale" if self.left or not self.is_linked else "healed" if self.changed else "fresh"


def update_index(  # noqa: PLR0913  # the parts that a caller may replace
    found: Changes,
    known: Mapping[str, FileStamp],
    loader: DocumentLoader,
    index: Store,
    embedding: Embedding,
    *,
    budget: TimeBudget,
    progress: Callable[[str, int, int], None],
    resolutions: ResolutionCache | None = None,
) -> SyncOutcome:
    """Indexes changes within the budget: text first, then links, vectors, and similarity on request.

    `resolutions` is that of the updates before, if the caller keeps one.  `progress` is called with the kind of work,
    the number of finished items and the total.  What the changes leave unused stays until `tidy`.
    """
    paths = (*found.added, *found.changed)
    report = partial(progress, "words")
    resolutions = resolutions or ResolutionCache()
    resolutions.begin(index, found)
    loader = replace(loader, boilerplate=Boilerplate.parsed(index.recalled(BOILERPLATE)))
    with noted_for_later_version(index, paths):
        done = ingest(loader, found, known, index, budget=budget, progress=report, early=embedding.early)
    resolver = resolutions.resolver(index, found)
    link_pending(index, budget=budget, progress=lambda n: progress("links", n, max(n, len(paths))), resolver=resolver)

    @cache
    def chunks() -> int:
        return index.counts().chunks if len(paths) > _FEW_FILES else 0

    embedding.pending(lambda n: progress("meaning", n, max(n, chunks())))
    if budget.until == float("inf") or _can_compare_now(index):
        compare_pending(index, budget=budget, progress=lambda n: progress("likeness", n, max(n, chunks())))
    if len(paths) > _FEW_FILES:
        store_cosines(index)
    left = len(paths) - done.files
    changed = done.changed + len(found.removed) + left
    resolutions.end(index)
    return SyncOutcome(changed, left, not index.unlinked(1))


def tidy(
    index: Store,
    root: Path,
    update: Callable[[Changes, Mapping[str, FileStamp]], object],
    resolutions: ResolutionCache | None = None,
) -> None:
    """Deletes what no file uses, and derives what follows from all of them; after an update that has left no file.

    `update` reads the documents again whose title the derived boilerplate changes.

    A file that is left may be a renamed one, which keeps its vectors.  In a git worktree files come back as they were,
    so that up to as many vectors are kept without a chunk as there are chunks.
    """
    with (resolutions or ResolutionCache()).unaffected(index):
        store_cosines(index)
        index.forget_unused(most=index.counts().chunks if worktree_around(root) is not None else 0)
        confirm_tidied(index)
    if again := migrate_titles(index):
        update(Changes(changed=again), index.known(again))
        tidy(index, root, update, resolutions)


def compare(
    index: Store,
    *,
    least: float,
    at_once: int = _MOST_COMPARED,
    seconds: float = inf,
    progress: Callable[[str, int, int], None],
) -> tuple[str, ...]:
    """Compares pending passages, at most for so long; returns a remark when there are too many of them for one call."""
    waiting = index.uncompared() if index.agreed(least, MOST_ALIKE) else index.counts().embedded
    if waiting > at_once and seconds == inf:
        return (
            f"{waiting:,} passages are not compared yet; `dowse index --similar` compares them and can take minutes",
        )
    index.alike(least, MOST_ALIKE)
    waiting, total = index.uncompared(), index.counts().embedded
    budget = TimeBudget(time.monotonic, time.monotonic() + seconds)
    compare_pending(index, budget=budget, progress=lambda n: progress("likeness", total - waiting + n, total))
    return ()


def compared(
    index: Store,
    alone: Callable[[], AbstractContextManager[object]],
    *,
    least: float,
    seconds: float = inf,
    progress: Callable[[str, int, int], None],
) -> tuple[str, ...]:
    """As `compare`; also returns a remark when that is not possible now. `alone` excludes other writers."""
    try:
        with alone():
            return compare(index, least=least, seconds=seconds, progress=progress)
    except (IndexBusyError, StorageError) as error:
        return (str(error),)


def comparison_progress(index: Store, *, least: float) -> IndexingProgress | None:
    """How many passages are compared on these terms; None when all are."""
    if is_compared(index, least=least):
        return None
    total = index.counts().embedded
    done = total - index.uncompared() if index.agreed(least, MOST_ALIKE) else 0
    return IndexingProgress("likeness", max(0, done), total)


class IndexQueues(Protocol):
    """The part of a store that knows which work is left."""

    def pending(self, limit: int) -> Sequence[Chunk]:
        """See EmbeddingQueue."""

    def unlinked(self, limit: int) -> Mapping[str, tuple[Link, ...]]:
        """See LinkQueue."""

    def agreed(self, least: float, most: int) -> bool:
        """See SimilarityStore."""

    def uncompared(self) -> int:
        """See SimilarityStore."""


class CheckedIndex(IndexQueues, FactLookup, Protocol):
    """The part of a store that also knows its files and facts."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See DocumentStore."""


def is_compared(index: IndexQueues, *, least: float) -> bool:
    """Whether all passages are compared on these terms."""
    return index.agreed(least, MOST_ALIKE) and not index.uncompared()


def has_pending_work(index: IndexQueues) -> bool:
    """Whether work of an earlier run is left."""
    return bool(index.pending(1) or index.unlinked(1)) or _can_compare_now(index)


def _can_compare_now(index: IndexQueues) -> bool:
    """Whether there are chunks to compare, and few enough for a search to wait."""
    return 0 < index.uncompared() <= _MOST_COMPARED_AT_ONCE


def with_waiting(state: IndexState, index: CheckedIndex, uninstalled: Sequence[str]) -> IndexState:
    """The state of an index that is compared with the files alone: stale while links are not resolved.

    With a remark on files that wait for the symbols of a grammar; `uninstalled` as for `migrate_grammars`.
    """
    remarks = () if state.is_first else unlinked(index)
    state = with_waiting_files(state, files_without_symbols(index, uninstalled))
    return replace(state, state="stale", remarks=(*state.remarks, *remarks)) if remarks else state


def unlinked(index: IndexQueues) -> tuple[str, ...]:
    """A remark on links that are not resolved yet."""
    return ("not all links are resolved yet; the next search continues",) if index.unlinked(1) else ()
