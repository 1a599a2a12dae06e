"""A savepoint keeps earlier changes, and the error of a transaction that SQLite has ended."""

from __future__ import annotations

import apsw
import pytest

from dowse.engines.sqlite.savepoint import savepoint


@pytest.fixture
def connection() -> apsw.Connection:
    made = apsw.Connection(":memory:")
    made.execute("create table numbers(n unique)")
    made.execute("insert into numbers values (1)")
    return made


def _numbers(connection: apsw.Connection) -> list[object]:
    return [n for (n,) in connection.execute("select n from numbers order by n")]


def test_a_failed_change_keeps_the_earlier_ones(connection: apsw.Connection) -> None:
    connection.execute("begin")
    connection.execute("insert into numbers values (2)")
    with pytest.raises(apsw.ConstraintError), savepoint(connection):
        connection.execute("insert into numbers values (3); insert into numbers values (1)")
    connection.execute("commit")
    assert _numbers(connection) == [1, 2]


def test_a_change_alone_is_a_transaction(connection: apsw.Connection) -> None:
    with savepoint(connection):
        connection.execute("insert into numbers values (2)")
    assert not connection.in_transaction
    assert _numbers(connection) == [1, 2]


def test_the_error_that_ended_the_transaction_is_raised(connection: apsw.Connection) -> None:
    with pytest.raises(apsw.ConstraintError), savepoint(connection):
        connection.execute("insert or rollback into numbers values (1)")  # ends it, as an error of the disk does
    assert not connection.in_transaction
