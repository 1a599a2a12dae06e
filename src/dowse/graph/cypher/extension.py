"""Where graphqlite lies; it is an extra that need not be installed."""

from __future__ import annotations

from importlib.metadata import version

from ...model.errors import CypherError


def extension() -> str:
    """The file that SQLite loads; CypherError when graphqlite is not installed."""
    try:
        import graphqlite  # noqa: PLC0415  # here, since it is an extra
    except ImportError as error:
        raise CypherError("Cypher needs graphqlite: pip install 'dowse[cypher]'") from error
    return str(graphqlite.loadable_path())


def layout() -> str:
    """What decides how a graph is stored: our own way of writing it, and graphqlite's tables."""
    return f"{_OURS} graphqlite {version('graphqlite')}"


_OURS = 1  # counted up whenever database.py writes something else
