"""Questions that are asked ahead make one round trip, and have the answers that they have alone, on every engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from dowse.engines.federated.federated_reader import FederatedReader, snapshots
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.document import Link
from dowse.model.edge import LINKS, SIMILAR_TO, LinkTarget
from dowse.ports import questions as q
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import FieldWeights, Question
from dowse.query.ast import FieldEquals, MatchAll
from tests.contract.engines import ALL, Engine, fill
from tests.making import make, unit, whole

_PARENT = replace(make("plan.md", "wool", title="Plan", tags=("x",)), links=(Link("b", "wikilink"),))
_CHILD = replace(make("step.md", "silk", title="Step"), links=(Link("plan", "parent"),))

QUESTIONS: Mapping[str, Question] = {
    "match": q.MatchQuestion(("wool", "silk"), MatchAll(), ALL, FieldWeights()),
    "headed": q.HeadedQuestion(("wool",)),
    "enclosing symbols": q.EnclosingSymbolsQuestion("wool", "class"),
    "lengths": q.LengthsQuestion(),
    "feedback": q.FeedbackQuestion(q.MatchQuestion(("silk",), MatchAll(), 1, FieldWeights()), frozenset({"silk"})),
    "vocabulary": q.VocabularyQuestion("tag"),
    "unknown words": q.UnknownWordsQuestion(("wool", "slik")),
    "nearest": q.NearestQuestion(unit(1, 0), MatchAll(), ALL),
    "vectors": q.VectorsQuestion("plan.md"),
    "coming vectors": q.ComingVectorsQuestion((whole(_PARENT).ref, whole(_CHILD).ref)),
    "chunk spans": q.ChunkSpansQuestion(("plan.md", "gone.md")),
    "term positions": q.TermPositionsQuestion(("wool",), ("plan.md", "gone.md")),
    "sections": q.TextPartsQuestion(("plan.md", "gone.md"), "section"),
    "select": q.SelectQuestion(FieldEquals("tag", "x"), ALL),
    "count": q.CountQuestion(FieldEquals("tag", "x")),
    "named": q.NamedQuestion("Plan"),
    "documents": q.DocumentsQuestion(("plan.md", "gone.md")),
    "heads": q.HeadsQuestion(("plan.md", "gone.md")),
    "called": q.CalledQuestion(("plan", "gone")),
    "inside": q.FolderQuestion(frozenset({""})),
    "edges": q.EdgesQuestion(frozenset({"plan.md"})),
    "links": q.LinksQuestion(frozenset({"plan.md", "step.md", "gone.md"})),
    "children": q.ScopeQuestion("children", "plan.md"),
    "children of a missing parent": q.ScopeQuestion("children", "nowhere", is_missing=True),
}


@pytest.fixture
def filled(engine: Engine) -> Engine:
    """A document with a vector, a coming vector, a link and a child."""
    engine.use_space("old", chunking="c")
    fill(engine, _PARENT, _CHILD, make("b.md", "flax"))
    engine.link({"plan.md": [LinkTarget("b.md", 1)], "step.md": [LinkTarget("plan.md", 1)], "b.md": []})
    engine.write(WriteBatch(vectors={whole(_PARENT).digest: unit(1, 0)}))
    engine.use_space("new", chunking="c", others="answer")
    engine.write(WriteBatch(vectors={whole(_PARENT).digest: unit(0, 1)}, space="new"))
    return engine


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_that_was_asked_ahead_has_the_answer_that_it_has_alone(filled: Engine, name: str) -> None:
    question = QUESTIONS[name]
    with filled.snapshot() as alone, filled.snapshot() as ahead, filled.snapshot([question]) as at_first:
        ahead.prefetch([question])
        assert str(question.of(ahead)) == str(question.of(alone)) == str(question.of(at_first))
        assert str(question.of(ahead)) == str(question.of(filled))
        assert [each.round_trips for each in (alone, ahead, at_first)] == [2, 2, 1]


def test_questions_that_are_asked_ahead_make_one_round_trip_together(filled: Engine) -> None:
    with filled.snapshot() as snapshot:
        snapshot.prefetch(QUESTIONS.values())
        snapshot.prefetch(QUESTIONS.values())
        for question in QUESTIONS.values():
            question.of(snapshot)
        assert snapshot.round_trips == 2


def test_a_snapshot_is_opened_with_the_answers_to_its_first_questions(filled: Engine) -> None:
    with filled.snapshot(QUESTIONS.values()) as snapshot:
        for question in QUESTIONS.values():
            question.of(snapshot)
        snapshot.recalled("root")
        assert snapshot.round_trips == 1


def test_no_round_trip_is_made_for_no_questions(filled: Engine) -> None:
    with filled.snapshot() as snapshot:
        snapshot.prefetch([])
        assert snapshot.round_trips == 1


def test_answers_that_were_asked_ahead_are_of_the_state_of_the_snapshot(filled: Engine) -> None:
    with filled.snapshot() as snapshot:
        fill(filled, make("new.md", "wool"))
        snapshot.prefetch([QUESTIONS["match"]])
        assert {hit.ref.doc for hit in QUESTIONS["match"].of(snapshot)} == {"plan.md", "step.md"}  # type: ignore[attr-defined]  # Hits


def test_heads_that_come_with_names_are_not_asked_again(filled: Engine) -> None:
    with filled.snapshot([QUESTIONS["called"]]) as snapshot:
        assert snapshot.heads(["plan.md"])["plan.md"].title == "Plan"
        assert snapshot.round_trips == 1


def test_chunks_of_some_documents_are_among_those_of_more_that_were_asked_ahead(filled: Engine) -> None:
    with filled.snapshot([QUESTIONS["chunk spans"]]) as snapshot:
        assert snapshot.chunk_spans(["plan.md"]) == filled.chunk_spans(["plan.md"]) != {}
        assert snapshot.chunk_spans(["gone.md"]) == {}
        assert snapshot.round_trips == 1


def test_each_of_several_vaults_is_asked_once_for_questions_asked_ahead(filled: Engine) -> None:
    other = MemoryEngine()
    fill(other, make("c.md", "wool", tags=("x",)))
    questions: list[Question] = [
        q.MatchQuestion(("wool",), MatchAll(), ALL, FieldWeights()),
        q.SelectQuestion(FieldEquals("tag", "x"), ALL),
        q.DocumentsQuestion(("one:plan.md", "two:c.md")),
        q.NamedQuestion("Plan"),
        q.LengthsQuestion(),
        q.VocabularyQuestion("tag"),
        q.ScopeQuestion("children", "one:plan.md"),
    ]
    with (
        snapshots({"one": filled, "two": other}) as alone,
        snapshots({"one": filled, "two": other}, questions) as first,
    ):
        plain, ahead = FederatedReader(alone, {}), FederatedReader(first, {})
        assert [question.of(ahead) for question in questions] == [question.of(plain) for question in questions]
        assert [each.round_trips for each in first.values()] == [1, 1]
        ahead.prefetch([q.EdgesQuestion(frozenset({"one:plan.md"})), q.CountQuestion(MatchAll())])
        ahead.edges(["one:plan.md"])
        assert [each.round_trips for each in first.values()] == [2, 1]  # the count was asked with the words


@pytest.mark.parametrize("kinds", [(), LINKS, (SIMILAR_TO,)])
@pytest.mark.parametrize("docs", [["plan.md"], ["step.md", "b.md"], ["gone.md"]])
def test_edges_of_some_documents_are_among_those_of_more_that_were_asked_ahead(
    filled: Engine, docs: list[str], kinds: tuple[str, ...]
) -> None:
    everything = q.EdgesQuestion(frozenset({"plan.md", "step.md", "b.md", "gone.md"}))
    with filled.snapshot([everything]) as ahead:
        assert set(ahead.edges(docs, kinds)) == set(filled.edges(docs, kinds))
        assert ahead.round_trips == 1


def test_edges_of_other_kinds_than_those_asked_ahead_are_asked_for(filled: Engine) -> None:
    with filled.snapshot([q.EdgesQuestion(frozenset({"plan.md"}), frozenset({SIMILAR_TO}))]) as ahead:
        assert list(ahead.edges(["plan.md"])) == list(filled.edges(["plan.md"]))
        assert list(ahead.edges(["plan.md"], LINKS)) == list(filled.edges(["plan.md"], LINKS))
        assert ahead.round_trips == 3
