"""Documents whose kind is another one by the rows of kinds and the settings of now."""

from __future__ import annotations

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.folder_kinds import KindRules, kind_rules
from dowse.indexing.kind_migration import REMEMBERED, migrate_kinds
from dowse.ports.indexed_document import WriteBatch
from tests.making import indexed, make


def _changed(engine: MemoryEngine, rules: KindRules = ()) -> list[str]:
    """The documents that count as changed once the kinds are heeded."""
    before = engine.known()
    migrate_kinds(rules, engine)
    return [path for path, stamp in engine.known().items() if stamp != before[path]]


def _holding(*paths: str) -> MemoryEngine:
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=tuple(indexed(make(path, "text", kind="note")) for path in paths)))
    return engine


def test_a_document_that_is_of_another_kind_by_the_rows_of_now_is_read_again() -> None:
    assert _changed(_holding("docs/a.md", "b.md")) == ["docs/a.md"]


def test_a_document_that_is_of_another_kind_by_the_settings_is_read_again() -> None:
    assert _changed(_holding("Tasks/a.md", "b.md"), kind_rules([("Tasks", "task")])) == ["Tasks/a.md"]


def test_a_document_with_a_level_is_read_again_for_its_type() -> None:
    engine = MemoryEngine()
    planned, typed = make("a.md", level="vision"), make("b.md", level="vision", type="vision")
    engine.write(WriteBatch(indexed=tuple(map(indexed, (planned, typed)))))
    assert _changed(engine) == ["a.md"]


def test_nothing_is_looked_at_while_rows_and_settings_are_the_same() -> None:
    engine = _holding("b.md")
    migrate_kinds((), engine)
    engine.write(WriteBatch(indexed=(indexed(make("docs/a.md", "text", kind="note")),)))
    assert _changed(engine) == []


def test_an_index_of_other_rows_is_looked_through() -> None:
    engine = _holding("docs/a.md")
    engine.remember(REMEMBERED, "0123456789abcdef")
    assert _changed(engine) == ["docs/a.md"]
