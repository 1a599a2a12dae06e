"""The cache of terms by prefix."""

from __future__ import annotations

import apsw
import pytest

from dowse.engines.sqlite.sqlite_errors import RowError
from dowse.engines.sqlite.term_cache import TermCache


def words(*texts: str) -> apsw.Connection:
    """A word index of these documents, in which a comma and a line end separate terms, and a space does not."""
    connection = apsw.Connection(":memory:")
    connection.execute("create virtual table words using fts5(text, tokenize=\"unicode61 tokenchars ' '\")")
    connection.executemany("insert into words values (?)", [(text,) for text in texts])
    return connection


def test_each_term_of_the_length_is_listed_once_with_its_documents() -> None:
    index, cache = words("garden,gate,gat", "garden,gap", "pond"), TermCache()
    for _ in range(2):
        assert list(cache.of(index, ["gar", "ga", "po", "x"], 4, 6)) == [("garden", 2), ("gate", 1), ("pond", 1)]
    assert list(cache.of(index, ["gar"], 7, 9)) == []


@pytest.mark.parametrize("text", ["gar den", "garden 7", "gar den gar"])
def test_a_term_with_a_space_is_an_error_of_the_index(text: str) -> None:
    with pytest.raises(RowError, match="a space"):
        list(TermCache().of(words(text), ["gar"], 1, 20))
