"""The terms that are stored beside the postings, compared with those of FTS5."""

from __future__ import annotations

import zlib
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.sqlite_errors import RowError
from dowse.engines.sqlite.words.stored_terms import are_stored, is_decided, leave_out, store, stored_lines
from dowse.engines.sqlite.words.term_cache import TermCache
from dowse.model.errors import IndexDamagedError
from tests.contract.engines import fill
from tests.making import make

TEXTS = ("garden gate gat", "garden gap gab gaz", "pond éclair édit ga g_x", "花園 7up 2026 zz")


def index() -> apsw.Connection:
    """A word index of these documents."""
    connection = apsw.Connection(":memory:")
    connection.execute("create virtual table words using fts5(text, tokenize=\"unicode61 tokenchars '_'\")")
    connection.execute("create table postings(number integer primary key, data blob not null)")
    connection.executemany("insert into words values (?)", [(text,) for text in TEXTS])
    return connection


def stored() -> apsw.Connection:
    connection = index()
    store(connection)
    return connection


def test_stored_terms_are_those_of_the_word_index() -> None:
    prefixes = ("ga", "gar", "gat", "gate", "gates", "po", "g_", "ec", "ed", "zz", "xx")
    assert dict(TermCache().of(stored(), prefixes, stored=True)) == dict(TermCache().of(index(), prefixes))


def test_terms_with_other_beginnings_are_read_from_the_word_index() -> None:
    found = dict(TermCache().of(stored(), ("g", "7u", "20"), stored=True))
    assert found == dict(TermCache().of(index(), ("g", "7u", "20")))
    assert found["7u"] == "\n7up 1"


def test_only_terms_that_begin_with_letters_are_stored() -> None:
    connection = stored()
    assert are_stored(connection)
    rows = connection.execute("select count(*) from postings where number < -2").fetchall()
    assert rows == [(len({"ga", "gab", "gap", "gar", "gat", "gaz", "pon", "ecl", "edi", "g_x", "zz"}),)]


def test_terms_that_are_left_out_are_not_due() -> None:
    connection = index()
    assert not is_decided(connection)
    leave_out(connection)
    assert (is_decided(connection), are_stored(connection)) == (True, False)


@pytest.mark.parametrize("damage", ["substr(data, 1, 9)", "x''", "cast('no lines' as blob)", "zeroblob(40)"])
def test_a_damaged_row_is_an_error_of_the_index(damage: str) -> None:
    connection = stored()
    connection.execute(f"update postings set data = {damage} where number < -2")
    with pytest.raises(RowError, match="the terms of the index"):
        stored_lines(connection, ("ga",))


def test_terms_without_numbers_are_damage(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, *(make(f"{n}.md", "garden and gate") for n in range(4)))
    sqlite.forget_unused()
    with closing(connect(tmp_path / FILE)) as connection:
        lines = zlib.compress(b"\ngarden many\ngarage")
        connection.execute("update postings set data = ? where number < -2", (lines,))
    with pytest.raises(IndexDamagedError, match="no numbers of documents"):
        sqlite.unknown_words(("gardne",))
