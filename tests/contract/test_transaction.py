"""The writes of a transaction are committed together or not at all, on every engine."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.errors import ModelError
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import Snapshot, Transaction
from dowse.query.ast import MatchAll
from tests.contract.engines import ALL, Engine, fill, matching, paths
from tests.making import make, unit, whole

_OLD, _NEW = make("a.md", "wool", title="Old", tags=("old",)), make("a.md", "silk", title="New", tags=("new",))

QUESTIONS: Mapping[str, Callable[[Snapshot], object]] = {
    "words": lambda reader: paths(matching(reader, "wool", "silk")),
    "vectors": lambda reader: [hit.score for hit in reader.nearest(unit(1, 0), MatchAll(), ALL)],
    "heads": lambda reader: reader.heads(["a.md", "b.md", "c.md"]),
    "edges": lambda reader: list(reader.aimed()),
    "facts": lambda reader: (reader.recalled("root"), reader.recalled("fingerprint")),
}


@pytest.fixture
def filled(engine: Engine) -> Engine:
    """Two documents, of which the first has a vector."""
    engine.use_space("old", chunking="c")
    engine.remember("root", "/old")
    fill(engine, _OLD, make("b.md", "flax"))
    engine.link({"a.md": [], "b.md": []})
    engine.write(WriteBatch(vectors={whole(_OLD).digest: unit(1, 0)}))
    return engine


def _rewrite(change: Transaction) -> None:
    """Writes of each kind."""
    fill(change, _NEW, make("c.md", "wool and silk"))
    change.write(WriteBatch(removed=("b.md",)))
    change.link({"a.md": [], "c.md": []})
    change.remember("root", "/new")
    change.use_space("new", chunking="c")
    change.write(WriteBatch(vectors={whole(_NEW).digest: unit(0, 1, 0)}))


def _fail_after(engine: Engine, write: Callable[[Transaction], None]) -> None:
    with engine.transaction() as change:
        write(change)
        raise LookupError


def _answers(engine: Engine) -> dict[str, object]:
    with engine.snapshot() as reader:
        return {name: ask(reader) for name, ask in QUESTIONS.items()}


def test_the_writes_of_a_transaction_are_there_after_its_block(filled: Engine) -> None:
    with filled.transaction() as change:
        _rewrite(change)
    assert paths(matching(filled, "silk")) == ["a.md", "c.md"]
    assert (filled.recalled("root"), filled.recalled("fingerprint"), set(filled.known())) == (
        "/new",
        "new",
        {"a.md", "c.md"},
    )
    assert filled.heads(["a.md"])["a.md"].title == "New"


def test_a_block_that_raises_leaves_the_former_state(filled: Engine) -> None:
    before = _answers(filled)
    with pytest.raises(LookupError):
        _fail_after(filled, _rewrite)
    assert _answers(filled) == before


def test_a_reader_during_a_transaction_sees_the_former_state(filled: Engine) -> None:
    before = _answers(filled)
    with filled.snapshot() as older, filled.transaction() as change:
        _rewrite(change)
        assert _answers(filled) == before
        assert {name: ask(older) for name, ask in QUESTIONS.items()} == before
        assert filled.heads(["a.md"])["a.md"].title == "Old"
    assert _answers(filled) != before


def test_a_transaction_reads_its_own_writes(filled: Engine) -> None:
    with filled.transaction() as change:
        _rewrite(change)
        assert (change.recalled("root"), set(change.known())) == ("/new", {"a.md", "c.md"})
        assert [chunk.ref.doc for chunk in change.pending(ALL)] == ["c.md"]


def test_a_write_that_is_refused_leaves_the_other_writes_of_its_transaction(filled: Engine) -> None:
    with filled.transaction() as change:
        fill(change, make("c.md", "hemp"))
        with pytest.raises(ModelError):
            change.write(WriteBatch(removed=("b.md",), vectors={b"other" * 3 + b"!": unit(1, 0, 0)}))
        change.remember("root", "/new")
    assert (set(filled.known()), filled.recalled("root")) == ({"a.md", "b.md", "c.md"}, "/new")


def test_a_write_of_another_thread_waits_for_the_transaction_and_is_kept(filled: Engine) -> None:
    def write() -> None:
        is_begun.set()
        fill(filled, make("d.md", "jute"))

    is_begun, writer = threading.Event(), threading.Thread(target=write)
    with filled.transaction() as change:
        writer.start()
        is_begun.wait(timeout=10)
        fill(change, make("c.md", "hemp"))
    writer.join(timeout=10)
    assert set(filled.known()) == {"a.md", "b.md", "c.md", "d.md"}


def test_vectors_that_were_rolled_back_are_not_found_by_later_searches(filled: Engine) -> None:

    def compare(change: Transaction) -> None:
        change.write(WriteBatch(vectors={whole(make("b.md", "flax")).digest: unit(0, 1)}))
        change.alike(0.1, 3)
        change.compare(ALL)

    with pytest.raises(LookupError):
        _fail_after(filled, compare)
    assert paths(filled.nearest(unit(0, 1), MatchAll(), ALL)) == ["a.md"]
    filled.write(WriteBatch(removed=("a.md",)))
    assert paths(filled.nearest(unit(0, 1), MatchAll(), ALL)) == []


def test_a_transaction_that_has_ended_refuses_writes(filled: Engine) -> None:
    with filled.transaction() as change:
        pass
    with pytest.raises(RuntimeError, match="has ended"):
        change.remember("root", "/late")
    assert filled.recalled("root") == "/old"


def test_transactions_follow_each_other(filled: Engine) -> None:
    for root in ("/1", "/2"):
        with filled.transaction() as change:
            assert change.recalled("root") != root
            change.remember("root", root)
    assert filled.recalled("root") == "/2"


def test_a_process_that_ends_in_a_transaction_leaves_the_former_state(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, _OLD)
    crashed = tmp_path / "crashed"
    with sqlite.transaction() as change:
        _rewrite(change)
        shutil.copytree(tmp_path, crashed, ignore=shutil.ignore_patterns("crashed"))  # all that a crash leaves
    found = SqliteEngine(crashed)
    assert (paths(matching(found, "wool", "silk")), found.recalled("root")) == (["a.md"], "")
    assert found.heads(["a.md"])["a.md"].title == "Old"
    found.close()
