"""Heads of documents, kept between searches: a search needs hundreds, and the next one mostly the same."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

import apsw

from ...model.document import Head
from .rows import HEAD_COLUMNS, HeadRow, head_of

_MOST = 20_000  # some 30 MB


class Heads:
    """The heads of one edition of the index, by row id; those of another edition are forgotten."""

    def __init__(self, edition: int = -1) -> None:
        self.edition = edition
        self._kept: dict[int, Head] = {}

    def of(self, connection: apsw.Connection, ids: Collection[int]) -> Mapping[int, Head]:
        """The heads of these documents; ids that are not there are left out."""
        kept = self._kept
        missing = [doc for doc in ids if doc not in kept]
        if missing:
            kept = self._kept = {**(kept if len(kept) < _MOST else {}), **_read(connection, ids, missing, kept)}
        return kept


def _read(
    connection: apsw.Connection, ids: Collection[int], missing: list[int], kept: Mapping[int, Head]
) -> dict[int, Head]:
    rows = connection.execute(
        f"select {HEAD_COLUMNS} from documents d where d.id in (select value from json_each(?))", (json.dumps(missing),)
    )
    return {doc: kept[doc] for doc in ids if doc in kept} | {row[0]: head_of(HeadRow(*row)) for row in rows}
