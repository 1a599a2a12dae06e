"""What else than dowse has changed the database of an index: the first command that opens the index looks at it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from dowse import open_vault
from dowse.engines.registry import storage_at
from dowse.engines.sqlite import connect
from dowse.engines.sqlite.file import readonly, structure_check
from dowse.engines.sqlite.file.index_files import FILE, vectors_file
from dowse.filesystem.database_stamp import is_unchanged, stamp_file
from dowse.model.errors import IndexDamagedError
from dowse.ports.storage import Store
from dowse.query.ast import MatchAll
from tests.contract.engines import fill
from tests.making import make

_PAGE = 4096
_WIDE = ("documents", "texts", "names", "words_data")  # of several pages each
_NOTES = tuple(
    make(f"{n}.md", f"wool number{n} " * 40, tags=(f"tag{n}", "all"), aliases=(f"The {n}th of many notes",), rating=n)
    for n in range(120)
)


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The database of a sound index."""
    folder = tmp_path_factory.mktemp("sound")
    with closing(storage_at(folder).open()) as store:
        fill(store, *_NOTES)
        store.forget_unused()
    return (folder / FILE).read_bytes()


@pytest.fixture
def folder(tmp_path: Path, content: bytes) -> Path:
    """The folder of a sound index, that dowse has found in order."""
    (tmp_path / FILE).write_bytes(content)
    storage_at(tmp_path).open().close()
    assert is_unchanged(tmp_path / FILE)
    return tmp_path


def _pages(database: Path, table: str, kind: str = "leaf") -> list[int]:
    """The places of the pages of a table in the file."""
    with closing(apsw.Connection(str(database))) as connection:
        rows = connection.execute("select pageno from dbstat where name = ? and pagetype = ?", (table, kind))
        return [(number - 1) * _PAGE for (number,) in rows]


def _exchange(database: Path, one: int, other: int) -> None:
    content = bytearray(database.read_bytes())
    pages = bytes(content[one : one + _PAGE]), bytes(content[other : other + _PAGE])
    content[other : other + _PAGE], content[one : one + _PAGE] = pages
    database.write_bytes(content)


def _touch(database: Path) -> None:
    """Changes the time alone, as a copy of the same file would."""
    os.utime(database, ns=(1, 1))


@pytest.mark.parametrize("table", _WIDE)
def test_pages_that_changed_places_are_found_as_the_index_is_opened(folder: Path, table: str) -> None:
    one, other, *_ = _pages(folder / FILE, table)
    _exchange(folder / FILE, one, other)
    for _ in range(2):  # the first one that cannot repair leaves that to the next
        with pytest.raises(IndexDamagedError):
            storage_at(folder).open()


def test_a_root_in_the_place_of_another_page_is_found(folder: Path) -> None:
    database = folder / FILE
    root, other = _pages(database, "names", "internal")[0], _pages(database, "names")[0]
    _exchange(database, root, other)
    with pytest.raises(IndexDamagedError):
        storage_at(folder).open()


def test_a_list_of_files_is_not_read_from_pages_that_changed_places(folder: Path) -> None:
    one, other, *_ = _pages(folder / FILE, "documents")
    _exchange(folder / FILE, one, other)
    with pytest.raises(IndexDamagedError):
        storage_at(folder).readonly().indexed_state(MatchAll())


def test_the_first_search_answers_from_the_notes_after_pages_changed_places(tmp_path: Path) -> None:
    for n in range(70):
        aliases = f"The {n}th of many notes, {'wide ' * 12}{n}"
        (tmp_path / f"{n}.md").write_text(f"---\naliases: [{aliases}]\n---\nwool number{n}\n", "utf-8")
    with open_vault(tmp_path) as vault:
        before = [(hit.path, hit.score) for hit in vault.search("The 60th of many notes").hits]
    database = tmp_path / ".dowse" / FILE
    one, other, *_ = _pages(database, "names")
    _exchange(database, one, other)
    with open_vault(tmp_path) as vault:
        result = vault.search("The 60th of many notes")
    assert [(hit.path, hit.score) for hit in result.hits] == before
    assert result.index.state == "healed"


@pytest.fixture
def two(folder: Path) -> Iterator[tuple[Store, Store]]:
    """Two processes that have the index open."""
    opened = storage_at(folder).open(), storage_at(folder).open()
    yield opened
    for store in opened:
        store.close()


def test_what_dowse_changes_itself_is_no_reason_for_a_check(folder: Path, two: tuple[Store, Store]) -> None:
    one, other = two
    fill(one, make("new.md", "hemp"))
    assert is_unchanged(folder / FILE)  # the log has the change
    fill(other, make("newer.md", "flax"))
    other.forget_unused()
    assert is_unchanged(folder / FILE)
    fill(one, make("newest.md", "jute"))
    other.close()
    assert is_unchanged(folder / FILE)
    size = (folder / FILE).stat().st_mtime_ns
    one.close()
    assert (folder / FILE).stat().st_mtime_ns != size  # the last one moves the log into the file
    assert is_unchanged(folder / FILE)
    storage_at(folder).vacuum()
    assert is_unchanged(folder / FILE)


def test_a_log_that_grows_is_moved_into_the_file_with_its_stamp(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "_CHECKPOINT_PAGES", 1)
    before = (folder / FILE).stat().st_mtime_ns
    with closing(storage_at(folder).open()) as store:
        fill(store, make("new.md", "hemp"))
        assert (folder / FILE).stat().st_mtime_ns != before
        assert is_unchanged(folder / FILE)


def test_dowse_notes_no_stamp_of_a_file_that_something_else_changed_meanwhile(folder: Path) -> None:
    with closing(storage_at(folder).open()) as store:
        _touch(folder / FILE)
        fill(store, make("new.md", "hemp"))
        store.forget_unused()
        assert not is_unchanged(folder / FILE)
        storage_at(folder).open().close()
        assert is_unchanged(folder / FILE)
        fill(store, make("newer.md", "flax"))
        store.forget_unused()
    assert is_unchanged(folder / FILE)


def test_a_process_that_is_killed_leaves_a_sound_index(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    killed = tmp_path_factory.mktemp("killed")
    with closing(storage_at(folder).open()) as store:
        fill(store, make("new.md", "hemp"))
        for file in folder.iterdir():
            if not file.name.endswith("-shm"):
                (killed / file.name).write_bytes(file.read_bytes())
    with closing(storage_at(killed).open()) as store:
        assert store.counts().documents == len(_NOTES) + 1
    assert is_unchanged(killed / FILE)


def test_vectors_beside_a_database_of_another_state_are_deleted(folder: Path) -> None:
    vectors_file(folder, 7).write_bytes(b"of a later state")
    storage_at(folder).open().close()
    assert vectors_file(folder, 7).exists()
    _touch(folder / FILE)
    storage_at(folder).open().close()
    assert not vectors_file(folder, 7).exists()


@pytest.mark.parametrize("line", ["", "1 2 3", "1 " + "9" * 500, "\0\xff"])
def test_a_stamp_that_cannot_be_read_is_none(folder: Path, line: str) -> None:
    stamp_file(folder / FILE).write_text(line, "utf-8")
    assert not is_unchanged(folder / FILE)
    storage_at(folder).open().close()
    assert is_unchanged(folder / FILE)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes with a name, and other modes")
def test_the_stamp_is_private_and_a_pipe_in_its_place_does_not_block(folder: Path) -> None:
    stamp = stamp_file(folder / FILE)
    stamp.unlink()
    os.mkfifo(stamp)
    storage_at(folder).open().close()
    assert stat.S_IMODE(stamp.stat().st_mode) == 0o600
    assert stat.S_ISREG(stamp.stat().st_mode)


def test_an_index_whose_stamp_cannot_be_written_is_checked_each_time_and_works(folder: Path) -> None:
    stamp = stamp_file(folder / FILE)
    stamp.unlink()
    stamp.mkdir()
    for _ in range(2):
        with closing(storage_at(folder).open()) as store:
            assert store.counts().documents == len(_NOTES)
    assert sorted(file.name for file in folder.iterdir() if file.name.endswith(".tmp")) == []
    one, other, *_ = _pages(folder / FILE, "documents")
    _exchange(folder / FILE, one, other)
    with pytest.raises(IndexDamagedError):
        storage_at(folder).open()


def test_a_process_that_notes_no_stamp_checks_each_state_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[str] = []

    def counted(connection: apsw.Connection) -> tuple[str, ...]:
        checks.append("check")
        return structure_check.structure_faults(connection)

    monkeypatch.setattr(readonly, "structure_faults", counted)
    stamp_file(folder / FILE).unlink()
    index = storage_at(folder).readonly()
    for _ in range(3):
        assert len(index.indexed_state(MatchAll()).documents) == len(_NOTES)
    assert len(checks) == 1
    _touch(folder / FILE)
    assert len(index.indexed_state(MatchAll()).documents) == len(_NOTES)
    assert len(checks) == 2
    one, other, *_ = _pages(folder / FILE, "documents")
    _exchange(folder / FILE, one, other)
    for _ in range(2):
        with pytest.raises(IndexDamagedError):
            index.indexed_state(MatchAll())


def test_a_discarded_index_leaves_no_stamp(folder: Path) -> None:
    storage_at(folder).discard()
    assert not stamp_file(folder / FILE).exists()
