"""The order of the best semantic hits by coming vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.errors import ModelError
from dowse.model.hit import cosine_of
from dowse.model.ref import Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.models import Embedder, Matrix
from dowse.ports.pipeline import Run
from dowse.retrieval.semantic import Semantic
from tests.contract.engines import fill, paths
from tests.making import make, unit, whole
from tests.making_embedder import Hashing
from tests.retrieval.asking import asking

_PATHS = ("a.md", "b.md", "c.md", "d.md")
_ACTIVE: Mapping[str, float] = {"a.md": 0.9, "b.md": 0.7, "c.md": 0.5, "d.md": 0.3}  # cosine with the query


class _Fixed(Hashing):
    """Every text has the first direction of three."""

    __slots__ = ()

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        del as_query
        return np.tile(unit(1, 0, 0), (len(texts), 1))


class _Broken(_Fixed):
    __slots__ = ()

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        del texts, as_query
        raise ModelError("the model is broken")


class _Plane(_Fixed):
    """Every text has the first direction of two, as the active vectors have."""

    __slots__ = ()

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        del as_query
        return np.tile(unit(1, 0), (len(texts), 1))


def _at(cosine: float, *more: float) -> Matrix:
    return np.array([cosine, (1 - cosine**2) ** 0.5, *more], np.float32)


def _engine(coming: Mapping[str, Matrix]) -> MemoryEngine:
    """Four documents with active vectors, and these coming ones."""
    engine = MemoryEngine()
    engine.use_space("active", chunking="c")
    documents = {path: make(path, path, title="") for path in _PATHS}
    fill(engine, *documents.values())
    engine.write(WriteBatch(vectors={whole(documents[path]).digest: _at(cos) for path, cos in _ACTIVE.items()}))
    engine.use_space("coming", chunking="c", others="answer")
    rows = {whole(documents[path]).digest: row for path, row in coming.items()}
    engine.write(WriteBatch(vectors=rows, space="coming"))
    return engine


def _run(coming: Mapping[str, Matrix], embedder: Embedder | None = None) -> Run:
    run = asking("wool", _engine(coming), embedder=_Plane())
    return replace(run, coming=embedder or _Fixed(name="encoder"))


_REVERSED = {path: _at(cosine, 0) for path, cosine in zip(_PATHS, (0.1, 0.2, 0.3, 0.4), strict=True)}


def test_hits_have_the_order_of_their_coming_vectors() -> None:
    assert paths(Semantic()(_run(_REVERSED))) == ["d.md", "c.md", "b.md", "a.md"]


def test_the_scores_stay_those_of_the_active_vectors() -> None:
    assert [hit.score for hit in Semantic()(_run(_REVERSED))] == pytest.approx([0.9, 0.7, 0.5, 0.3], abs=1e-5)


def test_a_hit_without_a_coming_vector_keeps_its_place_and_its_score() -> None:
    hits = Semantic()(_run({path: _REVERSED[path] for path in ("a.md", "c.md", "d.md")}))
    assert paths(hits) == ["d.md", "b.md", "c.md", "a.md"]
    assert [hit.score for hit in hits] == pytest.approx([0.9, 0.7, 0.5, 0.3], abs=1e-5)


def test_hits_after_the_first_of_that_number_are_not_rescored() -> None:
    assert paths(Semantic(rescore=2)(_run(_REVERSED))) == ["b.md", "a.md", "c.md", "d.md"]


def test_no_hit_is_rescored_if_their_number_is_0() -> None:
    assert paths(Semantic(rescore=0)(_run(_REVERSED))) == list(_PATHS)


def test_hits_are_ordered_by_the_cosine_whatever_norm_a_blended_vector_has() -> None:
    coming = {"a.md": np.float32(0.5) * _at(0.9, 0), "b.md": _at(0.8, 0)}
    assert paths(Semantic()(_run(coming)))[:2] == ["a.md", "b.md"]


def test_the_evidence_has_the_cosine_the_rank_and_the_model() -> None:
    coming = {"a.md": np.float32(0.5) * _at(0.6, 0), "b.md": _at(0.8, 0)}
    first, second, third, _ = Semantic()(_run(coming))
    assert [(each.source, round(each.value, 3), each.rank, each.names) for each in (first.why[0], second.why[0])] == [
        ("rescore", 0.8, 1, ("encoder",)),
        ("rescore", 0.6, 2, ("encoder",)),
    ]
    assert [reason.source for reason in third.why] == ["semantic"]


def test_the_minimum_cosine_is_for_the_active_vectors() -> None:
    hits = Semantic(least=0.6)(_run(_REVERSED))
    assert [(hit.head.path, round(cosine_of(hit), 3)) for hit in hits] == [("b.md", 0.7), ("a.md", 0.9)]


def test_the_effect_counts_the_rescored_hits() -> None:
    run = _run({path: _REVERSED[path] for path in ("a.md", "c.md")})
    for semantic, effect in (
        (Semantic(), "encoder rescored 2 of the first 4"),
        (Semantic(rescore=2), "encoder rescored 1 of the first 2"),
        (Semantic(rescore=0), ""),
    ):
        assert semantic.effect(semantic(run), run) == effect


@pytest.mark.parametrize("embedder", [_Broken(), _Plane()], ids=["fails", "has other dimensions"])
def test_without_fitting_vectors_the_active_ones_decide(embedder: Embedder) -> None:
    assert paths(Semantic()(_run(_REVERSED, embedder))) == list(_PATHS)


class _Counting(_Fixed):
    """Keeps the texts that it embeds."""

    __slots__ = ("texts",)
    texts: list[str]

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        object.__setattr__(self, "texts", list(texts))
        return _Fixed.embed(self, texts, as_query=as_query)


def test_the_query_is_embedded_only_for_hits_with_a_coming_vector() -> None:
    counting = _Counting()
    assert paths(Semantic()(_run({}, counting))) == list(_PATHS)
    assert not hasattr(counting, "texts")
    Semantic()(_run(_REVERSED, counting))
    assert counting.texts == ["wool"]


def test_a_late_search_does_not_wait_for_the_coming_embedder() -> None:
    run = replace(_run(_REVERSED), deadline=1.0, clock=lambda: 2.0)
    assert paths(Semantic()(run)) == list(_PATHS)


def test_hits_that_are_similar_to_a_document_are_not_rescored() -> None:
    """The vector of the document is one of the active space."""
    run = replace(_run(_REVERSED), anchors=(Ref("a.md"),))
    assert paths(Semantic()(run)) == list(_PATHS)


def test_rescoring_reads_the_coming_vectors_once() -> None:
    run = _run(_REVERSED)
    engine = run.reader
    assert isinstance(engine, MemoryEngine)
    with engine.snapshot() as with_coming, engine.snapshot() as without:
        Semantic()(replace(run, reader=with_coming))
        Semantic()(replace(run, reader=without, coming=None))
        assert (with_coming.round_trips, without.round_trips) == (3, 2)
