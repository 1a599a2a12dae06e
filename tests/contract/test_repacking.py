"""An index that has doubled is rewritten, so that its pages are full."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest

from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.file_maintenance import vacuum
from dowse.engines.sqlite.repacking import repack_grown
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.errors import StorageError
from tests.contract.engines import fill, matching
from tests.making import make


def _grow(engine: SqliteEngine, numbers: range) -> None:
    fill(engine, *(make(f"{n}.md", " ".join(f"salt{n}x{m}" for m in range(90))) for n in numbers))


def _packed(folder: Path) -> tuple[int, int]:
    """The pages after the last rewriting, and those of now."""
    with closing(connect(folder / FILE)) as connection:
        rows = dict(connection.execute("select key, value from meta where key = 'packed_pages'"))
        return int(str(rows.get("packed_pages", 0))), int(str(connection.pragma("page_count")))


def _segments(folder: Path) -> int:
    """The segments of the word index, which repeat its words."""
    with closing(connect(folder / FILE)) as connection:
        ((segments,),) = connection.execute("select count(distinct segid) from words_idx")
        return int(str(segments))


def _exceed_cache(folder: Path) -> None:
    """Adds a value that SQLite cannot keep in its cache: it writes the copy to a temporary file."""
    with closing(connect(folder / FILE)) as connection:
        connection.execute("insert into meta(key, value) values ('ballast', printf('%.*c', 20000000, 'x'))")


@pytest.fixture
def no_temporary_folder() -> Iterator[list[bytes]]:
    """SQLite finds that no folder is writable, as in a read-only container; the folders that it has tried."""
    tried: list[bytes] = []

    def access(path: bytes, mode: int) -> int:
        tried.append(path)
        return -1

    refused = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_int)(access)
    files = apsw.VFS("files of the system", base="unix")
    files.xSetSystemCall("access", ctypes.cast(refused, ctypes.c_void_p).value or 0)
    try:
        yield tried
    finally:
        files.xSetSystemCall("access", 0)  # the one of the system
        files.unregister()


_unix = pytest.mark.skipif(sys.platform == "win32", reason="SQLite asks Windows for the folder by other calls")


def test_a_first_index_is_rewritten_and_then_each_that_has_doubled(sqlite: SqliteEngine, tmp_path: Path) -> None:
    for start in range(0, 210, 70):
        _grow(sqlite, range(start, start + 70))
    assert _segments(tmp_path) > 1
    sqlite.forget_unused()
    first, now = _packed(tmp_path)
    assert (0 < first == now, _segments(tmp_path)) == (True, 1)
    _grow(sqlite, range(210, 240))
    sqlite.forget_unused()
    assert _packed(tmp_path)[0] == first
    _grow(sqlite, range(240, 600))
    sqlite.forget_unused()
    assert _packed(tmp_path)[0] > 2 * first
    assert [hit.ref.doc for hit in matching(sqlite, "salt500x3")] == ["500.md"]


def test_an_index_is_rewritten_when_all_files_were_read_again(sqlite: SqliteEngine, tmp_path: Path) -> None:
    for _ in range(2):
        for start in range(0, 210, 70):
            _grow(sqlite, range(start, start + 70))
        assert _segments(tmp_path) > 1
        sqlite.forget_unused()
        assert _segments(tmp_path) == 1
        sqlite.read_again(None)


def test_a_small_index_stays_as_it_is(sqlite: SqliteEngine, tmp_path: Path) -> None:
    _grow(sqlite, range(2))
    sqlite.forget_unused()
    assert _packed(tmp_path)[0] == 0


def test_an_index_is_not_rewritten_while_another_process_writes(sqlite: SqliteEngine, tmp_path: Path) -> None:
    _grow(sqlite, range(200))
    with closing(connect(tmp_path / FILE)) as other:
        other.execute("begin immediate")
        repack_grown(tmp_path / FILE)
        other.execute("rollback")
    assert _packed(tmp_path)[0] == 0


def test_a_full_disk_leaves_the_index_as_it_is(
    sqlite: SqliteEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _grow(sqlite, range(200))
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1_000_000))
    sqlite.forget_unused()
    assert _packed(tmp_path)[0] == 0


@_unix
def test_without_a_folder_for_temporary_files_an_index_is_complete_and_not_rewritten_at_each_update(
    sqlite: SqliteEngine, tmp_path: Path, no_temporary_folder: list[bytes]
) -> None:
    _grow(sqlite, range(2))
    _exceed_cache(tmp_path)
    sqlite.forget_unused()
    tried = len(no_temporary_folder)
    noted, now = _packed(tmp_path)
    assert (tried > 0, noted) == (True, now)
    _grow(sqlite, range(2, 12))
    sqlite.forget_unused()
    assert len(no_temporary_folder) == tried
    assert [hit.ref.doc for hit in matching(sqlite, "salt5x3")] == ["5.md"]


@_unix
def test_vacuum_without_a_folder_for_temporary_files_names_the_cause(
    sqlite: SqliteEngine, tmp_path: Path, no_temporary_folder: list[bytes]
) -> None:
    _grow(sqlite, range(2))
    _exceed_cache(tmp_path)
    with pytest.raises(StorageError, match=r"no folder for temporary files is writable.*set TMPDIR"):
        vacuum(tmp_path)
    assert no_temporary_folder
