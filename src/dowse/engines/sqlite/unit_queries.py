"""Queries for the units of documents, each on the given connection."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

import apsw

from ...model.document import Unit
from .rows import storable
from .unit_rows import UNIT_COLUMNS, NameRow, UnitRow, unit_names, units_of


def units(connection: apsw.Connection, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:
    """Of each document that is there."""
    wanted = json.dumps([storable(path) for path in docs], ensure_ascii=False)
    rows = connection.execute(
        "select path, id from documents where path in (select value from json_each(?))", (wanted,)
    )
    ids: dict[str, int] = dict(rows)
    found = document_units(connection, list(ids.values()))
    return {path: found[doc] for path, doc in ids.items()}


def document_units(connection: apsw.Connection, docs: Sequence[int]) -> Mapping[int, tuple[Unit, ...]]:
    """Of each of the documents, in one statement."""
    rows: list[Any] = connection.execute(
        f"select doc, {UNIT_COLUMNS} from unit_rows where doc in (select value from json_each(?)) order by doc, n",
        (json.dumps(docs),),
    ).fetchall()
    listed = groupby(cast(list[UnitRow], rows), itemgetter(0))
    return dict.fromkeys(docs, ()) | {doc: units_of(list(own)) for doc, own in listed}


def numbers_of_units(
    connection: apsw.Connection, docs: Iterable[int], names: Iterable[str]
) -> Mapping[int, Mapping[str, int]]:
    """Of each of the documents the numbers of its units with these names, in a third of the time of `unit_numbers`."""
    found: dict[int, dict[str, int]] = {doc: {} for doc in docs}
    wanted = json.dumps([storable(name) for name in names], ensure_ascii=False)
    for doc, n, name in connection.execute(
        """
        select doc, n, name from units
        where doc in (select value from json_each(?)) and name in (select value from json_each(?))
        """,
        (json.dumps([*found]), wanted),
    ):
        found[doc][name] = n
    return found


def unit_numbers(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, Mapping[str, int]]:
    """Of each of the documents the numbers of its units by name, in half of the time of `document_units`."""
    listed: dict[int, list[NameRow]] = {doc: [] for doc in docs}
    for doc, *row in connection.execute(
        """
        select doc, parent, own_name, title from unit_rows
        where doc in (select value from json_each(?)) order by doc, n
        """,
        (json.dumps([*listed]),),
    ):
        listed[doc].append(cast(NameRow, row))
    return {doc: {name: n for n, name in enumerate(unit_names(rows), start=1)} for doc, rows in listed.items()}
