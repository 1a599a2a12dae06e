"""Files that an earlier version read and skipped."""

from __future__ import annotations

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.indexing.skipped_migration import migrate_skipped
from dowse.ports.indexed_document import FileStamp, SkippedFile, WriteBatch


def test_source_code_of_others_that_was_skipped_is_forgotten_once() -> None:
    engine = MemoryEngine()
    skipped = (
        SkippedFile("vendor/a.go", "source code of others, in a folder such as vendor", FileStamp(1, 1, "a")),
        SkippedFile("b.md", "binary", FileStamp(1, 1, "b")),
    )
    engine.write(WriteBatch(skipped=skipped))
    migrate_skipped(engine)
    assert list(engine.known()) == ["b.md"]
    engine.write(WriteBatch(skipped=skipped))
    migrate_skipped(engine)
    assert sorted(engine.known()) == ["b.md", "vendor/a.go"]
