"""An index that another version made: converted, or left alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import apsw
import pytest

from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE, STEM, earlier_files
from dowse.engines.sqlite.schema.migrate import MIGRATIONS, migrate
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.sqlite_location import SqliteLocation
from dowse.engines.sqlite.texts.document_texts import DocumentDetails, packed_texts
from dowse.engines.sqlite.vectors.vector_scan import packed
from dowse.filesystem.database_stamp import stamp_file
from dowse.model.document import Link, Unit
from dowse.model.edge import REFERENCES, SIMILAR_TO, Edge, LinkTarget
from dowse.model.ref import Ref
from dowse.query.ast import MatchAll
from tests.contract.earlier import DOCUMENT, made, tables_9
from tests.contract.engines import ALL, fill, matching
from tests.making import make, unit

_THREADS = 4
_CONVERTED = {"index.db", FILE, stamp_file(Path(FILE)).name}  # the files of a folder after a conversion


@pytest.fixture
def converted(tmp_path: Path) -> Iterator[SqliteEngine]:
    """An engine over an index that was made with tables 9."""
    tables_9(tmp_path)
    with closing(SqliteLocation(tmp_path).open()) as engine:
        yield engine


def test_sections_become_units(converted: SqliteEngine) -> None:
    units = (Unit("one", "One", 1, 0, 7), Unit("two", "Two", 2, 7, 14, "one"))
    assert converted.units(["a.md"]) == {"a.md": units}


def test_a_link_keeps_the_unit_that_it_stands_in_and_what_it_means(converted: SqliteEngine) -> None:
    assert converted.pointers(["a.md"]) == {"a.md": (Link("b", "wikilink", "two", "Two", 3),)}
    assert [each.aim for each in converted.aimed()] == [LinkTarget("b.md", 1)]


def test_edges_are_there_before_anything_is_linked_again(converted: SqliteEngine) -> None:
    assert converted.edges() == [Edge(Ref("a.md", "two"), Ref("b.md"), REFERENCES)]


def test_documents_whose_links_have_anchors_are_linked_again(converted: SqliteEngine) -> None:
    assert list(converted.unlinked(ALL)) == ["a.md"]


def test_a_chunk_keeps_its_unit_its_part_and_its_vector(converted: SqliteEngine) -> None:
    assert [hit.ref for hit in converted.nearest(unit(1, 0), MatchAll(), ALL)] == [Ref("a.md", "two", 1)]


def test_a_chunk_of_a_section_that_is_not_there_is_one_of_the_document(converted: SqliteEngine) -> None:
    assert [chunk.ref for chunk in converted.pending(ALL)] == [Ref("b.md")]


def test_each_file_is_read_again_for_its_signature(converted: SqliteEngine) -> None:
    assert {path: stamp.mtime_ns for path, stamp in converted.known().items()} == {"a.md": -1, "b.md": -1}


def test_facts_about_the_index_are_kept(converted: SqliteEngine) -> None:
    assert converted.recalled("root") == "/notes"


def test_words_are_found_after_the_conversion(converted: SqliteEngine) -> None:
    assert [hit.ref.doc for hit in matching(converted, "two")] == ["a.md", "b.md"]


def _contents(connection: apsw.Connection) -> Iterator[tuple[object, ...]]:
    """Each table with its rows, except for the number that an index gets at random."""
    for name, sql in connection.execute("select name, sql from sqlite_schema order by name").fetchall():
        yield name, re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.split())) if isinstance(sql, str) else None
        if isinstance(sql, str) and sql.startswith("CREATE TABLE"):
            yield from (row for row in connection.execute(f"select * from {name}") if row[0] != "generation")


def test_a_new_index_has_the_tables_that_all_steps_make(tmp_path: Path) -> None:
    with made(tmp_path, len(MIGRATIONS)) as by_steps, closing(connect(tmp_path / FILE)) as new:
        migrate(new)
        assert list(_contents(new)) == list(_contents(by_steps))
        for pragma in ("user_version", "application_id", "page_size", "auto_vacuum", "encoding"):
            assert new.pragma(pragma) == by_steps.pragma(pragma)


def test_chunks_are_numbered_by_document_and_stay_similar_to_the_same_ones(tmp_path: Path) -> None:
    names = ("a.md", "b.md")
    with made(tmp_path, 19, "index-19.db") as connection:
        for doc, name in enumerate(names, start=1):
            row = make(name, f"{name} text")
            connection.execute(
                """
                insert into documents(id, path, path_key, name_key, ext, kind, title, title_key, tags, aliases,
                    modified, facts, digest, size, mtime_ns, odd)
                values (?1, ?2, ?2, ?2, 'md', 'note', ?2, ?2, '[]', '[]', 1.0, '{}', 'digest', 5, 7, '[]')
                """,
                (doc, name),
            )
            details = DocumentDetails(["", ""], ["", ""], [], [], [], [], [])
            connection.execute(
                "insert into texts values (?, ?, ?, ?, ?)", (doc, *packed_texts(row.text, "", details, 0))
            )
            connection.execute("insert into digests values (?, ?)", (doc, bytes([doc] * 8)))
            connection.execute("insert into vectors values (?, ?)", (doc, packed(unit(1, 0))))
        chunks = "insert into chunks(id, doc, unit, part, start, end, number) values (?, ?, 0, ?, 0, 4, ?)"
        connection.executemany(chunks, [(5, 2, 0, 2), (6, 1, 0, 1), (7, 2, 1, 2), (8, 1, 1, 1)])
        connection.executemany("insert into similar values (?, ?, 0.9)", [(7, 8), (8, 7)])
        connection.executemany("insert into compared values (?)", [(7,), (8,)])
        connection.execute("insert into meta values ('alike_least', '0.5'), ('alike_most', '8')")
    with closing(SqliteLocation(tmp_path).open()) as engine:
        assert [list(engine.vectors(name)) for name in names] == [[Ref(name, "", n) for n in (0, 1)] for name in names]
        similar = [edge for edge in engine.edges() if edge.relation == SIMILAR_TO]
        assert [(edge.source, edge.target) for edge in similar] == [(Ref("a.md", "", 1), Ref("b.md", "", 1))]
        assert engine.uncompared() == 2
    with closing(connect(tmp_path / FILE)) as connection:
        assert connection.execute("select chunk, other from similar order by chunk").fetchall() == [(2, 4), (4, 2)]
        assert connection.execute("select id, first_chunk, end_chunk from documents").fetchall() == [
            (1, 1, 3),
            (2, 3, 5),
        ]
        # No file is read again, after which the postings would be derived.
        assert connection.execute("select count(*) from unposted").fetchall() == [(0,)]


def test_the_pages_of_a_converted_index_have_checksums(tmp_path: Path) -> None:
    tables_9(tmp_path)
    SqliteLocation(tmp_path).convert()
    with closing(connect(tmp_path / FILE)) as connection:
        assert connection.reserve_bytes("main", -1) == 8
        assert connection.pragma("integrity_check") == "ok"
    content = bytearray((tmp_path / FILE).read_bytes())
    content[content.rindex(b"b.md")] ^= 1
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(apsw.IOError), closing(connect(tmp_path / FILE)) as connection:
        connection.pragma("integrity_check")


def test_the_earlier_index_stays_as_it_is(tmp_path: Path) -> None:
    before = tables_9(tmp_path).read_bytes()
    SqliteLocation(tmp_path).open().close()
    assert (tmp_path / "index.db").read_bytes() == before


def test_a_conversion_is_reported_once(tmp_path: Path) -> None:
    earlier, location = tables_9(tmp_path), SqliteLocation(tmp_path)
    assert (location.convert(), location.convert()) == (str(earlier), "")


def test_threads_that_convert_at_once_get_one_sound_index(tmp_path: Path) -> None:
    tables_9(tmp_path)
    ready = Barrier(_THREADS)

    def known() -> set[str]:
        ready.wait(timeout=10)
        with closing(SqliteLocation(tmp_path).open()) as engine:
            return set(engine.known())

    with ThreadPoolExecutor(_THREADS) as pool:
        assert list(pool.map(lambda _: known(), range(_THREADS))) == [{"a.md", "b.md"}] * _THREADS
    assert {path.name for path in tmp_path.iterdir()} - {f"{FILE}-wal", f"{FILE}-shm"} == _CONVERTED


def test_nothing_but_the_index_is_left_of_the_conversion(tmp_path: Path) -> None:
    tables_9(tmp_path)
    SqliteLocation(tmp_path).open().close()
    assert {path.name for path in tmp_path.iterdir()} == _CONVERTED


def test_only_the_owner_can_read_a_converted_index(tmp_path: Path) -> None:
    tables_9(tmp_path)
    SqliteLocation(tmp_path).open().close()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_what_the_earlier_version_writes_later_is_not_taken_over(tmp_path: Path) -> None:
    tables_9(tmp_path)
    SqliteLocation(tmp_path).open().close()
    with closing(connect(tmp_path / "index.db")) as connection:
        connection.execute(DOCUMENT.format(id=3, path="c.md"))
    with closing(SqliteLocation(tmp_path).open()) as engine:
        assert set(engine.known()) == {"a.md", "b.md"}


def test_an_index_that_another_process_writes_is_converted_as_it_was_before(tmp_path: Path) -> None:
    tables_9(tmp_path)
    with closing(connect(tmp_path / "index.db")) as connection:
        connection.execute("begin immediate")
        connection.execute("delete from documents")
        with closing(SqliteLocation(tmp_path).open()) as engine:
            assert set(engine.known()) == {"a.md", "b.md"}
        connection.execute("rollback")


@pytest.mark.parametrize("content", [b"no database at all" * 100, b""])
def test_an_earlier_file_that_cannot_be_read_is_passed_over_and_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "index.db").write_bytes(content)
    assert SqliteLocation(tmp_path).convert() == ""
    with closing(SqliteLocation(tmp_path).open()) as engine:
        assert engine.known() == {}
    assert (tmp_path / "index.db").read_bytes() == content


def test_a_database_that_is_no_index_is_passed_over(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "index.db")) as connection:
        connection.execute("create table documents(path text)")
    assert SqliteLocation(tmp_path).convert() == ""


def test_an_index_without_the_tables_of_its_number_is_passed_over(tmp_path: Path) -> None:
    with made(tmp_path, 9) as connection:
        connection.execute("drop table sections")
    assert SqliteLocation(tmp_path).convert() == ""
    SqliteLocation(tmp_path).open().close()
    assert {path.name for path in tmp_path.iterdir()} == _CONVERTED


def test_a_unit_whose_parent_is_not_there_belongs_to_the_document(tmp_path: Path) -> None:
    tables_9(tmp_path)
    with closing(SqliteLocation(tmp_path).open()) as engine:
        with closing(connect(tmp_path / FILE)) as connection:
            connection.execute("update unit_rows set parent = 99 where own_name = 'two'")
        assert [unit.parent for unit in engine.units(["a.md"])["a.md"]] == ["", ""]


def test_an_index_of_a_newer_version_is_left_alone_and_one_of_this_version_is_made_beside_it(tmp_path: Path) -> None:
    newer = tmp_path / f"index-{len(MIGRATIONS) + 1}.db"
    with made(tmp_path, len(MIGRATIONS), newer.name) as connection:
        connection.pragma("user_version", len(MIGRATIONS) + 1)
    before = newer.read_bytes()
    with closing(SqliteLocation(tmp_path).open()) as engine:
        fill(engine, make("a.md"))
        assert set(engine.known()) == {"a.md"}
    assert newer.read_bytes() == before


def test_of_several_earlier_indexes_the_newest_is_converted(tmp_path: Path) -> None:
    for name in ("index.db", "index-2.db", f"index-{len(MIGRATIONS)}0.db", "index-1.db"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in earlier_files(tmp_path)] == ["index-2.db", "index-1.db", "index.db"]


@pytest.mark.parametrize("name", ["index.db", FILE])
def test_a_folder_has_an_index_of_either_version(tmp_path: Path, name: str) -> None:
    assert not SqliteLocation(tmp_path).exists()
    (tmp_path / name).write_bytes(b"")
    assert SqliteLocation(tmp_path).exists()


def test_files_are_read_again_when_links_were_kept_without_their_keys(tmp_path: Path) -> None:
    with made(tmp_path, 4) as connection:
        connection.execute(DOCUMENT.format(id=1, path="a.md"))
        connection.execute("insert into texts values (1, '', '# One', 0)")
    with closing(SqliteLocation(tmp_path).open()) as engine:
        assert [stamp.mtime_ns for stamp in engine.known().values()] == [-1]


def test_a_check_of_an_index_lists_those_of_earlier_versions(tmp_path: Path) -> None:
    earlier, location = tables_9(tmp_path), SqliteLocation(tmp_path)
    location.open().close()
    report = location.examine()
    assert report is not None
    assert report.earlier == ((str(earlier), earlier.stat().st_size),)


def test_an_index_that_is_discarded_leaves_the_earlier_one(tmp_path: Path) -> None:
    earlier, location = tables_9(tmp_path), SqliteLocation(tmp_path)
    location.open().close()
    location.discard()
    assert [path.name for path in tmp_path.iterdir()] == [earlier.name]


def test_an_update_removes_the_files_of_killed_processes(tmp_path: Path) -> None:
    abandoned, written = tmp_path / f"{STEM}.0123456789abcdef.tmp", tmp_path / f"{STEM}.fedcba9876543210.tmp"
    with closing(SqliteLocation(tmp_path).open()) as engine:
        for file in (abandoned, written):
            file.write_bytes(b"")
        os.utime(abandoned, (0, 0))
        engine.forget_unused()
    assert [file.exists() for file in (abandoned, written)] == [False, True]
