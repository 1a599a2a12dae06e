"""Rewrites an index that has grown, so that its pages are full.

Rows in the order of a key leave pages two thirds full while they are inserted one by one, and FTS5 repeats a word in
each segment of its index: 3 to 5 % of the file.  The rewriting of a file that has doubled costs 1 % of its indexing.
Where all files are read again, the old words stay in the index until its segments are merged.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ...ports.store_location import ORIGIN
from . import meta
from .connect import connected
from .savepoint import savepoint
from .sqlite_errors import is_damage

_PACKED = "packed_pages"  # the fact with the number of pages after the last rewriting, also after one that failed
_GROWTH = 2
_FEWEST = 128  # pages; most of a smaller file are the first pages of its tables
_PATIENCE_MS = 200  # the next update tries again
_CACHE = -2_000  # KiB: pages are read once, in order
_COPIES = 3  # of the file, on the disk at a time: SQLite writes a temporary one, and the log


def repack_grown(path: Path) -> None:
    """Rewrites the database if it has twice the pages of the last time; not while another process writes.

    The index is complete without it, so errors other than damage are suppressed, such as that no folder for temporary
    files is writable.
    """
    with connected(path) as connection:
        pages = _pages(connection)
        if pages < max(_FEWEST, _GROWTH * meta.count(meta.recalled(connection, _PACKED))):
            return
        if shutil.disk_usage(path.parent).free < _COPIES * pages * _number(connection, "page_size"):
            return
        connection.set_busy_timeout(_PATIENCE_MS)
        with _unless_damaged():
            try:
                repack(connection)
            except (apsw.BusyError, apsw.LockedError):
                raise
            except apsw.Error as error:
                if not is_damage(error):
                    _note_pages(connection)  # each next update would copy pages and fail in the same way
                raise


def forget_packing(connection: apsw.Connection) -> None:
    """Lets the file be rewritten after the next update, as after the first one: it is about to replace all rows."""
    meta.remember(connection, _PACKED, 0)


def repack(connection: apsw.Connection) -> None:
    """Merges the segments of the word index and rewrites the file. Raises errors of SQLite."""
    connection.pragma("temp_store", "default")  # the copy is on the disk: it may be larger than the memory
    connection.pragma("cache_size", _CACHE)
    with savepoint(connection):
        connection.execute("insert into words(words) values ('optimize')")
        meta.rewrite(connection, ORIGIN)
    connection.execute("vacuum")
    _note_pages(connection)


@contextmanager
def _unless_damaged() -> Iterator[None]:
    """Suppresses the errors of SQLite that are no damage."""
    try:
        yield
    except apsw.Error as error:
        if is_damage(error):
            raise


def _note_pages(connection: apsw.Connection) -> None:
    with savepoint(connection):
        meta.remember(connection, _PACKED, _pages(connection))
        meta.rewrite(connection, ORIGIN)


def _pages(connection: apsw.Connection) -> int:
    return _number(connection, "page_count")


def _number(connection: apsw.Connection, pragma: str) -> int:
    number = connection.pragma(pragma)
    assert isinstance(number, int)
    return number
