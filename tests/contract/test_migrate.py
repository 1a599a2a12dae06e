"""An index that an earlier version made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import apsw

from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.document import Link
from tests.contract.engines import fill
from tests.making import make

_LINK = Link("b", "wikilink")
_TABLES_OF_STEP_4 = """
drop table links;
create table links(
    doc integer, n integer, target text not null, kind text not null, section text not null,
    anchor text not null, line integer not null, primary key(doc, n)
) without rowid;
insert into links select id, 0, 'b', 'wikilink', '', '', 0 from documents;
drop index documents_by_path_key;
drop table edges;
drop table unlinked;
drop table similar;
drop table compared;
pragma user_version = 4;
"""


def test_files_are_read_again_when_links_were_kept_without_their_keys(sqlite: SqliteEngine, tmp_path: Path) -> None:
    document = replace(make("a.md"), links=(_LINK,))
    fill(sqlite, document)
    sqlite.close()
    with apsw.Connection(str(tmp_path / "index.db")) as older:
        older.execute(_TABLES_OF_STEP_4)
    older.close()
    engine = SqliteEngine(tmp_path)
    assert [stamp.mtime_ns for stamp in engine.known().values()] == [-1]
    fill(engine, document)
    assert engine.pointing(["b"]) == [("a.md", _LINK)]
    engine.close()
