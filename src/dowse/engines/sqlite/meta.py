"""Facts about the index itself."""

from __future__ import annotations

import apsw


def generation(connection: apsw.Connection) -> int:
    """Grows with every change of chunks or vectors."""
    return int(recalled(connection, "generation") or 0)


def edition(connection: apsw.Connection) -> int:
    """Grows with every change of a document."""
    return int(recalled(connection, "edition") or 0)


def facts(connection: apsw.Connection) -> dict[str, str]:
    """All of them; there are few."""
    return {key: str(value) for key, value in connection.execute("select key, value from meta")}


def remember(connection: apsw.Connection, key: str, value: str | float) -> None:
    """Stores a fact about the index itself."""
    connection.execute("insert or replace into meta values (?, ?)", (key, value))


def recalled(connection: apsw.Connection, key: str) -> str:
    """A fact about the index itself; empty when it was never stored."""
    row = connection.execute("select value from meta where key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""
