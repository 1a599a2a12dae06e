"""The cache of terms by prefix."""

from __future__ import annotations

import apsw
import pytest

from dowse.engines.sqlite.sqlite_errors import RowError
from dowse.engines.sqlite.words.term_cache import TermCache


def words(*texts: str) -> apsw.Connection:
    """A word index of these documents, in which a comma separates terms, and a space or a line end does not."""
    connection = apsw.Connection(":memory:")
    connection.execute("create virtual table words using fts5(text, tokenize=\"unicode61 tokenchars ' \n'\")")
    connection.executemany("insert into words values (?)", [(text,) for text in texts])
    return connection


def lines(cache: TermCache, index: apsw.Connection, *prefixes: str) -> dict[str, str]:
    return dict(cache.of(index, prefixes))


GARDEN = ("garden,gate,gat", "garden,gap,gab,gaz", "pond")


def test_each_prefix_has_the_lines_of_its_terms() -> None:
    index, cache = words(*GARDEN), TermCache()
    for _ in range(2):
        assert lines(cache, index, "gar", "gat", "po", "x") == {
            "gar": "\ngarden 2",
            "gat": "\ngat 1\ngate 1",
            "po": "\npond 1",
            "x": "",
        }


def test_terms_of_longer_prefixes_are_read_once() -> None:
    index, cache = words(*GARDEN), TermCache()
    lines(cache, index, "gar", "gap")
    index.execute("insert into words values ('garage,gaol')")  # not of the edition that the cache is for
    assert lines(cache, index, "ga") == {"ga": "\ngab 1\ngaol 1\ngap 1\ngarden 2\ngat 1\ngate 1\ngaz 1"}
    assert lines(cache, index, "gat", "gaq", "gaz") == {"gat": "\ngat 1\ngate 1", "gaq": "", "gaz": "\ngaz 1"}


@pytest.mark.parametrize("text", ["gar den", "garden 7", "gar den gar", "gar\nden", "gar den\ngar", "gar \n7"])
def test_a_term_with_a_space_or_a_line_end_is_an_error_of_the_index(text: str) -> None:
    with pytest.raises(RowError, match="a space or a line end"):
        lines(TermCache(), words(text), "gar")
