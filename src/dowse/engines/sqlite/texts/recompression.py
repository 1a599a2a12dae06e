"""Compresses the texts of an index anew, with dictionaries of the documents that are there now."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import apsw

from . import text_dictionaries
from .document_texts import TextStream, decompressed, text_rows

_GROUP = 256  # documents with a dictionary
_GROUP_BYTES = 2_000_000  # compressed; the texts of a group are in memory


def recompress(connection: apsw.Connection) -> None:
    """Compresses all texts, and deletes dictionaries with lines of deleted documents; the caller has a transaction."""
    for docs in _groups(connection):
        rows: list[Any] = connection.execute(
            """
            select doc, data, body_start, text_end, names_end from texts
            where doc in (select value from json_each(?))
            """,
            (json.dumps(docs),),
        ).fetchall()
        streams = [TextStream(decompressed(connection, data), *bounds) for _, data, *bounds in rows]
        dictionary = text_dictionaries.added(connection, [stream.whole for stream in streams])
        compressed = ((row.data, doc) for (doc, *_), row in zip(rows, text_rows(streams, dictionary), strict=True))
        connection.executemany("update texts set data = ? where doc = ?", compressed)
    text_dictionaries.forget_unused(connection)


def _groups(connection: apsw.Connection) -> Iterator[Sequence[int]]:
    sizes: list[Any] = connection.execute("select doc, length(data) from texts order by doc").fetchall()
    group, size = list[int](), 0
    for doc, length in sizes:
        if len(group) == _GROUP or size > _GROUP_BYTES:
            yield group
            group, size = [], 0
        group.append(doc)
        size += length
    if group:
        yield group
