"""The documents that may have chunks without a vector: those of a few saved files are found without reading all chunks.

The fact is valid for one generation.  Whatever else changes chunks or vectors begins another one, and then all chunks
are read once more.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

import apsw

from ..meta import generation, recalled, remember
from ..rows import storable

_FACT = "pending_documents"
_MOST = 100  # documents; reading all chunks is as fast for more


def noted(connection: apsw.Connection) -> frozenset[int] | None:
    """Documents such that the chunks of all others have their vectors; None if that is not known."""
    now = generation(connection)
    if recalled(connection, "complete") == str(now):
        return frozenset()
    try:
        stored = json.loads(recalled(connection, _FACT) or "null")
    except (ValueError, RecursionError):
        return None
    match stored:
        case [int(of), list(docs)] if of == now and all(type(doc) is int for doc in docs):
            return frozenset(docs)
    return None


def note(connection: apsw.Connection, before: Collection[int] | None, paths: Iterable[str]) -> None:
    """Adds the documents at the paths to those before the present generation."""
    if before is None:
        return
    listed = json.dumps([storable(path) for path in paths], ensure_ascii=False)
    rows = connection.execute("select id from documents where path in (select value from json_each(?))", (listed,))
    docs = {*before, *(doc for (doc,) in rows)}
    if len(docs) <= _MOST:
        remember(connection, _FACT, json.dumps([generation(connection), sorted(docs)]))
