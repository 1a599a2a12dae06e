"""Rewrites an index that has grown, so that its pages are full.

Rows in the order of a key leave pages two thirds full while they are inserted one by one, and FTS5 repeats a word in
each segment of its index: 3 to 5 % of the file.  The rewriting of a file that has doubled costs 1 % of its indexing.
"""

from __future__ import annotations

import shutil
from contextlib import closing, suppress
from pathlib import Path

import apsw

from ...ports.store_location import ORIGIN
from . import meta
from .connect import connect
from .savepoint import savepoint

_PACKED = "packed_pages"  # the fact with the number of pages after the last rewriting
_GROWTH = 2
_FEWEST = 128  # pages; most of a smaller file are the first pages of its tables
_PATIENCE_MS = 200  # the next update tries again
_COPIES = 3  # of the file, on the disk at a time: SQLite writes a temporary one, and the log


def repack_grown(path: Path) -> None:
    """Rewrites the database if it has twice the pages of the last time; not while another process writes."""
    with closing(connect(path)) as connection:
        pages = _pages(connection)
        if pages < max(_FEWEST, _GROWTH * meta.count(meta.recalled(connection, _PACKED))):
            return
        if shutil.disk_usage(path.parent).free < _COPIES * pages * _number(connection, "page_size"):
            return
        connection.set_busy_timeout(_PATIENCE_MS)
        with suppress(apsw.BusyError, apsw.FullError):
            repack(connection)


def repack(connection: apsw.Connection) -> None:
    """Merges the segments of the word index and rewrites the file. Raises BusyError and FullError."""
    connection.pragma("temp_store", "default")  # the copy is on the disk: it may be larger than the memory
    with savepoint(connection):
        connection.execute("insert into words(words) values ('optimize')")
        meta.rewrite(connection, ORIGIN)
    connection.execute("vacuum")
    with savepoint(connection):
        meta.remember(connection, _PACKED, _pages(connection))
        meta.rewrite(connection, ORIGIN)


def _pages(connection: apsw.Connection) -> int:
    return _number(connection, "page_count")


def _number(connection: apsw.Connection, pragma: str) -> int:
    number = connection.pragma(pragma)
    assert isinstance(number, int)
    return number
