"""The symbols inside of which a term stands, from the positions in FTS5's index."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import apsw

from ...model.ref import Ref
from .unit_rows import stored_kind
from .words.term_positions import term_positions
from .words.tokenizer import expression

_OF_KIND = """
    select u.doc, u.n, u.first_token, u.end_token from words w cross join unit_rows u on u.doc = w.rowid
    where w.words match ? and u.kind = ? and u.first_token is not null
"""
_REFS = """
    select d.path, u.name from json_each(?) k cross join documents d on d.id = k.value ->> 0
    cross join units u on u.doc = d.id and u.n = k.value ->> 1 order by d.path, u.n
"""


def enclosing_symbols(connection: apsw.Connection, term: str, kind: str) -> Sequence[Ref]:
    """See ports.LexicalIndex."""
    query = expression([(term,)])
    rows: list[Any] = connection.execute(_OF_KIND, (query, stored_kind(kind))).fetchall()
    positions = term_positions(connection, (term,), {str(doc): doc for doc, *_ in rows})
    around = list[tuple[int, int]]()
    for doc, n, first, end in rows:
        at = positions[str(doc)].at if str(doc) in positions else None
        if at is not None and at.searchsorted(first) < at.searchsorted(end):
            around.append((doc, n))
    if not around:
        return []
    return [Ref(path, name) for path, name in connection.execute(_REFS, (json.dumps(around),))]
