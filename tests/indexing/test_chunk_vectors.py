"""The vectors of chunks, in each form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from dowse.indexing.chunk_vectors import ChunkVectors
from dowse.model.chunk import Chunk, VectorForm
from dowse.model.document import Document
from dowse.model.errors import TextsRejectedError
from dowse.ports.models import Matrix, Vector
from tests.making import make, whole
from tests.making_embedder import Hashing


@dataclass(slots=True)
class Listening:
    """A stand-in for a model that keeps the texts of each call, and rejects those with a given word."""

    rejected: str = "?"
    calls: list[list[str]] = field(default_factory=list)
    inner: Hashing = field(default_factory=Hashing)
    name: str = "listening"
    revision: str = "1"
    dim: int = 512
    batch: int = 8

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """As the inner model does. Raises TextsRejectedError when a text has the word."""
        self.calls.append(list(texts))
        rows = self.inner.embed(texts, as_query=as_query)
        refused = {place: "too long" for place, text in enumerate(texts) if self.rejected in text}
        if refused:
            accepted = {place: row for place, row in enumerate(rows) if place not in refused}
            raise TextsRejectedError("some were rejected", rows=accepted, refused=refused)
        return rows


def _unit(text: str) -> Vector:
    row: Vector
    (row,) = Hashing().embed([text])
    return row


def _vector(document: Document, form: VectorForm = "blend") -> Vector:
    made, refused = ChunkVectors(Hashing(), form)([whole(document)])
    assert not refused
    (vector,) = made.values()
    return vector


def _same(one: Vector, other: Vector) -> bool:
    return bool(np.allclose(one, other, atol=1e-6))


def test_three_quarters_are_of_the_text_and_one_quarter_is_of_the_title() -> None:
    vector = _vector(make("a.md", "bread and butter", title="Breakfast"))
    assert _same(vector, 0.75 * _unit("bread and butter") + 0.25 * _unit("Breakfast"))
    assert np.linalg.norm(vector) < 0.95


def test_a_chunk_of_a_document_without_a_title_has_the_vector_of_its_text() -> None:
    assert _same(_vector(make("a.md", "bread and butter", title="")), _unit("bread and butter"))


def test_area_and_tags_are_parts_of_the_title_part() -> None:
    vector = _vector(make("a.md", "bread", title="Breakfast", area="Home", tags=("food",)))
    assert _same(vector, 0.75 * _unit("bread") + 0.25 * _unit("Breakfast Home food"))


def test_a_summary_is_a_part_of_the_text_and_of_the_title_part() -> None:
    vector = _vector(make("a.md", "bread", title="Breakfast", summary="About mornings"))
    assert _same(vector, 0.75 * _unit("About mornings bread") + 0.25 * _unit("Breakfast About mornings"))


def test_a_document_without_a_text_has_a_quarter_of_the_vector_of_its_title() -> None:
    assert _same(_vector(make("a.md", "", title="Breakfast")), 0.25 * _unit("Breakfast"))


def test_a_title_without_a_known_token_leaves_the_text_alone() -> None:
    assert _same(_vector(make("a.md", "bread", title="...")), _unit("bread"))


def test_brackets_in_a_title_are_a_part_of_the_title() -> None:
    vector = _vector(make("a.md", "bread", title="A [b] c", tags=("food",)))
    assert _same(vector, 0.75 * _unit("bread") + 0.25 * _unit("A [b] c food"))


def test_in_the_form_prefix_the_title_stands_before_the_text() -> None:
    vector = _vector(make("a.md", "bread", title="Breakfast", tags=("food",)), "prefix")
    assert _same(vector, _unit("[Title: Breakfast] [Tags: food] bread"))


def _titled(*texts: str, title: str) -> list[Chunk]:
    return [whole(make(f"{text}.md", text, title=title)) for text in texts]


def test_a_title_is_embedded_once_for_many_chunks() -> None:
    model = Listening()
    vectors_of = ChunkVectors(model)
    vectors_of(_titled("one", "two", title="Breakfast"))
    vectors_of(_titled("three", title="Breakfast"))
    assert model.calls == [["one", "two", "Breakfast"], ["three"]]


def test_a_blank_text_is_not_embedded() -> None:
    model = Listening()
    ChunkVectors(model)(_titled(" ", title="Breakfast"))
    assert model.calls == [["Breakfast"]]


def _reasons(model: Listening, calls: Iterable[Sequence[Chunk]]) -> list[str]:
    """The texts of rejected chunks."""
    vectors_of = ChunkVectors(model)
    rejected: list[str] = []
    for chunks in calls:
        made, refused = vectors_of(chunks)
        assert made.keys() | refused.keys() == {chunk.digest for chunk in chunks}
        rejected += [chunk.text for chunk in chunks if chunk.digest in refused]
    return rejected


def test_a_rejected_text_is_that_of_its_chunk_alone() -> None:
    assert _reasons(Listening("two"), [_titled("one", "two", title="Breakfast")]) == ["two"]


def test_the_chunks_of_a_rejected_title_are_rejected() -> None:
    calls = [_titled("one", title="Breakfast"), _titled("two", title="Breakfast"), _titled("three", title="Lunch")]
    assert _reasons(Listening("Breakfast"), calls) == ["one", "two"]


@pytest.mark.parametrize("form", ["blend", "prefix"])
def test_equal_digests_have_equal_vectors(form: VectorForm) -> None:
    """The label of a title may stand in a text."""
    titled = whole(make("a.md", "bread", title="Breakfast"))
    written = whole(make("b.md", "[Title: Breakfast] bread", title=""))
    assert titled.enriched == written.enriched
    made, _ = ChunkVectors(Hashing(), form)([titled, replace(written, digest=b"another")])
    one, other = made.values()
    assert _same(one, other) is (form == "prefix")
    assert titled.digest != written.digest
