"""What the SQLite engine promises beyond the contract: several at once, kills, damage, read-only folders."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import apsw
import numpy as np
import pytest

import dowse
from dowse.engines.sqlite import sqlite_engine
from dowse.engines.sqlite.connect import refuse_irregular
from dowse.engines.sqlite.file.index_files import FILE, vectors_files
from dowse.engines.sqlite.schema.migrate import migrate
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.vectors import vector_file, vector_scan
from dowse.engines.sqlite.words import tokenizer
from dowse.formats.detect import parse_file
from dowse.model.errors import IndexDamagedError, StorageError, VaultError
from dowse.ports.indexed_document import FileStamp, WriteBatch
from dowse.query.ast import ExactPhrase, FieldEquals, MatchAll
from tests.conftest import ReadOnly
from tests.contract.engines import ALL, fill, matching, paths, selected
from tests.contract.versions import DOCUMENTS, edition, version_of
from tests.making import directions, make, unit, whole

_DOCUMENTS = [make(f"{n}.md", f"zebra number{n}", tags=("striped",)) for n in range(40)]
_ROWS = directions(40, 8, seed=5)
_VECTORS = {whole(document).digest: row for document, row in zip(_DOCUMENTS, _ROWS, strict=True)}


@pytest.fixture(autouse=True)
def _vectors_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_file, "FEWEST_IN_FILE", 30)


@pytest.fixture
def filled(sqlite: SqliteEngine) -> SqliteEngine:
    """An engine with 40 documents, all with vectors, and the matrix beside it."""
    fill(sqlite, *_DOCUMENTS)
    sqlite.write(WriteBatch(vectors=_VECTORS))
    assert _nearest(sqlite) == "7.md"
    return sqlite


def _nearest(engine: SqliteEngine) -> str:
    return engine.nearest(_ROWS[7], MatchAll(), 1)[0].head.path


def _reopened(folder: Path) -> Iterator[SqliteEngine]:
    engine = SqliteEngine(folder)
    yield engine
    engine.close()


@pytest.fixture
def other(filled: SqliteEngine, tmp_path: Path) -> Iterator[SqliteEngine]:
    """A second engine on the folder of `filled`."""
    yield from _reopened(tmp_path)


def test_an_index_is_there_again_when_it_is_opened_again(other: SqliteEngine) -> None:
    assert (len(matching(other, "zebra")), _nearest(other)) == (40, "7.md")


def test_two_engines_on_one_folder_see_what_the_other_writes(filled: SqliteEngine, other: SqliteEngine) -> None:
    new = make("new.md", "okapi")
    other.write(WriteBatch(indexed=(), removed=("7.md",)))
    fill(filled, new)
    other.write(WriteBatch(vectors={whole(new).digest: _ROWS[7]}))
    for engine in (filled, other):
        assert (paths(matching(engine, "okapi")), _nearest(engine)) == (["new.md"], "new.md")


def test_an_engine_notices_vectors_that_another_one_drops(filled: SqliteEngine, other: SqliteEngine) -> None:
    assert _nearest(other) == "7.md"
    filled.use_space("another", chunking="")
    assert other.nearest(_ROWS[7], MatchAll(), 9) == ()


def test_a_journal_that_vanishes_meanwhile_is_regular(tmp_path: Path) -> None:
    journal, is_done = tmp_path / "index.db-journal", threading.Event()

    def toggle() -> None:
        while not is_done.is_set():
            journal.touch()
            journal.unlink()

    with ThreadPoolExecutor(1) as pool:
        toggling = pool.submit(toggle)
        try:
            for _ in range(3_000):
                refuse_irregular(tmp_path / "index.db")
        finally:
            is_done.set()
        toggling.result()


def test_an_index_is_made_once_when_many_open_it_at_once(tmp_path: Path) -> None:
    opened: list[SqliteEngine] = []
    failed: list[BaseException] = []

    def open_it() -> None:
        try:
            opened.append(SqliteEngine(tmp_path))
        except BaseException as error:  # noqa: BLE001  # whatever it is, the test shall say it
            failed.append(error)

    _together(*[open_it] * 8)
    for engine in opened:
        engine.close()
    assert (failed, len(opened)) == ([], 8)


def _together(*tasks: Callable[[], None]) -> None:
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.slow
def test_readers_see_whole_batches_while_another_thread_writes(sqlite: SqliteEngine) -> None:
    sqlite.write(edition(0))
    odd: list[object] = []
    written = threading.Event()

    def write() -> None:
        for version in range(1, 25):
            sqlite.write(edition(version))
        written.set()

    def ask() -> None:
        while not written.is_set():
            heads = sqlite.select(FieldEquals("tag", "edition"), ALL)
            near = sqlite.nearest(unit(1, 0), MatchAll(), ALL)
            found = matching(sqlite, "everywhere")
            versions = {hit.head.title for hit in heads}
            if len(versions) != 1 or not len(heads) == len(near) == len(found) == len(DOCUMENTS):
                odd.append((versions, len(heads), len(near), len(found)))

    _together(write, ask, ask, ask, ask)
    assert odd == []


_WRITES_FOR_EVER = """
import sys
from itertools import count
from pathlib import Path
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from tests.contract.versions import edition
engine = SqliteEngine(Path(sys.argv[1]))
for version in count():
    engine.write(edition(version))
    print(version, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [1, 2, 3, 5, 8])
def test_a_writer_that_is_killed_leaves_every_document_whole(tmp_path: Path, acknowledged: int) -> None:
    last = _killed_after(tmp_path, acknowledged)
    engine = SqliteEngine(tmp_path)
    try:
        assert version_of(engine) >= last
    finally:
        engine.close()


def test_writing_goes_on_after_a_writer_was_killed(tmp_path: Path) -> None:
    _killed_after(tmp_path, 1)
    engine = SqliteEngine(tmp_path)
    try:
        engine.write(edition(1_000))
        assert version_of(engine) == 1_000
    finally:
        engine.close()


def _killed_after(folder: Path, acknowledged: int) -> int:
    """The last version that a writer had acknowledged when it was killed, most likely while it wrote the next."""
    places = f"{Path(dowse.__file__).parents[1]}:{Path(__file__).parents[2]}"
    writer = subprocess.Popen(
        [sys.executable, "-c", _WRITES_FOR_EVER, folder], stdout=subprocess.PIPE, env={"PYTHONPATH": places}, text=True
    )
    assert writer.stdout is not None
    with writer.stdout as lines:
        for _ in range(acknowledged):
            last = int(lines.readline())
        writer.kill()
        writer.wait()
    return last


@pytest.mark.parametrize("kept", [0, 16, 100])
def test_noise_over_the_file_is_told_as_damage(filled: SqliteEngine, tmp_path: Path, kept: int) -> None:
    filled.close()
    database = tmp_path / FILE
    start = database.read_bytes()[:kept]
    database.write_bytes(start + random.Random(kept).randbytes(database.stat().st_size - kept))  # noqa: S311  # the same every time
    with pytest.raises(IndexDamagedError, match=r"is damaged: .*; the next search or `dowse index` builds"):
        _ask_everything(tmp_path)


def test_noise_over_the_pages_of_the_file_is_told_as_damage(filled: SqliteEngine, tmp_path: Path) -> None:
    filled.close()
    database = tmp_path / FILE
    first = database.read_bytes()[:4096]
    database.write_bytes(first + random.Random(1).randbytes(database.stat().st_size - 4096))  # noqa: S311  # the same every time
    with pytest.raises(IndexDamagedError):
        _ask_everything(tmp_path)


def test_a_file_cut_in_half_is_told_as_damage(filled: SqliteEngine, tmp_path: Path) -> None:
    filled.close()
    database = tmp_path / FILE
    database.write_bytes(database.read_bytes()[: database.stat().st_size // 2])
    with pytest.raises(IndexDamagedError):
        _ask_everything(tmp_path)


def _ask_everything(folder: Path) -> None:
    engine = SqliteEngine(folder)
    try:
        engine.select(MatchAll(), ALL)
        matching(engine, "zebra")
        selected(engine, ExactPhrase("zebra number1"))
        engine.documents(["1.md"])
        engine.counts()
        engine.nearest(_ROWS[7], MatchAll(), 9)
    finally:
        engine.close()


def test_somebody_elses_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    with apsw.Connection(str(tmp_path / FILE)) as theirs:
        theirs.execute("create table precious(x)")
    theirs.close()
    with pytest.raises(VaultError, match="not an index of dowse"):
        SqliteEngine(tmp_path)
    with apsw.Connection(str(tmp_path / FILE)) as theirs:
        theirs.execute("pragma user_version = 3")
    theirs.close()
    with pytest.raises(VaultError, match="not an index of dowse"):
        SqliteEngine(tmp_path)


def test_an_index_that_lacks_a_table_is_damaged(filled: SqliteEngine, tmp_path: Path) -> None:
    filled.close()
    with apsw.Connection(str(tmp_path / FILE)) as broken:
        broken.execute("drop table tags")
    broken.close()
    engine = SqliteEngine(tmp_path)
    with pytest.raises(IndexDamagedError, match="no such table"):
        engine.select(FieldEquals("tag", "x"), 3)
    engine.close()


@pytest.mark.parametrize("schema", [-1, 2, 3, 99])
def test_an_index_with_the_number_of_another_schema_is_damaged(
    sqlite: SqliteEngine, tmp_path: Path, schema: int
) -> None:
    sqlite.close()
    other = apsw.Connection(str(tmp_path / FILE))
    other.pragma("user_version", schema)
    other.close()
    with pytest.raises(IndexDamagedError):
        SqliteEngine(tmp_path)


def test_damage_that_one_command_reads_is_damage_for_the_next(filled: SqliteEngine, tmp_path: Path) -> None:
    with apsw.Connection(str(tmp_path / FILE)) as broken:
        broken.execute("drop table tags")
    broken.close()
    with pytest.raises(IndexDamagedError):
        filled.select(FieldEquals("tag", "x"), 3)
    with pytest.raises(IndexDamagedError, match="no such table"):
        SqliteEngine(tmp_path)


def test_a_changed_letter_of_a_stored_text_is_damage(filled: SqliteEngine, tmp_path: Path) -> None:
    filled.close()
    database = tmp_path / FILE
    content = database.read_bytes()
    place = content.rindex(b"9.md")
    database.write_bytes(content[:place] + b"8" + content[place + 1 :])
    with pytest.raises(IndexDamagedError):
        _ask_everything(tmp_path)


def test_an_index_without_room_for_checksums_is_damaged(tmp_path: Path) -> None:
    unchecked = apsw.Connection(str(tmp_path / FILE))
    tokenizer.register(unchecked)
    migrate(unchecked)
    unchecked.close()
    with pytest.raises(IndexDamagedError, match="no checksums"):
        SqliteEngine(tmp_path)


def test_a_folder_that_is_missing_is_told_as_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="--index-dir"):
        SqliteEngine(tmp_path / "missing")


@pytest.mark.parametrize("step", ["create", "verify_changed"])
def test_an_index_that_is_deleted_while_it_is_opened_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    whole = getattr(sqlite_engine, step)

    def interrupted(connection: apsw.Connection, *path: Path) -> None:
        whole(connection, *path)
        (tmp_path / FILE).unlink()

    monkeypatch.setattr(sqlite_engine, step, interrupted)
    with pytest.raises(StorageError, match="deleted while dowse opened it"):
        SqliteEngine(tmp_path)


def _made_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


MISHAPS: Mapping[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "emptied": lambda file: file.write_bytes(b""),
    "cut short": lambda file: file.write_bytes(file.read_bytes()[:-7]),
    "cut within its header": lambda file: file.write_bytes(file.read_bytes()[:70]),
    "noise": lambda file: file.write_bytes(random.Random(2).randbytes(5_000)),  # noqa: S311  # the same every time
    "an archive": lambda file: file.write_bytes(b"PK\x03\x04" + random.Random(2).randbytes(5_000)),  # noqa: S311  # the same every time
    "numbers of another kind": lambda file: np.save(file, np.zeros(40)),
    "another number": lambda file: file.write_bytes(file.read_bytes()[:400] + b"x" + file.read_bytes()[401:]),
    "a folder": _made_a_folder,
}


@pytest.mark.parametrize("mishap", MISHAPS)
def test_vectors_beside_the_database_are_made_again(filled: SqliteEngine, tmp_path: Path, mishap: str) -> None:
    filled.close()
    (file,) = vectors_files(tmp_path)
    MISHAPS[mishap](file)
    for engine in _reopened(tmp_path):
        assert _nearest(engine) == "7.md"


def test_vectors_beside_the_database_are_not_those_of_an_earlier_state(filled: SqliteEngine, tmp_path: Path) -> None:
    (file,) = vectors_files(tmp_path)
    stale = file.read_bytes()
    filled.write(WriteBatch(removed=("7.md",)))
    file.write_bytes(stale)
    for engine in _reopened(tmp_path):
        assert _nearest(engine) != "7.md"


def test_vectors_that_outlived_their_database_are_not_believed(filled: SqliteEngine, tmp_path: Path) -> None:
    filled.close()
    (tmp_path / FILE).unlink()
    for engine in _reopened(tmp_path):
        fill(engine, *reversed(_DOCUMENTS))
        engine.write(WriteBatch(vectors=_VECTORS))
        assert _nearest(engine) == "7.md"


def test_only_the_newest_vectors_lie_beside_the_database(filled: SqliteEngine, tmp_path: Path) -> None:
    for n in range(3):
        filled.write(WriteBatch(removed=(f"{n}.md",)))
        _nearest(filled)
    assert len(list(tmp_path.glob("*.vectors-*"))) == 1


def test_few_vectors_have_no_file(filled: SqliteEngine, tmp_path: Path) -> None:
    assert list(vectors_files(tmp_path))
    filled.write(WriteBatch(removed=tuple(f"{n}.md" for n in range(11, 40))))
    assert _nearest(filled) == "7.md"
    assert list(vectors_files(tmp_path)) == []
    for engine in _reopened(tmp_path):
        assert _nearest(engine) == "7.md"


def test_a_read_only_folder_still_answers(open_folder: Path, read_only: ReadOnly) -> None:
    for engine in _reopened(open_folder):
        fill(engine, *_DOCUMENTS)
        engine.write(WriteBatch(vectors=_VECTORS))
    with read_only(open_folder):
        for engine in _reopened(open_folder):
            assert (len(matching(engine, "zebra")), _nearest(engine), list(engine.pending(9))) == (40, "7.md", [])


def test_writing_into_a_read_only_folder_says_what_to_do(open_folder: Path, read_only: ReadOnly) -> None:
    for engine in _reopened(open_folder):
        fill(engine, *_DOCUMENTS)
    with read_only(open_folder):
        for engine in _reopened(open_folder):
            with pytest.raises(StorageError, match="--index-dir"):
                engine.write(WriteBatch(removed=("1.md",)))


def test_a_lonely_index_cannot_be_made_in_a_read_only_folder(open_folder: Path, read_only: ReadOnly) -> None:
    with read_only(open_folder), pytest.raises(StorageError, match="--index-dir"):
        SqliteEngine(open_folder)


def test_closing_leaves_the_database_its_stamp_and_the_vectors(filled: SqliteEngine, tmp_path: Path) -> None:
    filled.close()
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".bin", ".db", ".stamp"]


def test_stamps_of_files_are_those_of_the_last_change_by_anybody(filled: SqliteEngine, other: SqliteEngine) -> None:
    assert other.state().known == filled.state().known == filled.known()
    filled.write(WriteBatch(touched={"7.md": FileStamp(7, 7, "7")}))
    assert other.state().known["7.md"].mtime_ns == 7
    other.read_again(["7.md"])
    assert filled.state().known["7.md"].mtime_ns == -1
    filled.write(WriteBatch(removed=("7.md",)))
    assert "7.md" not in other.state().known


def test_names_that_an_earlier_version_has_folded_go_with_the_documents(tmp_path: Path) -> None:
    source = parse_file("b_ł.py", "def ısı(): pass".encode(), modified=0.0)
    with closing(SqliteEngine(tmp_path)) as engine:
        fill(engine, make("Łódź.md", "x"), source)
        with closing(apsw.Connection(str(tmp_path / FILE))) as connection:
            connection.execute("update names set name = 'łodz' where name = 'lodz'")
            connection.execute("update symbols set key = 'ısı' where key = 'isi'")
            assert connection.changes() == 1
            engine.read_again(["Łódź.md", source.head.path])
            fill(engine, make("Łódź.md", "x"), source)
            engine.write(WriteBatch(removed=("Łódź.md", source.head.path)))
            left = [*connection.execute("select name from names"), *connection.execute("select key from symbols")]
    assert left == []


def test_few_vectors_have_a_file_if_that_is_small_beside_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_file, "FEWEST_IN_FILE", 30_000)
    columns = vector_scan.built([(n, n, vector_scan.packed(np.ones(16, np.float32))) for n in range(2_000)])
    database = tmp_path / "database"
    for size, is_there in ((200_000, False), (400_000, True)):
        database.write_bytes(bytes(size))
        vector_file.save(tmp_path, 1, columns, database=database)
        assert (vector_file.load(tmp_path, 1) is not None) is is_there


def test_a_folder_that_cannot_be_listed_is_an_error_that_names_it(tmp_path: Path) -> None:
    script = f"""
import resource
from pathlib import Path
from dowse.engines.sqlite.file.index_files import earlier_files
from dowse.model.errors import StorageError
resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
try:
    earlier_files(Path({str(tmp_path)!r}))
except StorageError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"the files of the index in {tmp_path} cannot be listed")


def test_the_state_is_read_while_another_process_writes(filled: SqliteEngine, tmp_path: Path) -> None:
    """What a check has found is stored for the next one, unless another process writes."""
    with closing(apsw.Connection(str(tmp_path / FILE))) as other:
        other.execute("begin immediate")
        assert filled.state().is_embedded
        other.execute("rollback")
    assert not filled.recalled("complete")
    assert filled.state().is_embedded
    assert filled.recalled("complete")
