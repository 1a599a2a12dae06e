"""A snapshot answers all questions from one state of the index, on every engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from dowse.engines.federated.federated_reader import FederatedReader, snapshots
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.file.index_files import FILE, vectors_files
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.document import Link
from dowse.model.edge import LinkTarget
from dowse.model.errors import IndexDamagedError
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import Snapshot
from dowse.query.ast import ExactPhrase, FieldEquals, MatchAll
from dowse.query.ast import Word as HasWord
from tests.contract.engines import ALL, Engine, fill, matching, paths
from tests.making import make, unit, whole

_OLD = replace(make("a.md", "wool", title="Old", tags=("old",)), links=(Link("b", "wikilink"),))
_NEW = make("a.md", "silk", title="New", tags=("new",))

QUESTIONS: Mapping[str, Callable[[Snapshot], object]] = {
    "match": lambda reader: matching(reader, "wool", "silk"),
    "nearest": lambda reader: reader.nearest(unit(1, 0), MatchAll(), ALL),
    "select": lambda reader: reader.select(HasWord("wool"), ALL),
    "select by phrase": lambda reader: reader.select(ExactPhrase("wool"), ALL),
    "count": lambda reader: reader.count(FieldEquals("tag", "old")),
    "named": lambda reader: reader.named("Old"),
    "documents": lambda reader: reader.documents(["a.md", "c.md"]),
    "heads": lambda reader: reader.heads(["a.md", "c.md"]),
    "called": lambda reader: reader.called(["old", "new"]),
    "inside": lambda reader: reader.inside([""]),
    "pointers": lambda reader: reader.pointers(["a.md"]),
    "pointing": lambda reader: reader.pointing(["b"]),
    "aimed": lambda reader: reader.aimed(),
    "edges": lambda reader: reader.edges(),
    "documents counted": lambda reader: reader.counts().documents,
    "lengths": lambda reader: reader.lengths(),
    "vocabulary": lambda reader: reader.vocabulary("tag"),
    "vectors": lambda reader: reader.vectors("a.md").keys(),
    "chunk spans": lambda reader: reader.chunk_spans(["a.md", "c.md"]),
    "term positions": lambda reader: reader.term_positions(["silk"], ["a.md", "c.md"]).keys(),
    "sections": lambda reader: reader.text_parts(["a.md", "c.md"], "section").keys(),
    "chunks by token": lambda reader: reader.text_parts(["a.md", "c.md"], "chunk").keys(),
    "facts": lambda reader: reader.recalled("root"),
    "fingerprint": lambda reader: reader.recalled("fingerprint"),
}


@pytest.fixture
def filled(engine: Engine) -> Engine:
    """A linked document with a vector."""
    engine.use_space("old", chunking="c")
    engine.remember("root", "/old")
    fill(engine, _OLD, make("b.md", "flax"))
    engine.link({"a.md": [LinkTarget("b.md", 1)], "b.md": []})
    engine.write(WriteBatch(vectors={whole(_OLD).digest: unit(1, 0)}))
    return engine


def _rewrite(engine: Engine) -> None:
    """Changes what each of the questions asks for."""
    fill(engine, _NEW, make("c.md", "wool and silk"))
    engine.remember("root", "/new")
    engine.use_space("new", chunking="c")
    engine.write(WriteBatch(vectors={whole(_NEW).digest: unit(0, 1, 0)}))


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_snapshot_sees_none_of_a_write_that_happens_while_it_is_open(filled: Engine, question: str) -> None:
    ask = QUESTIONS[question]
    with filled.snapshot() as reference:
        before = ask(reference)
    with filled.snapshot() as snapshot:
        _rewrite(filled)
        assert ask(snapshot) == before


def test_a_snapshot_keeps_answering_the_same_after_the_engine_was_asked(filled: Engine) -> None:
    with filled.snapshot() as snapshot:
        assert paths(snapshot.nearest(unit(1, 0), MatchAll(), ALL)) == ["a.md"]
        _rewrite(filled)
        assert paths(filled.nearest(unit(0, 1, 0), MatchAll(), ALL)) == ["a.md"]
        assert paths(snapshot.nearest(unit(1, 0), MatchAll(), ALL)) == ["a.md"]
        assert snapshot.nearest(unit(0, 1, 0), MatchAll(), ALL) == ()


def test_the_engine_sees_a_write_while_a_snapshot_is_open_and_after_it(filled: Engine) -> None:
    with filled.snapshot():
        _rewrite(filled)
        assert paths(matching(filled, "silk")) == ["a.md", "c.md"]
    assert paths(matching(filled, "silk")) == ["a.md", "c.md"]
    with filled.snapshot() as next_one:
        assert paths(matching(next_one, "silk")) == ["a.md", "c.md"]


def test_snapshots_of_two_states_are_open_at_once(filled: Engine) -> None:
    with filled.snapshot() as older:
        _rewrite(filled)
        with filled.snapshot() as newer:
            assert [paths(matching(each, "silk")) for each in (older, newer, older)] == [[], ["a.md", "c.md"], []]
            assert [len(each.nearest(unit(1, 0), MatchAll(), ALL)) for each in (older, newer, older)] == [1, 0, 1]


def test_snapshots_of_several_threads_are_nested_in_any_order(filled: Engine) -> None:
    both_are_open = threading.Barrier(4, timeout=10)
    seen: list[object] = []

    def ask() -> None:
        with filled.snapshot() as outer, filled.snapshot() as inner:
            both_are_open.wait()
            seen.append((paths(matching(outer, "wool")), paths(matching(inner, "wool"))))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [(["a.md"], ["a.md"])] * 4


def test_snapshots_of_several_engines_are_read_as_one(filled: Engine) -> None:
    other = MemoryEngine()
    fill(other, make("c.md", "wool"))
    with snapshots({"one": filled, "two": other}) as opened:
        reader = FederatedReader(opened, {})
        _rewrite(filled)
        other.write(WriteBatch(removed=("c.md",)))
        assert set(paths(matching(reader, "wool"))) == {"one:a.md", "two:c.md"}


def test_a_snapshot_is_over_when_its_block_raises(filled: Engine) -> None:
    with pytest.raises(LookupError), filled.snapshot():
        raise LookupError
    _rewrite(filled)
    assert paths(matching(filled, "silk")) == ["a.md", "c.md"]


def test_a_block_that_raises_gives_the_connection_back(sqlite: SqliteEngine) -> None:
    for _ in range(3):
        with pytest.raises(LookupError), sqlite.snapshot():
            raise LookupError
    assert len(sqlite._idle) == 1  # nothing public counts connections


def test_a_snapshot_that_has_ended_refuses_questions(engine: Engine) -> None:
    with engine.snapshot() as snapshot:
        assert snapshot.count(MatchAll()) == 0
        assert snapshot.documents(["a.md"]) == {}
    for question in ("count", "recalled", "documents"):
        with pytest.raises(RuntimeError, match="has ended"):
            QUESTIONS.get(question, QUESTIONS["facts"])(snapshot)


def test_a_snapshot_counts_its_round_trips(engine: Engine) -> None:
    with engine.snapshot() as snapshot:
        snapshot.count(MatchAll())
        snapshot.count(FieldEquals("tag", "old"))
        assert snapshot.round_trips == 3  # the first has opened it


def test_facts_and_documents_that_a_snapshot_has_read_make_no_round_trip(engine: Engine) -> None:
    fill(engine, make("a.md", "wool"), make("b.md", "silk"))
    with engine.snapshot() as snapshot:
        first = snapshot.documents(["a.md", "gone.md"])
        made = snapshot.round_trips
        assert snapshot.documents(["a.md"]) == {"a.md": first["a.md"]}
        assert snapshot.recalled("root") == ""
        assert snapshot.round_trips == made
        assert list(snapshot.documents(["b.md", "a.md"])) == ["b.md", "a.md"]
        assert snapshot.round_trips == made + 1


def test_an_older_snapshot_leaves_the_vectors_of_a_later_state_in_place(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, _OLD)
    sqlite.write(WriteBatch(vectors={whole(_OLD).digest: unit(1, 0)}))
    with sqlite.snapshot() as snapshot:
        sqlite.write(WriteBatch(removed=("a.md",)))
        sqlite.nearest(unit(1, 0), MatchAll(), ALL)
        files = list(vectors_files(tmp_path))
        assert len(snapshot.nearest(unit(1, 0), MatchAll(), ALL)) == 1
    assert list(vectors_files(tmp_path)) == files


def test_damage_that_a_snapshot_meets_is_told_as_damage(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, _OLD)
    with apsw.Connection(str(tmp_path / FILE)) as broken:
        broken.execute("drop table tags")
    broken.close()
    with sqlite.snapshot() as snapshot, pytest.raises(IndexDamagedError, match="no such table"):
        snapshot.select(FieldEquals("tag", "x"), 3)


def test_an_index_that_is_damaged_before_a_snapshot_is_told_as_damage(sqlite: SqliteEngine, tmp_path: Path) -> None:
    with apsw.Connection(str(tmp_path / FILE)) as broken:
        broken.execute("drop table meta")
    broken.close()
    with pytest.raises(IndexDamagedError, match="no such table"), sqlite.snapshot():
        pass
