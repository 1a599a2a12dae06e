"""The cache of rows between searches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import apsw
import pytest

from dowse.engines.sqlite import row_cache
from dowse.engines.sqlite.row_cache import DocumentCache, DocumentRowCache, RowCache
from dowse.model.document import Document
from tests.making import make


def test_a_search_that_starts_a_new_cache_takes_no_rows_from_another() -> None:
    """The read of one search runs another one, which fills the cache, as a second thread may."""
    connection = apsw.Connection(":memory:")

    def read(_connection: apsw.Connection, ids: str) -> dict[int, str]:
        listed: list[int] = json.loads(ids)
        if listed == [2]:
            cache.of(connection, range(10, 13))
        return {row: f"row {row}" for row in listed}

    cache = RowCache(read, most=3)
    cache.of(connection, [1])
    found = cache.of(connection, [1, 2])
    assert [found.get(row) for row in (1, 2)] == ["row 1", "row 2"]


def test_a_row_id_is_read_once_until_other_documents_fill_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "_MOST_ROWS", 3)
    connection, cache = apsw.Connection(":memory:"), DocumentRowCache()
    connection.execute("create table documents (id integer primary key, path text)")
    connection.execute("insert into documents values (1, 'a'), (2, 'b'), (3, 'c')")
    assert cache.of(connection, ["b", "missing", "a"]) == {"b": 2, "a": 1}
    connection.execute("update documents set id = 10 * id")
    assert cache.of(connection, ["missing", "a"]) == {"a": 1}
    assert cache.of(connection, ["a", "c"]) == {"a": 10, "c": 30}


def test_a_document_is_read_once_until_newer_ones_take_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "_MOST_CHARACTERS", 10)
    cache, asked = DocumentCache(), list[str]()

    def read(paths: Sequence[str]) -> Mapping[str, Document]:
        asked.extend(paths)
        return {path: make(path, "five.") for path in paths if path != "missing.md"}

    for paths in (("a", "b"), ("b", "missing.md", "a"), ("c",), ("b", "c"), ("a",)):
        assert list(cache.of(paths, read)) == [path for path in paths if path != "missing.md"]
    assert asked == ["a", "b", "missing.md", "c", "a"]
