"""Every engine answers as the reference engine does: the same sets, the same scores."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from dowse.query.ast import FieldEquals
from dowse.query.extract import selecting
from dowse.query.parse import parse
from tests.contract.engines import ALL, fill, matching, selected
from tests.contract.vaults import ASKED, VAULTS, WORDS, Asked
from tests.making import directions, make, whole
from tests.seeds import SEED
from tests.tier_parameters import examples

pytestmark = pytest.mark.slow  # hundreds of questions to two engines

OFTEN = settings(max_examples=examples(200), derandomize=True, deadline=None, database=None)
VERY_OFTEN = settings(OFTEN, max_examples=2_500, derandomize=False)


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteEngine]:
    """An engine that goes from one vault to the next, so that what an earlier one left behind would show."""
    engine = SqliteEngine(tmp_path_factory.mktemp("index"))
    yield engine
    engine.close()


def _filled(sqlite: SqliteEngine, vault: tuple[Document, ...]) -> MemoryEngine:
    """A reference engine with the vault; the other one holds it too, after half of its documents were others."""
    memory = MemoryEngine()
    sqlite.write(WriteBatch(removed=tuple(sqlite.known())))
    fill(sqlite, *(make(document.head.path, "tax 日本語 getUserById", tags=("a/b",)) for document in vault[::2]))
    fill(sqlite, *vault)
    fill(memory, *vault)
    return memory


def _alike(used: SqliteEngine, question: Asked) -> None:
    memory = _filled(used, question.vault)
    assert selected(used, question.where) == selected(memory, question.where)
    mine, reference = (
        {hit.head.path: hit.score for hit in matching(engine, *question.words, where=question.where)}
        for engine in (used, memory)
    )
    assert mine == pytest.approx(reference, rel=1e-6)


@OFTEN
@given(question=ASKED)
def test_engines_select_the_same_documents_and_score_them_alike(used: SqliteEngine, question: Asked) -> None:
    _alike(used, question)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(4))
def test_engines_agree_about_10_000_questions(used: SqliteEngine, part: int) -> None:
    """In parts, which may run beside each other."""

    @seed(SEED + part)
    @VERY_OFTEN
    @given(question=ASKED)
    def agree(question: Asked) -> None:
        _alike(used, question)

    agree()


_TYPED = st.lists(st.sampled_from([*WORDS, "AND", "OR", "NOT", "(", ")", '"', "-", "+", "tag:a", "file:*"]))


@settings(OFTEN, max_examples=examples(100))
@given(vault=VAULTS, pieces=_TYPED)
def test_engines_select_the_same_documents_for_a_query_as_typed(
    used: SqliteEngine, vault: tuple[Document, ...], pieces: list[str]
) -> None:
    where = selecting(parse(" ".join(pieces)).where)
    assert selected(_filled(used, vault), where) == selected(used, where)


@settings(OFTEN, max_examples=50)
@given(question=ASKED, dim=st.integers(1, 40), seed=st.integers(0, 1_000))
def test_engines_find_the_same_chunks_with_cosines_within_a_hundredth(
    used: SqliteEngine, question: Asked, dim: int, seed: int
) -> None:
    query, *rows = directions(len(question.vault) + 1, dim, seed=seed)
    vectors = {whole(document).digest: row for document, row in zip(question.vault, rows, strict=True)}
    used.use_space(f"{dim} {seed} {len(rows)}", chunking="")
    found = []
    for engine in (_filled(used, question.vault), used):
        engine.write(WriteBatch(vectors=vectors))
        found.append({hit.ref: hit.score for hit in engine.nearest(query, question.where, ALL)})
    assert found[1] == pytest.approx(found[0], abs=0.01)


@pytest.mark.slow
def test_engines_rank_3_000_chunks_by_the_same_cosines_within_a_hundredth(sqlite: SqliteEngine) -> None:
    memory = MemoryEngine()
    documents = [make(f"{n}.md", f"text {n}", tags=("even",) if n % 2 == 0 else ()) for n in range(3_000)]
    rows = directions(3_000, 256, seed=2)
    query = directions(1, 256, seed=3)[0]
    ranks = []
    for engine in (memory, sqlite):
        fill(engine, *documents)
        engine.write(WriteBatch(vectors={whole(d).digest: row for d, row in zip(documents, rows, strict=True)}))
        ranks.append([hit.score for hit in engine.nearest(query, FieldEquals("tag", "even"), 100)])
    assert np.allclose(ranks[0], ranks[1], atol=0.01)
