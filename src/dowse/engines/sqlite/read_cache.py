"""What searches share while the index stays as it is: heads of documents, and what filters were found to select."""

from __future__ import annotations

import apsw

from ...query.ast import Anything, Expr
from .filter_cache import Narrowing, Narrowings
from .head_cache import Heads


class Kept:
    """All that is kept of one edition of the index; with another edition it is forgotten."""

    def __init__(self, edition: int = -1) -> None:
        self.edition = edition
        self.heads = Heads()
        self._narrowings = Narrowings()

    def narrowing(self, connection: apsw.Connection, where: Expr) -> Narrowing | None:
        """The filter, as far as it has been answered; None when it selects everything."""
        return None if where == Anything() else self._narrowings.of(connection, where)
