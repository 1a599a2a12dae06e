"""Files are read up to the limit of their format."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.chunking.by_section import BySection
from dowse.filesystem.walk import walk
from dowse.formats.detect import is_read
from dowse.indexing.load import DocumentLoader
from dowse.indexing.size_limit import most_bytes
from dowse.ports.indexed_document import IndexedDocument
from tests.formats.pdf.making_pdf import pdf

_TEXT_LIMIT = 4 * 1024 * 1024


def test_a_pdf_may_be_larger_than_a_text(tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(pdf("The harbour.") + b"\n%" + b" " * _TEXT_LIMIT)
    (tmp_path / "log.md").write_bytes(b"x" * (_TEXT_LIMIT + 1))
    with (tmp_path / "scan.pdf").open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)  # takes no space on the disk
    walked = walk(tmp_path, is_read, limit=most_bytes)
    assert [file.path for file in walked.found] == ["book.pdf"]
    assert walked.skipped == (("log.md", "larger than 4 MiB"), ("scan.pdf", "larger than 64 MiB"))
    loaded = DocumentLoader(tmp_path, BySection())("book.pdf", None)
    assert isinstance(loaded, IndexedDocument)
    assert "The harbour." in loaded.document.text


@pytest.mark.parametrize("path", ["a.md", "a.py", "a.canvas", "unknown"])
def test_texts_have_one_limit(path: str) -> None:
    assert most_bytes(path) == _TEXT_LIMIT
