"""`dowse doctor` and `dowse vacuum` on real indexes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

import apsw
import pytest

from dowse.app.maintenance import vacuum
from dowse.app.sessions.vault_session import open_session
from dowse.engines.sqlite import page_checksums
from dowse.engines.sqlite.file.index_files import FILE, vectors_file
from dowse.model.errors import IndexBusyError
from tests.interfaces.desk import Desk

pytestmark = pytest.mark.slow  # a process, or some, for each of them


@pytest.fixture
def own(unindexed: Desk) -> Desk:
    """Forty notes, indexed."""
    assert unindexed.dowse("index", "notes").code == 0
    return unindexed


@pytest.fixture
def unindexed(tmp_path: Path) -> Desk:
    """Forty notes."""
    page_checksums.register()  # for the connections of the tests
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    write_notes(desk, 30)
    return desk


def write_notes(desk: Desk, words: int) -> None:
    """Writes forty notes with so many words each that hardly compress."""
    for number in range(40):
        text = " ".join(f"words and {hash_of(f'{number} {n}')}" for n in range(words))
        (desk.notes / f"{number}.md").write_text(f"# Note {number}\n\n[[{number - 1}]] {text}\n")


def hash_of(text: str) -> str:
    """A word that no other text gives."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def index_of(desk: Desk) -> Path:
    return next(desk.folder.rglob(FILE))


def examined(desk: Desk, code: int = 0, folder: str = "notes") -> dict[str, list[dict[str, Any]]]:
    """The findings by what they are about."""
    shown = desk.dowse("doctor", folder, "--json")
    assert shown.code == code, shown
    found: dict[str, list[dict[str, Any]]] = {}
    for each in json.loads(shown.out)["findings"]:
        found.setdefault(each["about"], []).append(each)
    return found


def levels(findings: list[dict[str, Any]]) -> set[str]:
    return {each["level"] for each in findings}


def test_a_sound_vault_is_examined_without_a_change(own: Desk) -> None:
    before = index_of(own).read_bytes()
    found = examined(own)
    assert set(found) == {
        *("versions", "extras", "settings", "folder", "index", "lock", "disk", "freshness", "meaning", "links", "speed")
    }
    assert index_of(own).read_bytes() == before
    assert [each["fix"] for each in found["links"]] == ["dowse links notes --broken"]  # 0.md links to -1
    assert all(levels(found[about]) == {"ok"} for about in ("versions", "index", "lock", "freshness", "meaning"))


def test_all_optional_packages_are_examined(own: Desk) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {re.split(r"[: ]", each["what"])[0] for each in examined(own)["extras"]}
    assert named == set(project["optional-dependencies"]) - {"dev"}


def test_an_index_of_which_nothing_is_left_is_said_to_be_empty(own: Desk) -> None:
    for file in index_of(own).parent.glob(f"{FILE}*"):
        file.write_bytes(b"")
    whats = [each["what"] for each in examined(own)["index"] if each["level"] == "hint"]
    assert [what.removeprefix(str(index_of(own))) for what in whats] == [" is empty; the next search fills it"]
    assert own.dowse("search", "words", "notes").code == 0


def test_a_folder_without_an_index_gets_none(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    found = examined(desk)
    assert found["index"][0]["fix"] == "dowse index notes"
    assert not (tmp_path / "index").exists()


def test_outside_of_a_vault_the_program_alone_is_examined(tmp_path: Path) -> None:
    (tmp_path / "nowhere").mkdir()
    shown = Desk(tmp_path).dowse("doctor")
    assert shown.code == 0
    assert "versions" in shown.out
    assert shown.err == "dowse: no vault was checked: no vault was named, and the working folder is not in one\n"


def test_a_folder_that_is_not_there_cannot_be_examined(own: Desk) -> None:
    assert own.dowse("doctor", "nowhere").code == 2


def test_files_that_changed_are_a_hint(own: Desk) -> None:
    (own.notes / "new.md").write_text("new")
    assert "1 file changed since" in examined(own)["freshness"][0]["what"]


def test_a_damaged_index_is_an_error_with_its_remedy_and_is_left_as_it_is(own: Desk) -> None:
    path = index_of(own)
    data = bytearray(path.read_bytes())
    data[5000:60_000] = b"\xff" * 55_000
    path.write_bytes(data)
    found = examined(own, code=1)
    assert (levels(found["index"]), found["index"][0]["fix"]) == ({"error"}, "dowse index notes")
    assert path.read_bytes() == data
    assert found["index"][0]["what"].startswith(f"{path} is damaged: ")
    assert own.dowse("index", "notes").code == 0
    examined(own)


@pytest.mark.parametrize("left", [0, 1, 4096, 30_000, None])
def test_the_status_of_a_damaged_index_is_an_error_and_the_next_search_builds_it_again(
    unindexed: Desk, left: int | None
) -> None:
    desk = unindexed.with_variables(DOWSE_INDEX_DIR="")  # an index in the vault, which must stay there
    assert desk.dowse("index", "notes").code == 0
    path = desk.notes / ".dowse" / FILE
    before = path.read_bytes()[:left] if left is not None else b"noise" * 1000
    path.write_bytes(before)
    shown = desk.dowse("status", "notes")
    assert (shown.out, shown.code) == ("", 2)
    assert shown.err.startswith(f"dowse: {path} is ")
    assert shown.err.endswith("; the next search or `dowse index` builds the index again from the notes\n")
    assert examined(desk, code=1)["index"][-1]["level"] == "error"
    assert path.read_bytes() == before
    assert "the index was damaged and is built again" in desk.dowse("search", "words", "notes").err
    assert path.exists()
    assert "40 notes" in desk.dowse("status", "notes").out


def test_the_damage_is_stated_in_words_before_those_of_sqlite(own: Desk) -> None:
    whole = index_of(own).read_bytes()
    index_of(own).write_bytes(whole[: len(whole) // 2])
    what = examined(own, code=1)["index"][0]["what"]
    words = "parts of the file are missing or contradict each other (SQLite: "
    assert what.startswith(f"{index_of(own)} is damaged: {words}")
    assert "\n" not in what
    assert words in own.dowse("status", "notes").err


def test_the_size_in_the_status_is_that_of_all_files(own: Desk) -> None:
    vectors_file(index_of(own).parent, 1).write_bytes(bytes(2_000_000))
    size = json.loads(own.dowse("status", "notes", "--json").out)["size_bytes"]
    assert size >= 2_000_000 + index_of(own).stat().st_size


def test_an_installation_without_checksums_keeps_an_index_of_its_own_and_says_so_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path, {"DOWSE_INDEX_DIR": ""})
    without = "import apsw; apsw.__file__ = '/nowhere/apsw/__init__.py'"  # where the extension is looked for
    desk.notes.mkdir()
    said: list[str] = []
    for number in range(4):
        (desk.notes / f"{number}.md").write_text("# Note\n\nhoney\n")
        arguments = ("search", "honey", "notes", "--files", "--all")
        shown = desk.installed_after(without, *arguments) if number % 2 else desk.dowse(*arguments)
        assert len(shown.out.splitlines()) == number + 1
        said.append(shown.err)
    assert [bool(each) for each in said] == [False, True, False, False]
    assert "no extension cksumvfs" in said[1]
    files = {file.name for file in (desk.notes / ".dowse").glob("*.db")}
    assert files == {FILE, FILE.replace(".db", "-unchecked.db")}


def test_an_index_with_another_schema_than_its_name_is_an_error(own: Desk) -> None:
    connection = apsw.Connection(str(index_of(own)))
    connection.pragma("user_version", 9999)
    connection.close()
    found = examined(own, code=1)
    assert "its schema is" in " ".join(each["what"] for each in found["index"])


def test_settings_that_cannot_be_understood_are_an_error_with_the_line(own: Desk) -> None:
    (own.notes / "dowse.toml").write_text("chunkr = 'window'\n")
    found = examined(own, code=1)
    assert levels(found["settings"]) == {"error"}
    assert "dowse.toml" in found["settings"][0]["what"]


@pytest.fixture
def held(own: Desk) -> Iterator[None]:
    """Another process writes."""
    hold = (
        "import filelock, sys\nwith filelock.FileLock(sys.argv[1]):\n    print('held', flush=True); sys.stdin.read()\n"
    )
    lock = index_of(own).with_name("writer.lock")
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.communicate()


@pytest.mark.usefixtures("held")
def test_who_writes_just_now_is_a_hint(own: Desk) -> None:
    assert levels(examined(own)["lock"]) == {"hint"}


@pytest.mark.usefixtures("held")
def test_no_room_is_given_back_while_another_process_writes(own: Desk) -> None:
    with closing(open_session(own.notes, index_dir=own.folder / "index")) as vault:
        before = index_of(own).stat().st_size
        with pytest.raises(IndexBusyError) as raised:
            vacuum(vault, patience=0.0)
        assert index_of(own).stat().st_size == before
    assert str(raised.value) == "another process is writing the index; run `dowse vacuum` again when it is done"


def test_what_deleted_notes_leave_is_given_back_and_the_rest_is_found_as_before(unindexed: Desk) -> None:
    own = unindexed
    write_notes(own, 200)
    assert own.dowse("index", "notes").code == 0
    for number in range(2, 40):
        (own.notes / f"{number}.md").unlink()
    assert own.dowse("index", "notes").code == 0
    stray = index_of(own).with_name(vectors_file(Path(), 0).name)
    stray.write_bytes(b"x" * 100_000)
    asked = own.dowse("search", "note 1 words", "notes", "--jsonl").out
    done = json.loads(own.dowse("vacuum", "notes", "--json").out)
    assert 0 < done["after_bytes"] < 0.6 * done["before_bytes"]
    assert not stray.exists()
    assert own.dowse("search", "note 1 words", "notes", "--jsonl").out == asked
    again = json.loads(own.dowse("vacuum", "notes", "--json").out)
    assert again["after_bytes"] <= done["after_bytes"] * 1.2


def test_room_is_given_back_while_somebody_reads(own: Desk) -> None:
    reader = apsw.Connection(str(index_of(own)))
    reader.execute("begin")
    count = reader.execute("select count(*) from documents").fetchall()
    shown = own.dowse("vacuum", "notes")
    assert shown.code == 0, shown.err
    assert reader.execute("select count(*) from documents").fetchall() == count == [(40,)]
    reader.close()
    assert json.loads(own.dowse("status", "notes", "--json").out)["documents"] == 40


def test_without_room_for_the_copy_nothing_is_done(own: Desk) -> None:
    """The disk says that it is full; making a full one needs the rights of an administrator."""
    full = "import shutil; shutil.disk_usage = lambda path: type('Usage', (), {'free': 10_000})"
    before = index_of(own).stat().st_size
    shown = own.dowse_after(full, "vacuum", "notes")
    assert shown.code == 2
    assert "a copy of the index needs " in shown.err
    assert index_of(own).stat().st_size == before


def test_status_lists_the_first_of_many_files_that_are_skipped_for_one_reason(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "vendor").mkdir()
    for n in range(9):
        (desk.notes / "vendor" / f"{n}.py").write_text("x = 1")
    (desk.notes / "a.md").write_text("A note.")
    desk.dowse("index", "notes")
    shown = desk.dowse("status", "notes").out
    assert "9 skipped:" in shown
    assert shown.count(".py: ") == 5
    assert "and 4 more: source code of others" in shown
    assert len(json.loads(desk.dowse("status", "notes", "--json").out)["skipped"]) == 9
