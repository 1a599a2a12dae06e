"""Several engines as one: what they select together is what one of all their documents selects."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from dowse.engines.federated.federated_reader import Several
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.document import Document
from dowse.ports import Batch
from dowse.query.ast import And, Anything, Expr, Is, Not, Or, Phrase, Word
from tests.contract.engines import ALL, matching, paths, selected
from tests.making import indexed, make, unit

_LEFT = (make("a.md", "carbon tax", tags=("finance",), modified=3.0), make("deep/b.md", "a carbon boat", modified=1.0))
_RIGHT = (make("a.md", "water tax", modified=2.0), make("c: d.md", "carbon and water", tags=("finance", "x")))
_PARTS = {"left": slice(0, 2), "le: ft": slice(2, 5)}  # one name begins like the other; one has a colon and a blank


def _engine(documents: tuple[Document, ...], vectors: Mapping[str, tuple[float, ...]]) -> MemoryEngine:
    engine = MemoryEngine()
    items = tuple(indexed(document) for document in documents)
    made = {item.chunks[0].digest: unit(*vectors[item.document.head.path]) for item in items}
    engine.write(Batch(indexed=items, vectors=made))
    return engine


@pytest.fixture
def several() -> Several:
    """Two engines whose vectors have two and three numbers."""
    left = _engine(_LEFT, {"a.md": (1, 0), "deep/b.md": (1, 1)})
    right = _engine(_RIGHT, {"a.md": (0, 1, 0), "c: d.md": (0, 1, 1)})
    return Several({"left": left, "le: ft": right}, _PARTS)


def test_their_lengths_are_those_of_all_documents(several: Several) -> None:
    every = _engine((*_LEFT, *_RIGHT[1:]), {"a.md": (1, 0), "deep/b.md": (1, 0), "c: d.md": (1, 0)}).lengths()
    other = _engine(_RIGHT[:1], {"a.md": (1, 0)}).lengths()
    assert several.lengths() == (every.documents + other.documents, every.tokens + other.tokens)


@pytest.mark.parametrize(
    "where",
    [
        Anything(),
        Is("tag", "finance"),
        Not(Is("tag", "finance")),
        Word("carbon"),
        Phrase("water tax"),
        Or((Is("path", "deep"), Word("water"))),
        And((Word("carbon"), Not(Is("path", "deep")))),
    ],
    ids=str,
)
def test_they_select_what_one_of_all_selects(where: Expr, several: Several) -> None:
    own = {name: selected(reader, where) for name, reader in several.vaults.items()}
    assert selected(several, where) == {f"{name}:{path}" for name, found in own.items() for path in found}
    assert several.count(where) == sum(map(len, own.values()))


def test_a_vault_is_selected_by_its_name_in_upper_or_lower_case(several: Several) -> None:
    assert selected(several, Is("in", "LE: FT")) == {"le: ft:a.md", "le: ft:c: d.md"}
    assert selected(several, Not(Is("in", "left"))) == {"le: ft:a.md", "le: ft:c: d.md"}
    assert selected(several, Is("path", "left:a.md")) == {"left:a.md"}


def test_the_newest_of_all_come_first_and_the_limit_is_of_all(several: Several) -> None:
    assert paths(several.select(Anything(), 2)) == ["left:a.md", "le: ft:a.md"]
    assert len(matching(several, "carbon", limit=2)) == 2


def test_each_is_asked_with_its_own_part_of_the_vector(several: Several) -> None:
    found = several.nearest(np.asarray([1, 0, 0, 1, 0], np.float32) / np.sqrt(np.float32(2)), Anything(), ALL)
    scores = {hit.head.path: round(float(hit.score), 3) for hit in found}
    assert scores == {"left:a.md": 1.0, "left:deep/b.md": 0.707, "le: ft:a.md": 1.0, "le: ft:c: d.md": 0.707}


def test_a_part_that_says_nothing_finds_nothing(several: Several) -> None:
    found = several.nearest(np.asarray([1, 0, 0, 0, 0], np.float32), Anything(), ALL)
    assert {hit.head.path.partition(":")[0] for hit in found} == {"left"}


def test_vectors_of_two_embedders_have_nothing_in_common(several: Several) -> None:
    (ours,), (theirs,) = several.vectors("left:a.md").values(), several.vectors("le: ft:a.md").values()
    assert ours.shape == theirs.shape == (5,)
    assert float(ours @ theirs) == 0


def test_vectors_that_fit_into_no_part_are_left_out(several: Several) -> None:
    """Of an embedder that cannot be reached nobody knows how many numbers its vectors have."""
    narrow = Several(several.vaults, {"left": slice(0, 2), "le: ft": slice(2, 3)})
    assert narrow.vectors("le: ft:a.md") == {}
    assert Several(several.vaults, {}).vectors("left:a.md") == {}
