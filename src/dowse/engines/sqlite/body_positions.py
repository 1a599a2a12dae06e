"""A function of FTS5: the positions of each phrase of a query in the body of a document. Imports no numpy."""

from __future__ import annotations

from array import array

import apsw

from ..indexed_fields import BODY


def register(connection: apsw.Connection) -> None:
    """Registers the function that gives the positions of each phrase of a query in the body of a document."""
    connection.register_fts5_function("body_positions", _body_positions)


def _body_positions(api: apsw.FTS5ExtensionApi, *_arguments: apsw.SQLiteValue) -> bytes:
    """The number of positions of each phrase, and then all positions, phrase by phrase."""
    found = [api.phrase_column_offsets(phrase, BODY) for phrase in range(api.phrase_count)]
    listed = array("i", map(len, found))
    for positions in found:
        listed.fromlist(positions)
    return listed.tobytes()
