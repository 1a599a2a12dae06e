"""A cache that searches share while the index is unchanged: document heads, chunk references, results of filters."""

from __future__ import annotations

import apsw

from ...model.document import Head
from ...model.ref import Ref
from ...query.ast import Expr, MatchAll
from .filter_cache import FilterCache, FilterSelection
from .row_cache import RowCache
from .rows import HEAD_COLUMNS, HeadRow, head_of

UNIT_OF_CHUNK = "left join units u on u.doc = c.doc and u.n = c.unit"
REF_COLUMNS = "d.path, cast(coalesce(u.name, '') as text), c.part"


class ReadCache:
    """The cache for one edition of the index; another edition empties it."""

    def __init__(self, edition: int = -1) -> None:
        self.edition = edition
        self.heads = RowCache(_heads)
        self.chunk_refs = RowCache(_chunk_refs)
        self._narrowings = FilterCache()

    def narrowing(self, connection: apsw.Connection, where: Expr) -> FilterSelection | None:
        """The filter, as far as it is evaluated; None when it selects everything."""
        return None if where == MatchAll() else self._narrowings.of(connection, where)


def _heads(connection: apsw.Connection, ids: str) -> dict[int, Head]:
    rows = connection.execute(
        f"select {HEAD_COLUMNS} from documents d where d.id in (select value from json_each(?))", (ids,)
    )
    return {row[0]: head_of(HeadRow(*row)) for row in rows}


def _chunk_refs(connection: apsw.Connection, ids: str) -> dict[int, Ref]:
    rows = connection.execute(
        f"""
        select c.id, {REF_COLUMNS} from chunks c join documents d on d.id = c.doc {UNIT_OF_CHUNK}
        where c.id in (select value from json_each(?))
        """,
        (ids,),
    )
    return {chunk: Ref(path, section, part) for chunk, path, section, part in rows}
