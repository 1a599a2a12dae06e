"""An index inside a vault is used if this user's dowse made it there; any other is left as it is."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from dowse.app.diagnostics.run_checks import diagnose
from dowse.app.index import open_to_index
from dowse.app.location import VaultLocation
from dowse.app.maintenance import vacuum
from dowse.app.sessions.index_folders import foreign_index, index_folders
from dowse.app.sessions.index_origin import TOKEN, IndexOrigin
from dowse.app.sessions.index_placement import place_index
from dowse.app.sessions.vault_session import open_session
from dowse.engines.registry import storage_at
from dowse.engines.sqlite.file.index_files import FILE, STEM
from dowse.engines.sqlite.schema.migrate import APPLICATION, MIGRATIONS
from dowse.model.errors import IndexDamagedError, StorageError
from dowse.search.execute import Request
from dowse.settings.index_record import IndexRecord, _file, record_index, recorded_indexes
from dowse.settings.layer import Settings
from dowse.settings.model_record import IDENTITY, ConfirmedModels, confirm

pytestmark = pytest.mark.slow  # an index or two for each of them


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The folders of state and of caches."""
    state, caches = tmp_path / "state", tmp_path / "caches"
    monkeypatch.setenv("DOWSE_STATE", str(state))
    monkeypatch.setenv("XDG_CACHE_HOME", str(caches))
    return state, caches


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for word in ("honey", "water", "bread"):
        (folder / f"{word}.md").write_text(f"# {word}\n\nall about {word}\n")
    return folder


@pytest.fixture
def shipped(notes: Path, places: tuple[Path, Path]) -> Path:
    """A vault with an index that another user's dowse made."""
    asked(notes)
    shutil.rmtree(places[0])
    return notes


def asked(folder: Path, query: str = "honey", *, index_dir: Path | None = None) -> tuple[list[str], tuple[str, ...]]:
    """The paths that are found, and the remarks."""
    with closing(open_session(folder, index_dir=index_dir)) as vault:
        answer, state = vault.search(Request(query, mode="fulltext"))
        return [hit.head.path for hit in answer.hits], state.remarks


def index_of(folder: Path) -> Path:
    """The folder of the index that is used."""
    with closing(open_session(folder)) as vault:
        return vault.folder


def contents(folder: Path) -> dict[str, bytes]:
    """All files below the folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def mark(folder: Path, text: str) -> None:
    """Changes a text of the index, so that an answer tells which index it is from."""
    with closing(apsw.Connection(str(folder / FILE))) as connection:
        connection.execute("update documents set title = ?", (text,))


def titles(folder: Path) -> set[str]:
    with closing(open_session(folder)) as vault:
        return {hit.head.title for hit in vault.search(Request("honey", mode="fulltext"))[0].hits}


def test_an_index_that_dowse_made_is_used_without_a_remark(notes: Path) -> None:
    assert asked(notes) == (["honey.md"], ())
    assert asked(notes) == (["honey.md"], ())
    assert index_of(notes) == notes / ".dowse"


def test_an_index_that_came_with_the_vault_is_not_used_and_not_changed(
    shipped: Path, places: tuple[Path, Path]
) -> None:
    mark(shipped / ".dowse", "crafted")
    before = contents(shipped)
    found, (remark,) = asked(shipped)
    assert found == ["honey.md"]
    assert remark.startswith(f"the index in {shipped / '.dowse'} was not made by this dowse, so it is not used; ")
    assert asked(shipped) == (["honey.md"], ())
    assert titles(shipped) == {"honey"}
    assert contents(shipped) == before
    assert index_of(shipped).is_relative_to(places[1])


def test_find_does_not_read_an_index_that_came_with_the_vault(shipped: Path, places: tuple[Path, Path]) -> None:
    (only,) = index_folders(VaultLocation(shipped), os.environ)
    assert only.is_relative_to(places[1])


def test_the_doctor_names_an_index_that_is_not_used(shipped: Path) -> None:
    issues = [each for each in diagnose(shipped, index_dir=None).findings if "was not made by this dowse" in each.what]
    assert [(each.about, each.level) for each in issues] == [("index", "hint")]
    assert str(shipped / ".dowse") in issues[0].fix


def test_once_the_foreign_index_is_deleted_the_own_one_moves_into_the_vault(
    shipped: Path, places: tuple[Path, Path]
) -> None:
    asked(shipped)
    cached = index_of(shipped)
    mark(cached, "from the cache")
    shutil.rmtree(shipped / ".dowse")
    assert index_of(shipped) == shipped / ".dowse"
    with closing(open_session(shipped)) as vault:
        assert {vault.engine.heads([path])[path].title for path in ("honey.md",)} == {"from the cache"}
    assert not storage_at(cached).exists()


def test_force_accepts_an_index_that_came_with_the_vault(shipped: Path) -> None:
    with closing(open_to_index(shipped, index_dir=None, force=True)) as vault:
        assert vault.folder == shipped / ".dowse"
    assert asked(shipped) == (["honey.md"], ())
    assert index_of(shipped) == shipped / ".dowse"


def test_a_copy_of_an_index_in_another_vault_is_not_used(notes: Path, tmp_path: Path) -> None:
    """Whoever was given an index could change it, and ship it with a vault of theirs."""
    asked(notes)
    copy = Path(shutil.copytree(notes, tmp_path / "copy"))
    mark(copy / ".dowse", "crafted")
    assert titles(copy) == {"honey"}
    assert titles(notes) == {"honey"}


def test_a_vault_that_was_renamed_twice_keeps_its_index(notes: Path) -> None:
    asked(notes)
    for name in ("second", "third"):
        notes = notes.rename(notes.with_name(name))
        assert asked(notes)[0] == ["honey.md"]
        assert index_of(notes) == notes / ".dowse"


def test_an_index_in_the_place_of_the_recorded_one_is_not_used(notes: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "honey.md").write_text("# honey\n")
    asked(notes)
    asked(other)
    (notes / ".dowse" / FILE).unlink()
    (other / ".dowse" / FILE).rename(notes / ".dowse" / FILE)
    with closing(apsw.Connection(str(notes / ".dowse" / FILE))) as connection:
        connection.execute("update meta set value = 'guessed' where key = ?", (TOKEN,))
    assert foreign_index(notes, os.environ) == (notes / ".dowse", "was not made by this dowse")


def test_an_index_of_an_earlier_version_without_a_record_is_rebuilt_elsewhere_and_stays(shipped: Path) -> None:
    (shipped / ".dowse" / FILE).rename(shipped / ".dowse" / "index.db")
    before = contents(shipped)
    found, remarks = asked(shipped)
    assert found == ["honey.md"]
    assert len(remarks) == 1
    assert contents(shipped) == before


def test_an_index_of_an_earlier_version_with_confirmed_models_is_used(shipped: Path) -> None:
    with closing(apsw.Connection(str(shipped / ".dowse" / FILE))) as connection:
        connection.execute("delete from meta where key = ?", (TOKEN,))
        connection.execute("insert or replace into meta values (?, 'an id')", (IDENTITY,))
    confirm("an id", ConfirmedModels(str(shipped), used=("onnx:minilm",)), os.environ)
    assert asked(shipped) == (["honey.md"], ())
    assert index_of(shipped) == shipped / ".dowse"
    (shipped.parent / "state" / "models.json").unlink()
    assert index_of(shipped) == shipped / ".dowse"


def test_a_folder_that_the_user_names_is_trusted(notes: Path, tmp_path: Path, places: tuple[Path, Path]) -> None:
    asked(notes, index_dir=tmp_path / "indexes")
    shutil.rmtree(places[0], ignore_errors=True)
    assert asked(notes, index_dir=tmp_path / "indexes") == (["honey.md"], ())
    assert not (notes / ".dowse").exists()


@pytest.mark.parametrize("damage", [b"", b"noise", b"noise" * 1000, None])
def test_a_damaged_index_is_rebuilt_where_it_was(notes: Path, damage: bytes | None) -> None:
    asked(notes)
    file = notes / ".dowse" / FILE
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 4] if damage is None else damage)
    assert asked(notes)[0] == ["honey.md"]
    assert index_of(notes) == notes / ".dowse"


def test_an_earlier_index_that_cannot_be_converted_is_built_again_where_it_was(notes: Path) -> None:
    asked(notes)
    earlier = notes / ".dowse" / f"index-{len(MIGRATIONS) - 1}.db"
    (notes / ".dowse" / FILE).rename(earlier)
    with closing(apsw.Connection(str(earlier))) as connection:
        connection.pragma("user_version", len(MIGRATIONS) - 1)  # with the tables of the present one
    assert asked(notes) == (["honey.md"], ())
    assert index_of(notes) == notes / ".dowse"
    assert asked(notes) == (["honey.md"], ())


def test_a_vacuum_of_a_damaged_index_reports_the_damage(notes: Path) -> None:
    asked(notes)
    (notes / ".dowse" / FILE).write_bytes(b"noise" * 1000)
    with closing(open_session(notes)) as vault:
        assert vacuum(vault).remarks == ("the index was damaged and is built again from the notes",)


def test_a_copy_that_the_user_accepts_leaves_the_original_its_index(notes: Path, tmp_path: Path) -> None:
    asked(notes)
    copy = tmp_path / "copy"
    shutil.copytree(notes, copy)
    with closing(open_to_index(copy, index_dir=None, force=True)) as vault:
        vault.sync()
    assert (index_of(notes), index_of(copy)) == (notes / ".dowse", copy / ".dowse")


def test_a_damaged_index_that_came_with_the_vault_stays(shipped: Path) -> None:
    (shipped / ".dowse" / FILE).write_bytes(b"noise" * 1000)
    before = contents(shipped)
    assert asked(shipped)[0] == ["honey.md"]
    assert contents(shipped) == before


def test_an_index_that_appears_while_a_vault_is_open_is_not_used(notes: Path, shipped: Path, tmp_path: Path) -> None:
    vault = open_session(notes, index_dir=None)
    vault.close()
    shutil.rmtree(notes / ".dowse")
    with closing(open_session(notes)) as vault:
        vault.freshen()
        other = tmp_path / "other"
        other.mkdir()
        (other / "a.md").write_text("a")
        asked(other)
        (other / ".dowse" / FILE).replace(notes / ".dowse" / FILE)
        vault.scan_cache.forget()
        with pytest.raises(StorageError, match="was replaced by another one"):
            vault.search(Request("honey"))


def test_no_index_is_left_without_its_token_by_a_process_that_dies(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token is in the file before the file has its name."""
    created: list[str] = []
    publish = os.link

    def seen(source: Path, target: Path) -> None:
        created.append(storage_at(target.parent).peek(TOKEN))
        publish(source, target)
        created.append(storage_at(target.parent).peek(TOKEN))

    monkeypatch.setattr(os, "link", seen)
    asked(notes)
    assert created[0] == ""
    assert len(created[1]) == 32


@pytest.mark.parametrize(
    "schema",
    [
        "create view meta as with recursive n(x) as (select 1 union all select 1 from n) select 1 key, x value from n",
        "create table meta(key, value); insert into meta select 'origin', hex(zeroblob(20000000))",
        "".join(f"create table t{n}(a);" for n in range(3000)),
    ],
)
def test_reading_the_token_of_a_crafted_index_is_bounded(tmp_path: Path, schema: str) -> None:
    with closing(apsw.Connection(str(tmp_path / FILE))) as connection:
        connection.execute("begin; " + schema + "; commit")
        connection.pragma("application_id", APPLICATION)
        connection.pragma("user_version", int(STEM.partition("-")[2]))
    with pytest.raises(IndexDamagedError):
        storage_at(tmp_path).peek(TOKEN)


# Files beside the database


def log_of(folder: Path, target: Path, *, is_whole: bool) -> None:
    """Writes a log that changes the index, as a whole or without the page of the token, as a stranger can make it."""
    copy = target.with_name("copy.db")
    shutil.copy(folder / FILE, copy)
    with closing(apsw.Connection(str(copy))) as connection:
        connection.pragma("wal_autocheckpoint", 0)
        connection.pragma("secure_delete", True)  # else the page still contains the deleted token
        if is_whole:
            connection.execute("delete from meta where key = ?", (TOKEN,))
        connection.execute("update documents set title = 'crafted'")
        if is_whole:
            connection.execute("vacuum")
        shutil.copy(copy.with_name("copy.db-wal"), target / f"{FILE}-wal")
    copy.unlink()


def test_a_log_without_a_database_does_not_become_an_index(shipped: Path, tmp_path: Path) -> None:
    log_of(shipped / ".dowse", tmp_path, is_whole=True)
    shutil.rmtree(shipped / ".dowse")
    (shipped / ".dowse").mkdir()
    (tmp_path / f"{FILE}-wal").rename(shipped / ".dowse" / f"{FILE}-wal")
    assert titles(shipped) == {"honey"}
    assert index_of(shipped) == shipped / ".dowse"


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_log_of_somebody_else_beside_the_own_index_is_not_read(
    notes: Path, tmp_path: Path, places: tuple[Path, Path], is_whole: bool
) -> None:
    asked(notes)
    log_of(notes / ".dowse", tmp_path, is_whole=is_whole)
    (tmp_path / f"{FILE}-wal").rename(notes / ".dowse" / f"{FILE}-wal")
    assert titles(notes) == {"honey"}
    assert index_of(notes).is_relative_to(places[1])


def test_a_journal_of_somebody_else_beside_the_own_index_is_not_read(notes: Path, places: tuple[Path, Path]) -> None:
    asked(notes)
    (notes / ".dowse" / f"{FILE}-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(5000))
    assert index_of(notes).is_relative_to(places[1])


def test_the_log_of_a_process_that_was_killed_is_used(notes: Path, tmp_path: Path) -> None:
    with closing(open_session(notes)) as vault:
        vault.sync()
        with closing(apsw.Connection(str(notes / ".dowse" / FILE))) as reader:  # keeps the log as it is
            reader.execute("begin; select * from meta").fetchall()
            vault.engine.remember("only", "in the log")
            killed = Path(shutil.copytree(notes, tmp_path / "killed"))
    shutil.rmtree(notes)
    killed.rename(notes)
    assert (notes / ".dowse" / f"{FILE}-wal").stat().st_size
    with closing(open_session(notes)) as vault:
        assert vault.folder == notes / ".dowse"
        assert vault.engine.recalled("only") == "in the log"


def test_each_transaction_has_the_token_in_its_log(notes: Path) -> None:
    with closing(open_session(notes)) as vault:
        vault.sync()
        token = vault.engine.recalled(TOKEN)
        vault.engine.forget_unused()  # empties the log
        for n in range(20):
            vault.engine.remember(f"p{n}", "on other pages " * 60)
        vault.engine.forget_unused()
        log = notes / ".dowse" / f"{FILE}-wal"
        assert log.read_bytes() == b""
        vault.engine.remember("z", "after the token")
        assert token.encode() in log.read_bytes()


def test_a_mark_of_damage_that_is_a_pipe_is_no_mark(notes: Path) -> None:
    asked(notes)
    os.mkfifo(notes / ".dowse" / f"{STEM}.damaged")
    writer = os.open(notes / ".dowse" / f"{STEM}.damaged", os.O_RDWR | os.O_NONBLOCK)  # a reader finds an end
    os.write(writer, b"a fault")
    try:
        assert asked(notes) == (["honey.md"], ())
        assert asked(notes) == (["honey.md"], ())
    finally:
        os.close(writer)


def test_a_mark_of_damage_without_an_index_says_nothing_of_the_new_one(notes: Path) -> None:
    (notes / ".dowse").mkdir()
    (notes / ".dowse" / f"{STEM}.damaged").write_text("crafted")
    assert asked(notes) == (["honey.md"], ())
    assert not (notes / ".dowse" / f"{STEM}.damaged").exists()


def test_the_record_drops_folders_that_are_gone_before_it_forgets_an_index(notes: Path) -> None:
    asked(notes)
    file = _file(os.environ)
    file.change(lambda known: (*known, *(IndexRecord(f"/gone/{n}", f"{n:032}") for n in range(1999))))
    record_index(notes.parent, "f" * 32, os.environ)
    assert [each.folder for each in recorded_indexes(os.environ)] == [str(notes / ".dowse"), str(notes.parent)]


# A synced vault


@pytest.fixture
def synced(notes: Path) -> Path:
    """A vault that Syncthing keeps."""
    (notes / ".stfolder").mkdir()
    return notes


def test_the_index_of_a_synced_vault_is_in_the_cache_and_it_is_said_once(
    synced: Path, places: tuple[Path, Path]
) -> None:
    cached = index_of(synced)
    assert cached.is_relative_to(places[1])
    shutil.rmtree(cached)
    assert asked(synced) == (["honey.md"], (f"{synced} is in Syncthing; the index of this vault is in {cached}",))
    assert asked(synced) == (["honey.md"], ())
    assert not (synced / ".dowse").exists()


def test_the_index_of_a_vault_that_becomes_synced_moves(notes: Path) -> None:
    asked(notes)
    mark(notes / ".dowse", "moved")
    (notes / ".stfolder").mkdir()
    found, (remark,) = asked(notes)
    assert found == ["honey.md"]
    assert f", moved from {notes / '.dowse'}" in remark
    with closing(open_session(notes)) as vault:
        assert vault.engine.heads(["honey.md"])["honey.md"].title == "moved"
    assert not storage_at(notes / ".dowse").exists()


def test_an_index_that_cannot_move_yet_is_used_where_it_is_and_moves_later(notes: Path) -> None:
    asked(notes)
    mark(notes / ".dowse", "moved")
    (notes / ".stfolder").mkdir()
    with storage_at(notes / ".dowse").lock().held(patience=0.0):
        placed = place_index(notes, chosen=None, settings=Settings(), environment=os.environ)
    assert placed.folder == notes / ".dowse"
    assert "stays in" in placed.remarks[0]
    assert titles(notes) == {"moved"}
    assert index_of(notes) != notes / ".dowse"
    assert not storage_at(notes / ".dowse").exists()


def test_the_doctor_of_a_synced_vault_checks_the_index_in_use(notes: Path) -> None:
    (notes / ".stfolder").mkdir()
    used = index_of(notes)
    (notes / ".dowse").mkdir()
    storage_at(notes / ".dowse").create(IndexOrigin(notes, notes / ".dowse", os.environ).facts())
    assert next(index_folders(VaultLocation(notes), os.environ)) == used == index_of(notes)
    unused = [
        each for each in diagnose(notes, index_dir=None).findings if f"{notes / '.dowse'} is not used" in each.what
    ]
    assert [each.fix for each in unused] == [f"rm -r {notes / '.dowse'}"]


def test_the_remark_on_an_index_with_the_log_of_another_one_says_so(notes: Path, tmp_path: Path) -> None:
    asked(notes)
    other = tmp_path / "other"
    other.mkdir()
    with closing(open_session(other, index_dir=tmp_path / "indexes")) as vault:
        shutil.copy(vault.folder / f"{FILE}-wal", notes / ".dowse")
    assert "a log of changes beside it" in asked(notes)[1][0]
    (notes / ".dowse" / f"{FILE}-wal").unlink()
    shutil.copytree(notes, tmp_path / "copy")
    assert f"is a copy of the one in {notes / '.dowse'}" in asked(tmp_path / "copy")[1][0]


def test_the_choice_of_a_model_moves_with_the_index(notes: Path) -> None:
    with closing(open_session(notes)) as vault:
        vault.sync()
        vault.use(reranker="onnx:ms-marco-minilm")
    (notes / ".stfolder").mkdir()
    with closing(open_session(notes)) as vault:
        assert vault.folder != notes / ".dowse"
        assert vault.config._trust.reranker(vault.engine) == "onnx:ms-marco-minilm"
