"""The location of graphqlite, an optional dependency."""

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
    """The version of the stored graph: dowse's format, and graphqlite's tables."""
    return f"{_OURS} graphqlite {version('graphqlite')}"


_OURS = 3  # the version of the format that database.py writes
