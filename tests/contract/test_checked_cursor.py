"""Values of another type than the column declares are refused, however the rows are read."""

from __future__ import annotations

from collections.abc import Callable

import apsw
import pytest

from dowse.engines.sqlite.connect import checked_rows
from dowse.engines.sqlite.sqlite_errors import RowError

_WAYS: dict[str, Callable[[apsw.Cursor], object]] = {
    "all at once": lambda cursor: cursor.fetchall(),
    "one by one": list,
    "one": lambda cursor: cursor.fetchone(),
}
_EACH_WAY = pytest.mark.parametrize("read", _WAYS.values(), ids=_WAYS.keys())


@pytest.fixture
def connection() -> apsw.Connection:
    made = apsw.Connection(":memory:")
    made.execute("create table notes(id integer primary key, title text, size integer)")
    checked_rows(made)
    return made


@_EACH_WAY
def test_a_value_of_another_type_is_refused(connection: apsw.Connection, read: Callable[[apsw.Cursor], object]) -> None:
    connection.execute("insert into notes values (1, x'00', 'many')")
    with pytest.raises(RowError, match="a value of title is of type bytes and not TEXT"):
        read(connection.execute("select title from notes"))
    with pytest.raises(RowError, match="a value of size is of type str and not INTEGER"):
        read(connection.execute("select id, size from notes"))


@_EACH_WAY
def test_values_of_the_declared_types_nothing_and_expressions_are_read(
    connection: apsw.Connection, read: Callable[[apsw.Cursor], object]
) -> None:
    connection.execute("insert into notes values (1, 'Tea', 3)")
    rows = read(connection.execute("select id, title, +size from notes"))
    assert rows in ([(1, "Tea", 3)], (1, "Tea", 3))
    connection.execute("update notes set title = null, size = 'many'")
    assert read(connection.execute("select title, +size from notes")) in ([(None, "many")], (None, "many"))


def test_a_statement_without_rows_gives_none(connection: apsw.Connection) -> None:
    assert connection.execute("select title from notes").fetchall() == []
    assert connection.execute("delete from notes").fetchall() == []


def test_one_odd_value_among_many_is_refused(connection: apsw.Connection) -> None:
    connection.executemany("insert into notes values (?, ?, 1)", [(n, "Tea") for n in range(100)])
    connection.execute("update notes set title = 4.5 where id = 70")
    connection.execute("update notes set title = x'41' where id = 71")
    with pytest.raises(RowError, match="a value of title"):
        connection.execute("select id, title, size from notes").fetchall()
