"""What becomes of one file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dowse.chunking.by_section import BySection
from dowse.filesystem import read
from dowse.indexing.load import DocumentLoader
from dowse.ports.indexed_document import FileStamp, IndexedDocument, SkippedFile


def test_a_file_that_a_cloud_service_keeps_online_is_not_read_and_stays_as_it_was_indexed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("carbon\n")
    os.utime(tmp_path / "a.md", ns=(1, 1_000_000_001))
    load = DocumentLoader(tmp_path, BySection(len))
    indexed = load("a.md", None)
    assert isinstance(indexed, IndexedDocument)
    known = indexed.stamp
    monkeypatch.setattr(read, "is_online_only", lambda _status: True)
    assert load("a.md", None) == SkippedFile("a.md", read.ONLINE_ONLY, FileStamp(0, -1, "unreadable"))
    assert load("a.md", FileStamp(known.size, -1, known.digest)) == known._replace(modified=1_000_000_001 / 1e9)
    assert isinstance(load("a.md", FileStamp(known.size + 1, 5, known.digest)), SkippedFile)
    monkeypatch.undo()
    assert isinstance(load("a.md", FileStamp(0, -1, "unreadable")), IndexedDocument)


@pytest.mark.parametrize("seconds", [-5, 1_700_000_000, 4_000_000_000])
def test_a_file_with_another_time_and_the_same_content_has_that_time(tmp_path: Path, seconds: int) -> None:
    (tmp_path / "a.md").write_text("carbon\n")
    load = DocumentLoader(tmp_path, BySection(len))
    indexed = load("a.md", None)
    assert isinstance(indexed, IndexedDocument)
    os.utime(tmp_path / "a.md", (seconds, seconds))
    again = load("a.md", indexed.stamp)
    assert isinstance(again, FileStamp)
    assert again.modified == seconds
