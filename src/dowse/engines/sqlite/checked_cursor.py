"""A cursor that checks the types of the values that it reads: whoever writes into a vault can change its index.

SQLite stores any value in any column.  A check as the rows are read is the one place that all queries share, so that
no value of another type reaches the code behind them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import apsw

from .sqlite_errors import RowError

_TYPES: dict[str | None, tuple[type, ...]] = {
    "text": (str,), "integer": (int,), "real": (float, int), "blob": (bytes,)
}  # fmt: skip
_ROW_IDS = frozenset({"id", "rowid"})  # names of primary keys, which SQLite holds to integers

_Columns = tuple[tuple[str, str | None], ...]  # names and declared types
_Row = tuple["apsw.SQLiteValue", ...]
_RowCheck = Callable[[apsw.Cursor, _Row], _Row]


class CheckedCursor(apsw.Cursor):
    """Raises RowError for a value of another type than its column declares; an expression is not checked."""

    def execute(self, *arguments: object, **options: object) -> apsw.Cursor:
        """See apsw.Cursor."""
        super().execute(*arguments, **options)  # type: ignore[arg-type]  # passed on as they are
        try:
            self.row_trace = _row_check(self.get_description())
        except apsw.ExecutionCompleteError:  # there are no rows
            self.row_trace = None
        return self


@lru_cache(maxsize=1_000)
def _row_check(columns: _Columns) -> _RowCheck | None:
    """The check of rows with these columns; None when there is nothing to check."""
    types = tuple(None if name in _ROW_IDS else _TYPES.get(declared and declared.lower()) for name, declared in columns)
    if not any(types):
        return None
    valid: set[tuple[type, ...]] = set()  # the types of rows that passed; most rows of a query have the same

    def check(_cursor: apsw.Cursor, row: _Row) -> _Row:
        found = tuple(map(type, row))
        if found not in valid:
            for (name, declared), value, allowed in zip(columns, row, types, strict=True):
                if value is not None and allowed and not isinstance(value, allowed):
                    raise RowError(f"a value of {name} is of type {type(value).__name__} and not {declared}")
            valid.add(found)
        return row

    return check
