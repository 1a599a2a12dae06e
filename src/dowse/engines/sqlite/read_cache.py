"""A cache that searches share while the index is unchanged: heads of documents, and the results of filters."""

from __future__ import annotations

import apsw

from ...query.ast import Expr, MatchAll
from .filter_cache import FilterCache, FilterSelection
from .head_cache import HeadCache


class ReadCache:
    """The cache for one edition of the index; another edition empties it."""

    def __init__(self, edition: int = -1) -> None:
        self.edition = edition
        self.heads = HeadCache()
        self._narrowings = FilterCache()

    def narrowing(self, connection: apsw.Connection, where: Expr) -> FilterSelection | None:
        """The filter, as far as it is evaluated; None when it selects everything."""
        return None if where == MatchAll() else self._narrowings.of(connection, where)
