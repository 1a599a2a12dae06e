"""Checks that the pages and the rows of a database fit together; reads all of it, 6 ms for each MB.

SQLite's `integrity_check` finds pages in each other's place by the order of their keys, which its `quick_check` does
not compare: that missed 394 of 1,050 exchanges of two pages of one table.  Neither finds all pages that an exchanged
root leaves behind, so these are counted.  What is left are exchanges of the only pages of two tables, of which the rows
of other tables tell most, and of parts of long values, most of which are compressed with a checksum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import apsw

from ....filesystem.database_stamp import is_unchanged, note, stamp_of
from ..savepoint import savepoint
from ..sqlite_errors import CONTRADICTION, RowError
from ..texts.text_dictionaries import NAME_BYTES
from .index_files import vectors_files

_LOCKING_BYTE = 0x40000000  # SQLite uses the page with it for locks alone
_MOST_FAULTS = 5
_HEADING = "*** in database main ***\n"  # of the faults that SQLite finds
_LONGEST = 300  # characters of them

# Each selects the rows of one table that contradict another table.
_CONTRADICTIONS = {
    "links of no document": "select 1 from links where doc not in (select id from documents)",
    "edges of no link": """
        select 1 from edges e where not exists (select 1 from links l where l.doc = e.doc and l.n = e.n)
    """,
    "links without an edge": """
        select 1 from links l where l.doc not in (select doc from unlinked)
        and not exists (select 1 from edges e where e.doc = l.doc and e.n = l.n)
    """,
    "edges to no document": "select 1 from edges where target not in (select id from documents)",
    "references to no document": "select 1 from source_edges where target not in (select id from documents)",
    "properties without a value": "select 1 from properties where value not in (select id from property_values)",
    "similar chunks that are not there": """
        select 1 from similar where chunk not in (select id from chunks) or other not in (select id from chunks)
    """,
    "chunks of no document": """
        select 1 from chunks c where not exists (
            select 1 from documents d where d.id = c.doc and c.id >= d.first_chunk and c.id < d.end_chunk
        )
    """,
    "names of no document": "select 1 from names where doc not in (select id from documents)",
    "chunks without a digest": "select 1 from chunks where number not in (select number from digests)",
    "texts whose dictionary is not there": f"""
        select 1 from texts where substr(data, 1, 1) = x'01'
        and substr(data, 2, {NAME_BYTES}) not in (select name from dictionaries)
    """,
    "documents without a text": "select 1 from documents where id not in (select doc from texts)",
    "documents without words": "select 1 from documents where id not in (select id from words_docsize)",
    "words of no document": "select 1 from words_docsize where id not in (select id from documents)",
    # FTS5's own check follows the entries, and the search of a term without one looks at one page.  A segment has its
    # number in the upper bits of its pages, pages of deleted rows have a greater one.
    "pages of words that no entry leads to": """
        select 1 from words_data where id > 10 and id >> 37 < 65536 and id >> 37 not in (select segid from words_idx)
    """,
}


def structure_faults(connection: apsw.Connection) -> tuple[str, ...]:
    """The faults of the file, each a message, first those of SQLite. Raises errors of SQLite."""
    with savepoint(connection):  # one state of the file, also while others write
        found = "; ".join(str(row[0]) for row in connection.execute(f"pragma integrity_check({_MOST_FAULTS})"))
        if found != "ok":
            lines = "; ".join(found.removeprefix(_HEADING).split("\n"))[:_LONGEST]
            return (f"{CONTRADICTION} (SQLite: {lines})",)
        if lost := _lost_pages(connection):
            return (f"{CONTRADICTION} ({lost:,} pages belong to no table)",)
        return tuple(contradictions(connection, lambda _done, _total: None))


def _lost_pages(connection: apsw.Connection) -> int:
    """The pages that are neither reached from a table nor free; 0 where SQLite cannot count those of the tables.

    SQLite's own check has not reported those that an exchanged root left behind in an index of 1,017 notes.
    """
    pages, free, size = (_number(connection, name) for name in ("page_count", "freelist_count", "page_size"))
    locking = int(pages * size > _LOCKING_BYTE)
    try:
        (reached,) = connection.execute("select sum(pageno) from dbstat where aggregate = true").fetchall()[0]
    except apsw.SQLError:  # an SQLite without this table
        return 0
    return pages - free - locking - int(reached or 0)


def _number(connection: apsw.Connection, pragma: str) -> int:
    number = connection.pragma(pragma)
    assert isinstance(number, int)
    return number


def verify_changed(connection: apsw.Connection, path: Path) -> None:
    """Checks the structure of a database that something else than dowse has changed, and notes its stamp.

    What is derived from it beside it is deleted: it may be of another state. Raises RowError.
    """
    present = stamp_of(path)
    if is_unchanged(path):
        return
    if faults := structure_faults(connection):
        raise RowError(faults[0])
    for file in vectors_files(path.parent):
        with suppress(OSError):
            file.unlink()
    if present is not None and stamp_of(path) == present:
        note(path, present)


def contradictions(connection: apsw.Connection, progress: Callable[[int, int], None]) -> Iterator[str]:
    """The rows of tables that contradict other tables, counted."""
    for number, (what, rows) in enumerate(_CONTRADICTIONS.items()):
        progress(number, len(_CONTRADICTIONS))
        (count,) = connection.execute(f"select count(*) from ({rows})").fetchall()[0]
        if count:
            yield f"{count:,} {what}"
