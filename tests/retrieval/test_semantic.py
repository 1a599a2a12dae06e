"""Chunks by meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from dowse.chunking.enrich import chunk_of
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.hit import cosine_of
from dowse.model.ref import Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.models import Matrix
from dowse.query.ast import FieldEquals
from dowse.retrieval.semantic import Semantic
from tests.contract.engines import paths
from tests.making import indexed, make, sectioned
from tests.making_embedder import Hashing
from tests.retrieval.asking import asking, holding

_CARS = Hashing(synonyms=(("car", "automobil"),))


def test_a_document_is_found_by_meaning_though_it_lacks_the_word() -> None:
    engine = holding(make("a.md", "automobile", title=""), make("b.md", "bread", title=""), embedder=_CARS)
    (first, *_) = Semantic()(asking("car", engine, embedder=_CARS))
    assert first.head.path == "a.md"
    assert first.score == pytest.approx(1.0, abs=1e-5)


def test_a_chunk_below_the_least_cosine_is_not_found() -> None:
    engine = holding(make("a.md", "car", title=""), make("b.md", "bread", title=""), embedder=_CARS)
    assert paths(Semantic(least=0.9)(asking("car", engine, embedder=_CARS))) == ["a.md"]
    assert paths(Semantic(least=-1.0)(asking("car", engine, embedder=_CARS))) == ["a.md", "b.md"]


def test_a_cosine_equal_to_the_least_is_enough() -> None:
    engine = holding(make("a.md", "car bread", title=""), embedder=_CARS)
    (hit,) = Semantic()(asking("car", engine, embedder=_CARS))
    assert Semantic(least=hit.score)(asking("car", engine, embedder=_CARS)) == (hit,)


def test_without_an_embedder_nothing_is_found_by_meaning() -> None:
    assert Semantic()(asking("car", holding(make("a.md", "car"), embedder=_CARS))) == ()


@pytest.mark.parametrize("query", ["", "tag:x", "... !!!", "NOT car"])
def test_a_query_that_means_nothing_is_near_nothing(query: str) -> None:
    engine = holding(make("a.md", "car", tags=("x",)), embedder=_CARS)
    assert Semantic(least=-1.0)(asking(query, engine, embedder=_CARS)) == ()


class _Subwords(Hashing):
    """An embedder with a vector for each sign, as those with subwords have."""

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """The vectors of the texts with one more word."""
        return Hashing(self.name).embed([f"{text} car" for text in texts], as_query=as_query)


@pytest.mark.parametrize("query", ["?!", "-", "[]", "\\", "%%", "...", "—", "…?"])
def test_punctuation_alone_is_near_nothing(query: str) -> None:
    engine = holding(make("a.md", "car"), embedder=_Subwords())
    assert Semantic(least=-1.0)(asking(query, engine, embedder=_Subwords())) == ()


def test_an_emoji_is_near_a_document() -> None:
    engine = holding(make("a.md", "car"), embedder=_Subwords())
    assert paths(Semantic(least=-1.0)(asking("🎉", engine, embedder=_Subwords()))) == ["a.md"]


def test_a_filter_binds_before_the_cut() -> None:
    engine = holding(*(make(f"{n}.md", "car") for n in range(9)), make("z.md", "bread", tags=("x",)), embedder=_CARS)
    run = asking("car", engine, where=FieldEquals("tag", "x"), embedder=_CARS)
    assert paths(Semantic(2, least=-1.0)(run)) == ["z.md"]


def test_each_chunk_that_is_found_says_that_it_is_one() -> None:
    engine = holding(make("a.md", "car"), make("b.md", "car"), embedder=_CARS)
    assert [hit.matched_chunks for hit in Semantic()(asking("car", engine, embedder=_CARS))] == [1, 1]


def test_a_section_without_a_chunk_of_its_own_is_similar_by_the_chunks_that_overlap_with_it() -> None:
    sections = ("One", 1, "# One\nbread\n"), ("Two", 1, "# Two\ncar\n"), ("Three", 1, "# Three\nwater\n")
    document = sectioned("a.md", *sections)
    ends = (0, document.text.index("# Three"), len(document.text))
    chunks = tuple(
        chunk_of(document, Ref("a.md", "", part), start, end, heading="", before="")
        for part, (start, end) in enumerate(pairwise(ends))
    )
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(document, chunks=chunks),)))
    rows = _CARS.embed([chunk.text for chunk in chunks])
    engine.write(WriteBatch(vectors={chunk.digest: row for chunk, row in zip(chunks, rows, strict=True)}))
    run = replace(asking("", engine, embedder=_CARS), anchors=(Ref("a.md", "two"),))
    first, second = Semantic(least=-1.0)(run)
    assert first.ref == Ref("a.md", "", 0)
    assert first.score == pytest.approx(1.0, abs=1e-2)
    assert second.score < 0.9


def test_the_minimum_is_for_the_cosine_and_not_for_the_dot_product() -> None:
    engine = holding(make("a.md", "car", title=""), make("b.md", "bread", title=""))
    chunks = {chunk.ref.doc: chunk for chunk in engine.pending(9)}
    same, other = _CARS.embed(["car", "bread"])
    short = {chunks["a.md"].digest: same / 2, chunks["b.md"].digest: other}
    engine.write(WriteBatch(vectors=short))
    (hit,) = Semantic(least=0.9)(asking("car", engine, embedder=_CARS))
    assert hit.head.path == "a.md"
    assert (hit.score, cosine_of(hit)) == pytest.approx((0.5, 1.0), abs=1e-5)
