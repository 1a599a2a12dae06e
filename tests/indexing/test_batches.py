"""The path of a file: batches, budgets, and what is left when it stops half way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.indexing.batches import IndexingOutcome, Outcome, TimeBudget, embed_pending, embedding_of, index_words
from dowse.ports.indexed_document import FileStamp, IndexedDocument, SkippedFile, WriteBatch
from dowse.ports.models import Matrix
from tests.contract.engines import Engine, matching, paths
from tests.making import indexed, make
from tests.making_embedder import Hashing


@dataclass(slots=True)
class _Counting(MemoryEngine):
    """A memory engine that remembers how large its batches were."""

    sizes: list[int] = field(default_factory=list)

    def write(self, batch: WriteBatch) -> None:
        self.sizes.append(len(batch.indexed) + len(batch.vectors))
        MemoryEngine.write(self, batch)


@dataclass(slots=True)
class _Clock:
    """Every look takes a second."""

    now: float = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


_EVER = TimeBudget(lambda: 0.0)


def _read(path: str) -> IndexedDocument:
    return indexed(make(path, f"text of {path}"))


def _files(count: int) -> list[str]:
    return [f"{n:04}.md" for n in range(count)]


def _told(into: list[int]) -> TimeBudget:
    into.clear()
    return _EVER


def test_files_are_written_in_batches_and_progress_is_told_after_each() -> None:
    engine, told = _Counting(), list[int]()
    done = index_words(_files(600), _read, engine, budget=_EVER, progress=told.append)
    assert done == IndexingOutcome(600, 600)
    assert sum(engine.sizes) == 600
    assert len(engine.sizes) > 1
    assert told == [sum(engine.sizes[: n + 1]) for n in range(len(engine.sizes))]


def test_the_first_batches_are_small_so_that_an_interrupted_start_keeps_something() -> None:
    engine = _Counting()
    index_words(_files(800), _read, engine, budget=_EVER, progress=lambda _: None)
    assert engine.sizes == [32, 64, 128, 256, 256, 64]


def test_a_batch_ends_early_when_its_texts_are_long() -> None:
    engine = _Counting()
    index_words(
        _files(5), lambda path: indexed(make(path, "x " * 600_000)), engine, budget=_EVER, progress=lambda _: None
    )
    assert len(engine.sizes) > 1


def test_a_batch_ends_early_when_its_files_are_read_slowly() -> None:
    engine = _Counting()
    index_words(_files(9), _read, engine, budget=TimeBudget(_Clock()), progress=lambda _: None)
    assert engine.sizes == [3, 3, 3]  # a second each


def test_a_spent_budget_stops_after_a_batch_and_that_batch_is_whole(engine: Engine) -> None:
    done = index_words(_files(600), _read, engine, budget=TimeBudget(_Clock(), until=20.0), progress=lambda _: None)
    assert 0 < done.files < 600
    assert sorted(engine.known()) == _files(done.files)


def test_a_budget_that_was_spent_before_still_reads_something() -> None:
    engine = MemoryEngine()
    done = index_words(_files(3), _read, engine, budget=TimeBudget(_Clock(), until=0.0), progress=lambda _: None)
    assert done.files == 1


def test_what_became_of_a_file_is_kept(engine: Engine) -> None:
    index_words(["a.md", "b.md", "c.md"], _read, engine, budget=_EVER, progress=lambda _: None)
    outcomes: dict[str, Outcome] = {
        "a.md": FileStamp(9, 9, "same"),
        "b.md": None,
        "c.md": SkippedFile("c.md", "binary", FileStamp(1, 2, "d")),
    }
    done = index_words(outcomes, outcomes.__getitem__, engine, budget=_EVER, progress=lambda _: None)
    assert done == IndexingOutcome(3, 2)
    known = engine.known()
    assert (known["a.md"].size, known["a.md"].mtime_ns) == (9, 9)
    assert sorted(known) == ["a.md", "c.md"]
    assert engine.troubles() == ([("c.md", "binary")], [])
    assert paths(matching(engine, "text")) == ["a.md"]


def test_removed_files_leave_nothing_behind(engine: Engine) -> None:
    index_words(["a.md", "b.md"], _read, engine, budget=_EVER, progress=lambda _: None)
    index_words([], _read, engine, budget=_EVER, progress=lambda _: None, removed=["a.md"])
    assert list(engine.known()) == ["b.md"]
    assert engine.counts().chunks == 1


def test_embedding_resumes_where_it_stopped(engine: Engine) -> None:
    index_words(_files(1200), _read, engine, budget=_EVER, progress=lambda _: None)
    first = embed_pending(engine, Hashing(dim=4), budget=TimeBudget(_Clock(), until=9.0), progress=lambda _: None)
    assert 0 < first < 1200
    told = list[int]()
    rest = embed_pending(engine, Hashing(dim=4), budget=_EVER, progress=told.append)
    assert first + rest == 1200
    assert told[-1] == rest
    assert engine.counts().embedded == 1200
    assert embed_pending(engine, Hashing(dim=4), budget=_EVER, progress=lambda _: None) == 0


class _Failing(Hashing):
    """Gives up on the second batch."""

    __slots__ = ("calls",)

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        if any("0900.md" in text for text in texts):
            raise RuntimeError("no more memory")
        return Hashing.embed(self, texts)


def test_an_embedder_that_raises_in_the_middle_loses_neither_words_nor_earlier_vectors(engine: Engine) -> None:
    index_words(_files(1200), _read, engine, budget=_EVER, progress=lambda _: None)
    with pytest.raises(RuntimeError):
        embed_pending(engine, _Failing(dim=4), budget=_EVER, progress=lambda _: None)
    assert 0 < engine.counts().embedded < 1200
    assert len(matching(engine, "text")) == 1200
    embed_pending(engine, Hashing(dim=4), budget=_EVER, progress=lambda _: None)
    assert engine.counts().embedded == 1200


def test_a_reader_that_raises_leaves_the_batches_before_it() -> None:
    def read(path: str) -> IndexedDocument:
        if path == "0599.md":
            raise RuntimeError("the disk is gone")
        return _read(path)

    engine = MemoryEngine()
    with pytest.raises(RuntimeError):
        index_words(_files(600), read, engine, budget=_EVER, progress=lambda _: None)
    assert 0 < len(engine.known()) < 600


def test_chunks_that_are_embedded_with_their_batch_are_not_embedded_again(engine: Engine) -> None:
    embed = embedding_of(Hashing(dim=4), "blend", "")
    index_words(_files(300), _read, engine, budget=_EVER, progress=lambda _: None, embed=embed)
    assert engine.counts().embedded == 300
    assert embed_pending(engine, Hashing(dim=4), budget=_EVER, progress=lambda _: None) == 0


def test_an_embedder_that_raises_for_a_batch_leaves_its_text_and_the_earlier_vectors(engine: Engine) -> None:
    embed = embedding_of(_Failing(dim=4), "blend", "")
    with pytest.raises(RuntimeError):
        index_words(_files(1200), _read, engine, budget=_EVER, progress=lambda _: None, embed=embed)
    assert 0 < engine.counts().embedded < len(matching(engine, "text")) < 1200


def test_equal_chunks_are_embedded_once() -> None:
    engine = _Counting()
    index_words(["a/x.md", "b/x.md"], lambda path: indexed(make(path, "same")), engine, budget=_EVER, progress=print)
    assert embed_pending(engine, Hashing(dim=4), budget=_EVER, progress=lambda _: None) == 1
    assert engine.counts().embedded == 2
