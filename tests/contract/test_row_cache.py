"""The cache of rows between searches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import apsw
import pytest

from dowse.engines.sqlite import row_cache
from dowse.engines.sqlite.row_cache import DocumentCache, RowCache
from dowse.model.document import Document
from tests.making import make


def test_a_search_that_starts_a_new_cache_takes_no_rows_from_another() -> None:
    """The read of one search runs another one, which fills the cache, as a second thread may."""
    connection = apsw.Connection(":memory:")

    def read(_connection: apsw.Connection, ids: str) -> dict[int, str]:
        listed: list[int] = json.loads(ids)
        if listed == [2]:
            cache.of(connection, range(10, 10 + row_cache.MOST_ROWS))
        return {row: f"row {row}" for row in listed}

    cache = RowCache(read)
    cache.of(connection, [1])
    found = cache.of(connection, [1, 2])
    assert [found.get(row) for row in (1, 2)] == ["row 1", "row 2"]


def test_a_document_is_read_once_until_newer_ones_take_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "_MOST_CHARACTERS", 10)
    cache, asked = DocumentCache(), list[str]()

    def read(paths: Sequence[str]) -> Mapping[str, Document]:
        asked.extend(paths)
        return {path: make(path, "five.") for path in paths if path != "missing.md"}

    for paths in (("a", "b"), ("b", "missing.md", "a"), ("c",), ("b", "c"), ("a",)):
        assert list(cache.of(paths, read)) == [path for path in paths if path != "missing.md"]
    assert asked == ["a", "b", "missing.md", "c", "a"]
