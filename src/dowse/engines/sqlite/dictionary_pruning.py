"""Takes lines that no text has any more out of the dictionaries of texts.

A dictionary has lines of at least four documents.  Whoever deletes a line from all notes expects that the index does
not keep it, so the dictionary is written again without the line, and so are the texts that are compressed with it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import apsw

from ...ports.indexed_document import WriteBatch
from . import text_dictionaries
from .document_texts import TextStream, decompressed, dictionary_name, text_rows
from .rows import storable

_MANY = 64  # documents of a dictionary in a batch; then any of its lines may be gone, and none of them is read
_NEAR = 300  # ids; most documents with a dictionary are those of its batch, and have ids near each other
_GROUP = 256  # texts in memory

_OF_PATHS = """
    select t.doc, t.data from documents d join texts t on t.doc = d.id
    where d.path in (select value from json_each(?)) and substr(t.data, 1, 1) = x'01'
"""
_OF_DOCUMENTS = """
    select data from texts where doc in (select value from json_each(?)) and substr(data, 1, 9) = ?
"""
_USERS = "select doc, data, body_start, text_end, names_end from texts where doc {} ? and ? and substr(data, 1, 9) = ?"


class FormerLines:
    """The lines of dictionaries that the documents of a batch had before it."""

    def __init__(self, connection: apsw.Connection, batch: WriteBatch) -> None:
        paths = [*batch.removed, *(each.path for each in batch.skipped)]
        paths += [item.document.head.path for item in batch.indexed]
        listed = json.dumps([storable(path) for path in paths], ensure_ascii=False)
        texts: defaultdict[bytes, dict[int, bytes]] = defaultdict(dict)
        for doc, data in connection.execute(_OF_PATHS, (listed,)):
            texts[dictionary_name(data)][doc] = data
        self._docs = {name: [*own] for name, own in texts.items()}
        self._lines = {name: _lines_of(connection, name, [*own.values()]) for name, own in texts.items()}

    def forget(self, connection: apsw.Connection) -> None:
        """Deletes those of the lines that no text with their dictionary has now."""
        for name, lines in self._lines.items():
            gone = lines - self._own_lines(connection, name)  # most lines of a saved document are still in it
            for _, stream in _users(connection, name, self._docs[name]) if gone else ():
                gone.difference_update(stream.whole.split("\n"))
                if not gone:
                    break
            else:
                if gone:
                    _replace(connection, name, gone, self._docs[name])

    def _own_lines(self, connection: apsw.Connection, name: bytes) -> set[str]:
        """The lines that those of the documents have now whose texts have that dictionary; none for many documents."""
        listed = json.dumps(self._docs[name] if len(self._docs[name]) <= _MANY else [])
        rows = connection.execute(_OF_DOCUMENTS, (listed, b"\x01" + name))
        return {line for (data,) in rows for line in decompressed(connection, data).split("\n")}


def _lines_of(connection: apsw.Connection, name: bytes, texts: Sequence[bytes]) -> set[str]:
    """The lines of the dictionary that one of these texts has; all lines for many texts."""
    lines = set(_lines(text_dictionaries.dictionary_of(connection, name)))
    if len(texts) > _MANY:
        return lines
    return lines & {line for data in texts for line in decompressed(connection, data).split("\n")}


def _lines(dictionary: bytes) -> list[str]:
    return dictionary.decode().split("\n")[:-1]


def _users(connection: apsw.Connection, name: bytes, docs: Sequence[int]) -> Iterator[tuple[int, TextStream]]:
    """The texts with the dictionary, those near the documents first."""
    bounds = min(docs) - _NEAR, max(docs) + _NEAR
    for between in ("between", "not between"):
        rows: Iterator[Any] = connection.execute(_USERS.format(between), (*bounds, b"\x01" + name))
        for doc, data, *ends in rows:
            yield doc, TextStream(decompressed(connection, data), *ends)


def _replace(connection: apsw.Connection, name: bytes, gone: set[str], docs: Sequence[int]) -> None:
    """Compresses the texts with the dictionary anew, with the rest of its lines."""
    kept = [line for line in _lines(text_dictionaries.dictionary_of(connection, name)) if line not in gone]
    users = [doc for doc, _ in _users(connection, name, docs)]
    new = text_dictionaries.stored(connection, "".join(f"{line}\n" for line in kept).encode() if users else b"")
    for at in range(0, len(users), _GROUP):
        rows: list[Any] = connection.execute(
            """
            select doc, data, body_start, text_end, names_end from texts
            where doc in (select value from json_each(?))
            """,
            (json.dumps(users[at : at + _GROUP]),),
        ).fetchall()
        streams = [TextStream(decompressed(connection, data), *ends) for _, data, *ends in rows]
        compressed = ((row.data, doc) for (doc, *_), row in zip(rows, text_rows(streams, new), strict=True))
        connection.executemany("update texts set data = ? where doc = ?", compressed)
    text_dictionaries.replace(connection, name, new)
