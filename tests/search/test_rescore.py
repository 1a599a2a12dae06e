"""Searches during a change of the embedding model, with the next model at hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.errors import ModelError
from dowse.ports.models import Embedder, Matrix
from dowse.search.execute import Answer, Request, search
from dowse.search.profiles import DEFAULT
from tests.contract.engines import fill, paths
from tests.making import make
from tests.making_embedder import Hashing

_ENCODER = Hashing(name="encoder", synonyms=(("sheep", "wool"),))


class _Broken(Hashing):
    __slots__ = ()

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        del texts, as_query
        raise ModelError("encoder took longer than 1 s")


@pytest.fixture
def changing() -> MemoryEngine:
    """Two documents with the vectors of two embedders."""
    engine = MemoryEngine()
    engine.use_space("active", chunking="c")
    fill(engine, make("yarn.md", "wool yarn thread", title=""), make("flock.md", "sheep sheep", title=""))
    _embed(engine, Hashing(), "active")
    engine.use_space("coming", chunking="c", others="answer")
    _embed(engine, _ENCODER, "coming")
    return engine


def _embed(engine: MemoryEngine, embedder: Embedder, space: str) -> None:
    forever = TimeBudget(lambda: 0.0)
    embed_pending(engine, embedder, budget=forever, progress=lambda _: None, space=space)


def _asked(engine: MemoryEngine, coming: Embedder | None) -> Answer:
    request = Request("wool", mode="vector", min_similarity=0.0, coming=coming, explain=True)
    return search(request, DEFAULT, engine, now=0.0, embedder=Hashing())


def test_a_search_has_the_order_of_the_next_model(changing: MemoryEngine) -> None:
    assert paths(_asked(changing, None).hits) == ["yarn.md", "flock.md"]
    assert paths(_asked(changing, _ENCODER).hits) == ["flock.md", "yarn.md"]


def test_the_explanation_names_the_model_and_the_number_of_rescored_hits(changing: MemoryEngine) -> None:
    answer = _asked(changing, _ENCODER)
    (step,) = [step for step in answer.steps if step.name == "semantic"]
    assert step.about.endswith("; encoder rescored 2 of the first 2")
    assert [(reason.rank, reason.names) for reason in answer.hits[0].why if reason.source == "rescore"] == [
        (1, ("encoder",))
    ]


def test_the_list_of_a_hit_by_meaning_has_its_rank_once(changing: MemoryEngine) -> None:
    (ranks,) = [
        [reason.rank for reason in hit.why if reason.source == "semantic"]
        for hit in _asked(changing, _ENCODER).hits[:1]
    ]
    assert ranks == [1]


def test_after_a_failure_of_the_next_model_the_search_goes_on_with_a_note(changing: MemoryEngine) -> None:
    answer = _asked(changing, _Broken(name="encoder"))
    assert paths(answer.hits) == ["yarn.md", "flock.md"]
    assert [note.hint for note in answer.notes] == ["the semantic hits were not rescored: encoder took longer than 1 s"]


def test_a_search_without_a_change_of_the_model_says_nothing_of_rescoring(changing: MemoryEngine) -> None:
    answer = _asked(changing, None)
    assert not any("rescored" in step.about for step in answer.steps)
    assert answer.notes == ()
