"""Reads an index without any change: no tables, no lock, no files beside it, and no numpy.

Callers must work without it: a missing, older, foreign, damaged or busy index is an error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import apsw

from ....filesystem.database_stamp import DatabaseStamp, is_unchanged, stamp_of
from ....model.document import Head
from ....model.errors import IndexBusyError, StorageError
from ....ports.indexed_document import FileStamp
from ....ports.store_location import IndexedState
from ....query.ast import Expr
from .. import meta
from ..connect import checked_rows, field_functions, refuse_irregular, unwritten
from ..rows import HEAD_COLUMNS, heads_of
from ..schema.migrate import is_current
from ..selection import selection
from ..sqlite_errors import RowError, decoded, explained
from ..vocabulary import vocabulary as values_of
from ..words import tokenizer
from .index_files import FILE
from .structure_check import structure_faults

_PATIENCE_MS = 200  # then callers read the files instead
_MOST_IN_ORDER = 64  # indexes that a process remembers as checked

_in_order: dict[Path, DatabaseStamp] = {}  # no stamp is noted here: without memory, each call would check again

T = TypeVar("T")


class SqliteReadonly:
    """The index in `folder`, opened for each call and closed again. Implements `ports.ReadonlyStore`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def recalled(self, key: str) -> str:
        """See ports.FactLookup."""
        return self._asked(lambda connection: meta.recalled(connection, key))

    def vocabulary(self, field: str) -> Sequence[str]:
        """See ports.LexicalIndex."""
        return self._asked(lambda connection: values_of(connection, field))

    def indexed_state(self, where: Expr) -> IndexedState:
        """See ports.ReadonlyStore."""
        condition, values = selection(where)

        def question(connection: apsw.Connection) -> IndexedState:
            rows = connection.execute(f"select d.path from documents d where {condition}", values)
            selected = frozenset(path for (path,) in rows)
            return IndexedState(_stamps(connection, "documents"), _stamps(connection, "skipped"), selected)

        return self._asked(question)

    def stamped_heads(self, docs: Iterable[str]) -> Mapping[str, tuple[Head, FileStamp]]:
        """See ports.ReadonlyStore."""
        wanted = json.dumps(list(docs))

        def question(connection: apsw.Connection) -> Mapping[str, tuple[Head, FileStamp]]:
            rows: list[Any] = connection.execute(
                f"""
                select {HEAD_COLUMNS}, d.size, d.mtime_ns from documents d
                where d.path in (select value from json_each(?))
                """,
                (wanted,),
            ).fetchall()
            heads = heads_of([row[:-2] for row in rows])
            return {row[1]: (heads[row[0]], FileStamp(*row[-2:])) for row in rows}

        return self._asked(question)

    def _asked(self, question: Callable[[apsw.Connection], T]) -> T:
        """The answer, all of it from one state of the index.

        Raises the errors of `explained`; StorageError also for a missing index and another schema.
        """
        path = self._folder / FILE
        before = _state(path)  # an immutable database is read without a lock: it may change meanwhile
        with explained(path), closing(unwritten(path)) as connection:
            connection.set_busy_timeout(_PATIENCE_MS)
            if not is_current(connection):
                raise StorageError(f"{path} is not an index with the present schema; run `dowse index`")
            field_functions(connection)
            checked_rows(connection)
            _verify(connection, path)
            connection.execute("begin")
            with decoded():
                answer = question(connection)
        if not before.log and _state(path) != before:
            raise IndexBusyError(f"another process wrote {path} during the read; try again")
        return answer


def _verify(connection: apsw.Connection, path: Path) -> None:
    """Raises RowError for a database whose structure has faults, if something else than dowse has changed it.

    A process checks one state of the file once.
    """
    present, place = stamp_of(path), path.absolute()
    if is_unchanged(path) or (present is not None and _in_order.get(place) == present):
        return
    tokenizer.register(connection)
    if faults := structure_faults(connection):
        raise RowError(faults[0])
    if present is not None and stamp_of(path) == present:
        if len(_in_order) >= _MOST_IN_ORDER:
            _in_order.clear()
        _in_order[place] = present


def _stamps(connection: apsw.Connection, table: str) -> Mapping[str, FileStamp]:
    rows = connection.execute(f"select path, size, mtime_ns from {table}")
    return {path: FileStamp(size, mtime_ns) for path, size, mtime_ns in rows}


class _State(NamedTuple):
    inode: int
    size: int
    mtime_ns: int
    log: int  # bytes that are still in the write-ahead log


def _state(path: Path) -> _State:
    refuse_irregular(path)
    log = path.with_name(f"{path.name}-wal")
    try:
        status = path.stat()
        return _State(status.st_ino, status.st_size, status.st_mtime_ns, log.stat().st_size if log.exists() else 0)
    except OSError as error:
        raise StorageError(f"cannot read {path} ({error.strerror})") from error
