"""A cache of document heads between searches: a search needs hundreds, and the next one mostly the same."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

import apsw

from ...model.document import Head
from .rows import HEAD_COLUMNS, HeadRow, head_of

_MOST = 20_000  # some 30 MB


class HeadCache:
    """The heads of one edition of the index, by row id."""

    def __init__(self) -> None:
        self._kept: dict[int, Head] = {}

    def of(self, connection: apsw.Connection, ids: Collection[int]) -> Mapping[int, Head]:
        """The heads of these documents, and perhaps of others, without unknown ids."""
        missing = [doc for doc in ids if doc not in self._kept]
        if len(self._kept) + len(missing) > _MOST:
            self._kept = {}
            missing = list(ids)
        if missing:
            self._kept.update(_read(connection, missing))  # safe in several threads: all store the same values
        return self._kept


def _read(connection: apsw.Connection, ids: Collection[int]) -> dict[int, Head]:
    rows = connection.execute(
        f"select {HEAD_COLUMNS} from documents d where d.id in (select value from json_each(?))", (json.dumps(ids),)
    )
    return {row[0]: head_of(HeadRow(*row)) for row in rows}
