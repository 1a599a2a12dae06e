"""Queries for the units of documents, each on the given connection."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

import apsw

from ...model.document import Unit, UnitKind
from .rows import storable
from .sqlite_errors import RowError


def units(connection: apsw.Connection, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:
    """Of each document that is there."""
    rows = connection.execute(
        "select path, id from documents where path in (select value from json_each(?))", (_listed(docs),)
    )
    ids: dict[str, int] = dict(rows)
    found = units_of(connection, list(ids.values()))
    return {path: found[doc] for path, doc in ids.items()}


_UnitRow = tuple[str, str, int, int, int, int, UnitKind]  # as Unit, with the number of the parent: from 1, 0 for none


def units_of(connection: apsw.Connection, docs: Sequence[int]) -> Mapping[int, tuple[Unit, ...]]:
    """Of each of the documents, in one statement."""
    rows = connection.execute(
        """
        select doc, name, title, level, start, end, parent, kind from units
        where doc in (select value from json_each(?)) order by doc, n
        """,
        (json.dumps(docs),),
    )
    listed: dict[int, list[_UnitRow]] = {doc: [] for doc in docs}
    for doc, *row in rows:
        listed[doc].append(cast(_UnitRow, row))
    return {doc: tuple(_named_parents(own)) for doc, own in listed.items()}


def _named_parents(rows: Sequence[_UnitRow]) -> Iterator[Unit]:
    names = ["", *(row[0] for row in rows)]
    for name, title, level, start, end, parent, kind in rows:
        if level < 0 or not 0 <= start <= end:
            raise RowError(f"a unit is of level {level}, from {start} to {end}")
        yield Unit(name, title, level, start, end, names[parent] if 0 < parent < len(names) else "", kind)


def _listed(texts: Iterable[str]) -> str:
    return json.dumps([storable(text) for text in texts], ensure_ascii=False)
