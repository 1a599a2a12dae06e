"""Facts about the index itself."""

from __future__ import annotations

import secrets

import apsw

from .sqlite_errors import RowError

_GREATEST = 1 << 62  # twice that is more than SQLite stores; counting up from a random number below 2⁴⁰ takes for ever


def generation(connection: apsw.Connection) -> int:
    """Grows with every change of chunks or vectors."""
    return count(recalled(connection, "generation"))


def edition(connection: apsw.Connection) -> int:
    """Grows with every change of a document."""
    return count(recalled(connection, "edition"))


def renumber(connection: apsw.Connection) -> None:
    """Gives a copy of an index a generation of its own, at random: files beside the original are not of the copy."""
    remember(connection, "generation", secrets.randbelow(1 << 40))


def count(value: str) -> int:
    """The value of a fact that counts changes; 0 when it was never stored. Raises RowError for another value."""
    number = int(value) if value.isdecimal() and len(value) < 20 else -1 if value else 0
    if not 0 <= number < _GREATEST:
        raise RowError(f"a count of changes is {value[:40]!r}")
    return number


def facts(connection: apsw.Connection) -> dict[str, str]:
    """All of them; there are few."""
    return {key: str(value) for key, value in connection.execute("select key, value from meta")}


def remember(connection: apsw.Connection, key: str, value: str | float) -> None:
    """Stores a fact about the index itself."""
    connection.execute("insert or replace into meta values (?, ?)", (key, value))


def rewrite(connection: apsw.Connection, key: str) -> None:
    """Writes the page with the fact, so that the log of the transaction contains it; nothing without the fact."""
    value = recalled(connection, key)
    if value:
        connection.execute("delete from meta where key = ?", (key,))  # SQLite writes no page for an equal row
        remember(connection, key, value)


def recalled(connection: apsw.Connection, key: str) -> str:
    """A fact about the index itself; empty when it was never stored."""
    row = connection.execute("select value from meta where key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""
