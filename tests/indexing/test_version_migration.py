"""An index whose files another version has read."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.graph.site_roots import SITE_ROOTS
from dowse.indexing.version_migration import (
    REMEMBERED,
    VERSION,
    migrate_version,
    noted_for_later_version,
    stamps_after_migration,
)
from dowse.model.errors import StorageError
from dowse.ports.indexed_document import FileStamp, SkippedFile, WriteBatch
from tests.contract.engines import fill
from tests.making import make


def _changed(engine: MemoryEngine) -> list[str]:
    """The files that count as changed after the migration."""
    before = engine.known()
    migrate_version(engine)
    return [path for path, stamp in engine.known().items() if stamp != before[path]]


def test_an_index_of_another_version_reads_all_files_again_once() -> None:
    engine = MemoryEngine()
    fill(engine, make("a.md", "wool"))
    engine.write(WriteBatch(skipped=(SkippedFile("b.md", "binary", FileStamp(1, 1, "b")),)))
    engine.remember(SITE_ROOTS, "found by another version")
    assert (_changed(engine), engine.recalled(SITE_ROOTS)) == (["a.md", "b.md"], "")
    assert (_changed(engine), engine.recalled(REMEMBERED)) == ([], str(VERSION))


def test_what_a_later_version_has_read_stays() -> None:
    engine = MemoryEngine()
    fill(engine, make("a.md", "wool"))
    engine.remember(REMEMBERED, str(VERSION + 1))
    assert (_changed(engine), engine.recalled(REMEMBERED)) == ([], str(VERSION + 1))


@pytest.mark.parametrize("stamp", ["", "begun", "0", "-2", "9" * 5_000])
def test_an_index_with_a_stamp_that_is_none_reads_all_files_again(stamp: str) -> None:
    engine = MemoryEngine()
    fill(engine, make("a.md", "wool"))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md"]


def test_an_empty_index_has_the_version_from_the_start() -> None:
    engine = MemoryEngine()
    migrate_version(engine)
    fill(engine, make("a.md", "wool"))
    assert _changed(engine) == []


def _of_later_version(*paths: str) -> MemoryEngine:
    engine = MemoryEngine()
    fill(engine, *(make(path, "wool") for path in paths))
    engine.write(WriteBatch(skipped=(SkippedFile("skipped.md", "binary", FileStamp(1, 1, "b")),)))
    engine.remember(REMEMBERED, str(VERSION + 1))
    return engine


def test_what_an_earlier_version_reads_in_an_index_of_a_later_one_is_read_again() -> None:
    """A server that runs since before an update reads the notes that are saved meanwhile."""
    engine = _of_later_version("a.md", "b.md", "c.md")
    for paths in (("a.md", "skipped.md"), ("b.md",)):
        with noted_for_later_version(engine, paths):
            assert _changed(engine) == []
    engine.remember(REMEMBERED, str(VERSION))  # the later version runs
    assert _changed(engine) == ["a.md", "b.md", "skipped.md"]
    assert _changed(engine) == []


def test_files_are_noted_that_were_read_while_the_later_version_came() -> None:
    engine = _of_later_version("a.md", "b.md")
    engine.remember(REMEMBERED, str(VERSION))
    with noted_for_later_version(engine, ["a.md"]):
        engine.remember(REMEMBERED, str(VERSION + 1))
    engine.remember(REMEMBERED, str(VERSION))
    assert _changed(engine) == ["a.md"]


def test_what_this_version_reads_in_its_own_index_is_not_read_again() -> None:
    engine = _of_later_version("a.md")
    engine.remember(REMEMBERED, str(VERSION))
    with noted_for_later_version(engine, ["a.md"]):
        pass
    assert _changed(engine) == []


@pytest.mark.parametrize("many", [[["a.md"], [f"{n}.md" for n in range(2_000)], ["b.md"]], [["a.md", "\udcff"]]])
def test_many_files_that_an_earlier_version_has_read_and_any_names_are_noted(many: list[list[str]]) -> None:
    engine = _of_later_version("a.md")
    for paths in many:
        with noted_for_later_version(engine, paths):
            pass
    engine.remember(REMEMBERED, str(VERSION))
    assert "a.md" in _changed(engine)


@pytest.mark.parametrize("noted", ["{", "[" * 100_000, '{"a.md": 1}', "7"])
def test_a_note_that_is_none_reads_all_files_again(noted: str) -> None:
    engine = _of_later_version("a.md")
    engine.remember("read by an earlier version", noted)
    engine.remember(REMEMBERED, str(VERSION))
    assert _changed(engine) == ["a.md", "skipped.md"]


class _Unwritable(MemoryEngine):
    def read_again(self, paths: Iterable[str] | None) -> None:
        raise StorageError(f"{paths} cannot be written")


def test_in_an_index_that_is_not_writable_all_files_of_an_earlier_version_differ() -> None:
    engine = _Unwritable()
    fill(engine, make("a.md", "wool"))
    with pytest.raises(StorageError):
        migrate_version(engine)
    assert [(path, stamp.mtime_ns) for path, stamp in stamps_after_migration(engine).items()] == [("a.md", -1)]
    engine.remember(REMEMBERED, str(VERSION))
    assert stamps_after_migration(engine) == engine.known()
