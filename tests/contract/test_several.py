"""Several engines as one: what they select together is what one of all their documents selects."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from dowse.engines.federated.federated_reader import FederatedReader
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from dowse.query.ast import And, ExactPhrase, Expr, FieldEquals, MatchAll, Not, Or, Word
from tests.contract.engines import ALL, matching, paths, selected
from tests.making import indexed, make, unit

_LEFT = (make("a.md", "carbon tax", tags=("finance",), modified=3.0), make("deep/b.md", "a carbon boat", modified=1.0))
_RIGHT = (make("a.md", "water tax", modified=2.0), make("c: d.md", "carbon and water", tags=("finance", "x")))
_PARTS = {"left": slice(0, 2), "le: ft": slice(2, 5)}  # one name begins like the other; one has a colon and a blank


def _engine(documents: tuple[Document, ...], vectors: Mapping[str, tuple[float, ...]]) -> MemoryEngine:
    engine = MemoryEngine()
    items = tuple(indexed(document) for document in documents)
    made = {item.chunks[0].digest: unit(*vectors[item.document.head.path]) for item in items}
    engine.write(WriteBatch(indexed=items, vectors=made))
    return engine


@pytest.fixture
def several() -> FederatedReader:
    """Two engines whose vectors have two and three numbers."""
    left = _engine(_LEFT, {"a.md": (1, 0), "deep/b.md": (1, 1)})
    right = _engine(_RIGHT, {"a.md": (0, 1, 0), "c: d.md": (0, 1, 1)})
    return FederatedReader({"left": left, "le: ft": right}, _PARTS)


def test_their_lengths_are_those_of_all_documents(several: FederatedReader) -> None:
    every = _engine((*_LEFT, *_RIGHT[1:]), {"a.md": (1, 0), "deep/b.md": (1, 0), "c: d.md": (1, 0)}).lengths()
    other = _engine(_RIGHT[:1], {"a.md": (1, 0)}).lengths()
    assert several.lengths() == (every.documents + other.documents, every.tokens + other.tokens)


@pytest.mark.parametrize(
    "where",
    [
        MatchAll(),
        FieldEquals("tag", "finance"),
        Not(FieldEquals("tag", "finance")),
        Word("carbon"),
        ExactPhrase("water tax"),
        Or((FieldEquals("path", "deep"), Word("water"))),
        And((Word("carbon"), Not(FieldEquals("path", "deep")))),
    ],
    ids=str,
)
def test_they_select_what_one_of_all_selects(where: Expr, several: FederatedReader) -> None:
    own = {name: selected(reader, where) for name, reader in several.vaults.items()}
    assert selected(several, where) == {f"{name}:{path}" for name, found in own.items() for path in found}
    assert several.count(where) == sum(map(len, own.values()))


def test_a_vault_is_selected_by_its_name_in_upper_or_lower_case(several: FederatedReader) -> None:
    assert selected(several, FieldEquals("in", "LE: FT")) == {"le: ft:a.md", "le: ft:c: d.md"}
    assert selected(several, Not(FieldEquals("in", "left"))) == {"le: ft:a.md", "le: ft:c: d.md"}
    assert selected(several, FieldEquals("path", "left:a.md")) == {"left:a.md"}


def test_the_newest_of_all_come_first_and_the_limit_is_of_all(several: FederatedReader) -> None:
    assert paths(several.select(MatchAll(), 2)) == ["left:a.md", "le: ft:a.md"]
    assert len(matching(several, "carbon", limit=2)) == 2


def test_each_is_asked_with_its_own_part_of_the_vector(several: FederatedReader) -> None:
    found = several.nearest(np.asarray([1, 0, 0, 1, 0], np.float32) / np.sqrt(np.float32(2)), MatchAll(), ALL)
    scores = {hit.head.path: round(float(hit.score), 3) for hit in found}
    assert scores == {"left:a.md": 1.0, "left:deep/b.md": 0.707, "le: ft:a.md": 1.0, "le: ft:c: d.md": 0.707}


def test_a_part_that_says_nothing_finds_nothing(several: FederatedReader) -> None:
    found = several.nearest(np.asarray([1, 0, 0, 0, 0], np.float32), MatchAll(), ALL)
    assert {hit.head.path.partition(":")[0] for hit in found} == {"left"}


def test_vectors_of_two_embedders_have_nothing_in_common(several: FederatedReader) -> None:
    (ours,), (theirs,) = several.vectors("left:a.md").values(), several.vectors("le: ft:a.md").values()
    assert ours.shape == theirs.shape == (5,)
    assert float(ours @ theirs) == 0


def test_vectors_that_fit_into_no_part_are_left_out(several: FederatedReader) -> None:
    """Of an embedder that cannot be reached nobody knows how many numbers its vectors have."""
    narrow = FederatedReader(several.vaults, {"left": slice(0, 2), "le: ft": slice(2, 3)})
    assert narrow.vectors("le: ft:a.md") == {}
    assert FederatedReader(several.vaults, {}).vectors("left:a.md") == {}
