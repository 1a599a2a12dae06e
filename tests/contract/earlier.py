"""Indexes as earlier versions made them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.schema.migrate import MIGRATIONS
from dowse.engines.sqlite.vectors.vector_scan import packed
from tests.making import unit

_APPLICATION = 0x646F7773
_DIGEST = b"0123456789abcdef"
DOCUMENT = """
    insert into documents values ({id}, '{path}', '{path}', '{path}', 'md', 'note', 'A', 'a', '[]', '[]', 1.0, '{{}}',
        'digest', 5, 7, '[]')
"""


@contextmanager
def made(folder: Path, tables: int, name: str = "index.db") -> Iterator[apsw.Connection]:
    """An index as a version with so many tables made it, without anything in it."""
    with closing(connect(folder / name)) as connection:
        for step in MIGRATIONS[:tables]:
            step(connection)
        connection.pragma("user_version", tables)
        connection.pragma("application_id", _APPLICATION)
        yield connection


def tables_9(folder: Path) -> Path:
    """An index of two notes, one of which links to the other's second section; a vector lies beside."""
    with made(folder, 9) as connection:
        for id_, path in enumerate(("a.md", "b.md"), start=1):
            connection.execute(DOCUMENT.format(id=id_, path=path))
            connection.execute("insert into texts values (?, '', '# One\n\n## Two\n', 0)", (id_,))
            connection.execute("insert into sections values (?, 0, 'one', 'One', 1, 0, 7, '')", (id_,))
            connection.execute("insert into sections values (?, 1, 'two', 'Two', 2, 7, 14, 'one')", (id_,))
        connection.execute("insert into links values (1, 0, 'b', 'b', 'wikilink', 'two', 'Two', 3)")
        connection.execute("insert into edges values (1, 0, 2, 1)")
        connection.execute("insert into chunks values (7, 1, 'two', 1, 7, 14, ?, 'Two', 'A ')", (_DIGEST,))
        connection.execute("insert into chunks values (8, 2, '_gone', null, 0, 14, x'00', '', '')")
        connection.execute("insert into vectors values (?, ?)", (_DIGEST, packed(unit(1, 0))))
        connection.execute("insert into meta values ('root', '/notes')")
    return folder / "index.db"
