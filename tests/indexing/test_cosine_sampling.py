"""The sample of cosines of random pairs that an index stores."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import numpy as np
import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.indexing.cosine_sampling import CosineSampler, cosines_of, merged, pair_quantiles, store_cosines
from dowse.model.chunk import Chunk
from dowse.model.cosine_sample import CosineSample
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.models import Vector
from dowse.ports.storage import Store
from tests.contract.engines import Engine, fill
from tests.making import make, whole
from tests.making_embedder import Hashing

_HASHING = Hashing()
_NOTES = tuple(make(f"{n}.md", f"word{n} common{n % 3} text", title="") for n in range(40))


def _given(index: Store, *documents: Document) -> Store:
    fill(index, *documents)
    embed_pending(index, _HASHING, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    return index


def test_the_sample_is_the_same_in_any_order_of_the_notes(engine: Engine) -> None:
    in_order = pair_quantiles(_given(MemoryEngine(), *_NOTES))
    assert in_order
    assert pair_quantiles(_given(engine, *reversed(_NOTES))) == pytest.approx(in_order, abs=0.01)  # SQLite rounds


def test_a_stored_sample_is_read_back(engine: Engine) -> None:
    store_cosines(_given(engine, *_NOTES))
    assert cosines_of(engine).quantiles == pair_quantiles(engine)
    assert cosines_of(engine).vectors == len(_NOTES)


def test_the_sample_ignores_the_norms_of_the_vectors(engine: Engine) -> None:
    in_full = pair_quantiles(_given(engine, *_NOTES))
    rows = {chunk.digest: np.float32(0.5) * row for chunk, row in _embedded(*_NOTES)}
    engine.write(WriteBatch(vectors=rows))
    assert pair_quantiles(engine) == pytest.approx(in_full, abs=0.01)


def _embedded(*documents: Document) -> Iterator[tuple[Chunk, Vector]]:
    chunks = [whole(document) for document in documents]
    return zip(chunks, _HASHING.embed([chunk.enriched for chunk in chunks]), strict=True)


def test_too_few_notes_have_no_sample(engine: Engine) -> None:
    assert pair_quantiles(_given(engine, *_NOTES[:10])) == ()


def test_an_empty_index_has_no_sample(engine: Engine) -> None:
    store_cosines(engine)
    assert cosines_of(engine) == CosineSample()


def test_a_small_change_of_the_vectors_keeps_the_sample(engine: Engine) -> None:
    store_cosines(_given(engine, *_NOTES))
    store_cosines(_given(engine, *(make(f"new{n}.md", f"new{n}") for n in range(9))))
    assert cosines_of(engine).vectors == len(_NOTES)


def test_a_large_change_of_the_vectors_renews_the_sample(engine: Engine) -> None:
    store_cosines(_given(engine, *_NOTES))
    store_cosines(_given(engine, *(make(f"new{n}.md", f"new{n}") for n in range(11))))
    assert cosines_of(engine).vectors == len(_NOTES) + 11


def test_a_sampler_keeps_a_sample_that_is_not_stored_until_many_vectors_change(engine: Engine) -> None:
    sampler = CosineSampler()
    taken = sampler(_given(engine, *_NOTES))
    assert taken.quantiles == pair_quantiles(engine)
    assert sampler(_given(engine, *(make(f"new{n}.md", f"new{n}") for n in range(9)))) is taken
    renewed = sampler(_given(engine, *(make(f"more{n}.md", f"new{n}") for n in range(9))))
    assert renewed.quantiles == pair_quantiles(engine) != taken.quantiles


def test_a_sampler_reads_a_sample_once_it_is_stored(engine: Engine) -> None:
    sampler = CosineSampler()
    sampler(_given(engine, *_NOTES[:35]))
    store_cosines(_given(engine, *_NOTES))
    assert sampler(engine).vectors == len(_NOTES)


def test_the_sample_of_another_embedder_does_not_count() -> None:
    index = MemoryEngine()
    index.use_space("one", chunking="x")
    store_cosines(_given(index, *_NOTES))
    index.use_space("two", chunking="x")
    assert cosines_of(index) == CosineSample()  # no vectors yet


@pytest.mark.parametrize(
    "stored",
    [
        "x",
        "[]",
        "[" * 100_000,
        json.dumps({"space": ""}),
        json.dumps({"space": "", "vectors": 1, "quantiles": "wrong"}),
        json.dumps({"space": "", "vectors": 1, "quantiles": [0.1, 0.2]}),
        json.dumps({"space": "", "vectors": 1, "quantiles": [9.0] * 101}),
        json.dumps({"space": "", "vectors": -1, "quantiles": []}),
        json.dumps({"space": "", "vectors": 1, "quantiles": [0.5, *[0.4] * 100]}),
        json.dumps({"space": "", "vectors": 1, "quantiles": [float("nan")] * 101}),
        '{"space": "", "vectors": 1e999, "quantiles": []}',
    ],
)
def test_a_damaged_sample_is_taken_anew(stored: str) -> None:
    index = _given(MemoryEngine(), *_NOTES)
    index.remember("pair_cosines", stored)
    assert cosines_of(index).quantiles == pair_quantiles(index)
    store_cosines(index)
    assert cosines_of(index).vectors == len(_NOTES)


def test_the_sample_of_several_indexes_has_the_pairs_of_each() -> None:
    low, high = (CosineSample(tuple(start + n / 1000 for n in range(101)), 50) for start in (0.1, 0.6))
    both = merged([low, high, CosineSample()])
    assert (both.quantiles[0], both.quantiles[-1], both.vectors) == (0.1, 0.7, 100)
    assert merged([]) == CosineSample()
