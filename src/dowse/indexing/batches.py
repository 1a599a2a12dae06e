"""The path of a file: bytes → document → chunks → rows. Text first, vectors second, in whole batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..model.chunk import Chunk, VectorForm
from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp, IndexedDocument, SkippedFile, WriteBatch
from ..ports.models import Embedder
from ..ports.storage import Writer
from .chunk_vectors import ChunkVectors
from .garbage_collection import without_collection

Outcome = IndexedDocument | SkippedFile | FileStamp | None
"""A file after reading: to be indexed, skipped, unchanged except for its stamp, or deleted."""


@dataclass(frozen=True, slots=True)
class IndexingOutcome:
    """The number of files that were checked, and how many of them differed from the index."""

    files: int = 0
    changed: int = 0


Clock = Callable[[], float]  # seconds, monotonic
BatchProgress = Callable[[int], None]  # called with the number of finished items
ChunkEmbedder = Callable[[Sequence[Chunk]], WriteBatch]  # the vectors of the chunks, to be written

_BATCH_FILES = 256
_FIRST_FILES = 32  # so that a server soon answers from something; each batch has twice as many as the one before
_BATCH_SECONDS = 2.0  # of reading, on a slow disk or a busy machine: Ctrl-C loses no more
_BATCH_CHARACTERS = 1_000_000  # a batch is in memory, and lost when the process is killed
_BATCH_CHUNKS, _MOST_CHUNKS = 512, 2_048  # of the queue at a time
_LONGEST_GROUP, _LEAST_GROUP = 1.5, 8  # seconds, texts


@dataclass(frozen=True, slots=True)
class TimeBudget:
    """A time limit: work stops after `until` on the clock, at the end of a batch."""

    clock: Clock
    until: float = float("inf")

    @property
    def spent(self) -> bool:
        """Whether the time is over."""
        return self.until != float("inf") and self.clock() >= self.until


def index_words(
    paths: Iterable[str],
    read: Callable[[str], Outcome],
    writer: Writer,
    *,
    budget: TimeBudget,
    progress: BatchProgress,
    removed: Iterable[str] = (),
    embed: ChunkEmbedder | None = None,
) -> IndexingOutcome:
    """Reads the files and writes their text into the index, within the budget; deletes the removed ones.

    The first batch deletes them, so that a renamed file is in the index under one of its names at any time.  With
    `embed`, the vectors of each batch are written after its text.
    """
    done, gone = IndexingOutcome(), tuple(removed)
    with without_collection():
        for outcomes in _batches(paths, read, budget):
            batch = _batch(outcomes, gone)
            writer.write(batch)
            if embed and batch.indexed:
                writer.write(embed([chunk for item in batch.indexed for chunk in item.chunks]))
            gone = ()
            unchanged = sum(isinstance(outcome, FileStamp) for _, outcome in outcomes)
            done = IndexingOutcome(done.files + len(outcomes), done.changed + len(outcomes) - unchanged)
            progress(done.files)
            if budget.spent:
                break
    if gone:
        writer.write(WriteBatch(removed=gone))
    return done


def embedding_of(embedder: Embedder, form: VectorForm, space: str) -> ChunkEmbedder:
    """Embeds chunks for the space with that fingerprint, in that form."""
    vectors_of = ChunkVectors(embedder, form)

    def embed(chunks: Sequence[Chunk]) -> WriteBatch:
        made, refused = vectors_of(chunks)
        return WriteBatch(vectors=made, refused=refused, space=space)

    return embed


def first_pending(writer: Writer) -> Sequence[Chunk]:
    """The chunks of the active space with which embed_pending begins; none if all have their vectors."""
    return writer.pending(_BATCH_CHUNKS)


def embed_pending(
    writer: Writer,
    embedder: Embedder,
    *,
    budget: TimeBudget,
    progress: BatchProgress,
    space: str = "",
    form: VectorForm = "blend",
    first: Sequence[Chunk] = (),
) -> int:
    """Embeds pending chunks within the budget; returns their number. The queue is the state.

    `first` are those of first_pending, if the caller has them already.  The vectors, in that form, belong to the
    space with that fingerprint, by default the active one.  Texts that the embedder rejects are recorded with the
    reason.  Raises ModelError when the embedder fails; finished batches stay.
    """
    done = 0
    embed = embedding_of(embedder, form, space)
    pace = _Pace(budget, embedder.batch)
    most = _BATCH_CHUNKS
    while not budget.spent and (chunks := first or writer.pending(most, space=space)):
        first = ()
        # Texts of similar length are embedded together, since a model pads the shorter ones.
        waiting = sorted(chunks, key=lambda chunk: -len(chunk.enriched)) if embedder.batch < _BATCH_CHUNKS else chunks
        while waiting and not budget.spent:
            group, waiting = waiting[: pace.count], waiting[pace.count :]
            with pace:
                writer.write(embed(group))
            done += len(group)
            progress(done)
        if embedder.batch >= _BATCH_CHUNKS:  # the queue is searched anew each time; a slow embedder wants its head
            most = min(2 * most, _MOST_CHUNKS)
    return done


class _Pace:
    """The number of texts per call: the batch size of the embedder, but no more than it embeds within a third of the
    remaining time, or in about a second: unwritten vectors are lost when the process ends.
    """

    def __init__(self, budget: TimeBudget, most: int) -> None:
        self._clock = budget.clock
        self._most = most
        self._patience = min(_LONGEST_GROUP, (budget.until - budget.clock()) / 3)
        self.count = most if budget.until == float("inf") else min(_LEAST_GROUP, most)

    def __enter__(self) -> None:
        self._started = self._clock()

    def __exit__(self, *_: object) -> None:
        took = self._clock() - self._started
        if took < self._patience / 2:
            self.count = min(2 * self.count, self._most)
        elif took > self._patience:
            self.count = max(self.count // 2, min(_LEAST_GROUP, self._most))


def _batches(
    paths: Iterable[str], read: Callable[[str], Outcome], budget: TimeBudget
) -> Iterator[list[tuple[str, Outcome]]]:
    batch: list[tuple[str, Outcome]] = []
    size, most, until = 0, _FIRST_FILES, budget.clock() + _BATCH_SECONDS
    for path in paths:
        outcome = read(path)
        batch.append((path, outcome))
        size += len(outcome.document.text) if isinstance(outcome, IndexedDocument) else 0
        if len(batch) >= most or size >= _BATCH_CHARACTERS or budget.clock() > until or budget.spent:
            yield batch
            batch, size, most, until = [], 0, min(2 * most, _BATCH_FILES), budget.clock() + _BATCH_SECONDS
    if batch:
        yield batch


def _batch(outcomes: list[tuple[str, Outcome]], gone: tuple[str, ...]) -> WriteBatch:
    return WriteBatch(
        indexed=tuple(outcome for _, outcome in outcomes if isinstance(outcome, IndexedDocument)),
        skipped=tuple(outcome for _, outcome in outcomes if isinstance(outcome, SkippedFile)),
        removed=(*gone, *(path for path, outcome in outcomes if outcome is None)),
        touched={path: outcome for path, outcome in outcomes if isinstance(outcome, FileStamp)},
    )
