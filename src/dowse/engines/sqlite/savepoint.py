"""A savepoint of a connection: a failed change keeps the earlier ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw


@contextmanager
def savepoint(connection: apsw.Connection) -> Iterator[None]:
    """Runs a change in a savepoint, or in a transaction of its own where there is none.

    SQLite itself ends the transaction after some errors, such as one of the disk.  APSW's own context manager then
    fails with "cannot rollback" in place of that error.
    """
    connection.execute("savepoint change")
    try:
        yield
        connection.execute("release change")
    except BaseException:
        if connection.in_transaction:
            connection.execute("rollback to change")
            connection.execute("release change")
        raise
