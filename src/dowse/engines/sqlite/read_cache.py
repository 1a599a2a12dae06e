"""What searches share while the index stays as it is: heads of documents, and what filters were found to select."""

from __future__ import annotations

import apsw

from ...query.ast import Expr, MatchAll
from .filter_cache import FilterCache, FilterSelection
from .head_cache import HeadCache


class ReadCache:
    """All that is kept of one edition of the index; with another edition it is forgotten."""

    def __init__(self, edition: int = -1) -> None:
        self.edition = edition
        self.heads = HeadCache()
        self._narrowings = FilterCache()

    def narrowing(self, connection: apsw.Connection, where: Expr) -> FilterSelection | None:
        """The filter, as far as it has been answered; None when it selects everything."""
        return None if where == MatchAll() else self._narrowings.of(connection, where)
