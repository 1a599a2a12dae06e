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
