"""Takes lines that no text has any more out of the dictionaries of texts.

A dictionary has lines of at least four documents.  Whoever deletes a line from all notes expects that the index does
not keep it, so the dictionary is written again without the line, and so are the texts that are compressed with it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import apsw

from ....analysis.line_difference import line_difference
from ....ports.indexed_document import WriteBatch
from ..rows import storable
from . import text_dictionaries
from .document_texts import TextStream, decompressed, dictionary_name, text_rows

_MANY = 64  # documents of a dictionary in a batch; then any of its lines may be gone, and none of them is read
_NEAR = 300  # ids; most documents with a dictionary are those of its batch, and have ids near each other
_GROUP = 256  # texts in memory

_OF_PATHS = """
    select t.doc, t.data from documents d join texts t on t.doc = d.id
    where d.path in (select value from json_each(?)) and substr(t.data, 1, 1) = x'01'
"""
_OF_DOCUMENTS = """
    select doc, data from texts where doc in (select value from json_each(?)) and substr(data, 1, 9) = ?
"""
_USERS = "select doc, data, body_start, text_end, names_end from texts where doc {} ? and ? and substr(data, 1, 9) = ?"


class FormerLines:
    """The lines of dictionaries that the documents of a batch had before it."""

    def __init__(self, connection: apsw.Connection, batch: WriteBatch) -> None:
        paths = [*batch.removed, *(each.path for each in batch.skipped)]
        paths += [item.document.head.path for item in batch.indexed]
        listed = json.dumps([storable(path) for path in paths], ensure_ascii=False)
        self._texts: defaultdict[bytes, dict[int, bytes]] = defaultdict(dict)
        for doc, data in connection.execute(_OF_PATHS, (listed,)):
            self._texts[dictionary_name(data)][doc] = data
        for own in self._texts.values():
            if len(own) > _MANY:
                own.update(dict.fromkeys(own, b""))

    def forget(self, connection: apsw.Connection) -> None:
        """Deletes those of the lines that no text with their dictionary has now."""
        for name, texts in self._texts.items():
            gone = _gone(connection, name, texts)
            for _, stream in _users(connection, name, [*texts]) if gone else ():
                gone.difference_update(stream.whole.split("\n"))
                if not gone:
                    break
            else:
                if gone:
                    _replace(connection, name, gone, [*texts])


def _gone(connection: apsw.Connection, name: bytes, before: Mapping[int, bytes]) -> set[str]:
    """The lines of the dictionary that these texts, by document, had and have no more; all lines for many texts."""
    lines = set(_lines(text_dictionaries.dictionary_of(connection, name)))
    if len(before) > _MANY:
        return lines
    rows: Iterator[Any] = connection.execute(_OF_DOCUMENTS, (json.dumps([*before]), b"\x01" + name))
    now = {doc: decompressed(connection, data) for doc, data in rows}
    gone: set[str] = set()
    for doc, data in before.items():
        text, _, details = decompressed(connection, data).rpartition("\n")
        start, end, _ = line_difference(text, now.get(doc, "").rpartition("\n")[0])  # a saved document keeps most lines
        gone.update(lines.intersection((details, *text[start:end].split("\n"))))
    return gone.difference(*(text.split("\n") for text in now.values())) if gone else gone


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
