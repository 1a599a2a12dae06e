"""A function of FTS5: the positions of each phrase of a query in the body of a document. Imports no numpy."""

from __future__ import annotations

import apsw

from ...indexed_fields import BODY
from ..sqlite_errors import RowError


class BodyPositions:
    """The positions that `body_positions(words, ?)` found, if it is bound as an `apsw.pyobject`.

    FTS5 calls the function for each row: to pack lists into bytes and to return them takes as long as to find them.
    """

    def __init__(self) -> None:
        self.counts: list[int] = []  # of each row and phrase
        self.at: list[int] = []


def register(connection: apsw.Connection) -> None:
    """Registers the function that adds the positions of each phrase in the body of a row."""
    connection.register_fts5_function("body_positions", _add)


def _add(api: apsw.FTS5ExtensionApi, *arguments: object) -> None:
    found = arguments[0] if len(arguments) == 1 else None
    if not isinstance(found, BodyPositions):  # a view in a changed index may call the function
        raise RowError("the index calls a function of dowse")
    counts, at, positions_of = found.counts, found.at, api.phrase_column_offsets
    for phrase in range(api.phrase_count):
        positions = positions_of(phrase, BODY)
        counts.append(len(positions))
        at += positions
