"""Folders and disks that refuse: the message says what to do, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.interfaces.desk import Desk

pytestmark = pytest.mark.slow  # a process, or some, for each of them

# Permission bits mean nothing to root. A first search imports what is needed later: the interpreter itself may lie in a
# folder that only root can read.
_AS_NOBODY = """
import contextlib, io, os, pathlib, tempfile
import platformdirs.unix
from dowse.interfaces.cli.main import dowse
with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
    pathlib.Path(folder, "a.md").write_text("honey")
    with contextlib.suppress(SystemExit):
        dowse.main(["search", "honey", folder, "--index-dir", folder], standalone_mode=False)
import dowse.interfaces.cli.status
os.geteuid() == 0 and os.setuid(65534)
"""
_NO_SPACE = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"  # SQLite's files are larger
_SMALL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))"


def a_note(folder: Path) -> Desk:
    """A desk with one note, that everybody may read."""
    desk = Desk(folder, {"DOWSE_INDEX_DIR": ""})
    desk.notes.mkdir()
    (desk.notes / "bees.md").write_text("Bees make honey.\n")
    return desk


@contextmanager
def allowing(mode: int, *folders: Path) -> Iterator[None]:
    """The folders with these permission bits, for a while."""
    for folder in folders:
        folder.chmod(mode)
    try:
        yield
    finally:
        for folder in reversed(folders):
            folder.chmod(0o755)


def test_the_index_of_a_read_only_vault_lies_in_the_cache_folder(open_folder: Path) -> None:
    desk = a_note(open_folder)
    cache = open_folder / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    with allowing(0o555, desk.notes):
        found = desk.dowse_after(_AS_NOBODY, "search", "honey", "notes", "--files")
        status = desk.dowse_after(_AS_NOBODY, "status", "notes")
    assert (found.out, found.err, found.code) == ("bees.md\n", "", 0)
    assert f" in {cache}/dowse/notes-" in status.out
    assert f"  the index is in your cache folder, since {desk.notes} is not writable\n" in status.out
    assert [path.name for path in desk.notes.iterdir()] == ["bees.md"]


@pytest.mark.parametrize("command", [("status",), ("search", "honey"), ("get", "bees.md"), ("doctor",)])
def test_an_index_that_only_another_user_may_read_is_not_used(command: tuple[str, ...], open_folder: Path) -> None:
    desk = a_note(open_folder)
    assert desk.dowse("index", "notes").code == 0
    (open_folder / "cache").mkdir(exist_ok=True)
    (open_folder / "cache").chmod(0o777)
    with allowing(0o000, desk.notes / ".dowse"), allowing(0o555, desk.notes):
        shown = desk.dowse_after(_AS_NOBODY, *command, "notes")
    assert shown.code == 0
    assert f"the index in {desk.notes}/.dowse is closed to this user, so it is not used" in shown.out + shown.err


def test_a_vault_and_a_cache_that_refuse_are_told_with_the_way_out(open_folder: Path) -> None:
    desk = a_note(open_folder)
    with allowing(0o555, desk.notes, open_folder):
        shown = desk.dowse_after(_AS_NOBODY, "search", "honey", "notes")
    assert shown.code == 2
    assert shown.err.count("\n") == 1
    assert "--index-dir or DOWSE_INDEX_DIR" in shown.err


def test_an_index_in_the_cache_folder_of_a_vault_that_refuses_it_is_said_and_moves_there_later(tmp_path: Path) -> None:
    desk = a_note(tmp_path).with_variables(XDG_CACHE_HOME=str(tmp_path / "cache"))
    (desk.notes / ".dowse").write_text("in the way, as a full disk would be")
    first, second = (desk.dowse("search", "honey", "notes", "--files") for _ in range(2))
    refused = f"the index cannot be written to {desk.notes}/.dowse (File exists)"
    where = f"the index of this vault is in {tmp_path}/cache/dowse/notes-"
    assert (first.out, second.out, second.err) == ("bees.md\n", "bees.md\n", "")
    assert f"{refused}; {where}" in first.err
    status = desk.dowse("status", "notes").out
    assert "1 note" in status
    assert f"  the index is in your cache folder, since dowse could not create it in {desk.notes}/.dowse: " in status
    (desk.notes / ".dowse").unlink()
    assert desk.dowse("search", "honey", "notes", "--files").out == "bees.md\n"
    assert f"index 0.2 MB in {desk.notes}/.dowse" in desk.dowse("status", "notes").out


def test_a_disk_without_space_for_a_log_answers_from_the_index(tmp_path: Path) -> None:
    desk = a_note(tmp_path)
    assert desk.dowse("index", "notes").code == 0
    found = desk.dowse_after(_NO_SPACE, "search", "honey", "notes", "--files")
    assert (found.out, found.code) == ("bees.md\n", 0)


def test_an_unreadable_vault_is_told_as_one(open_folder: Path) -> None:
    desk = a_note(open_folder).with_variables(DOWSE_INDEX_DIR=str(open_folder / "index"))
    (open_folder / "index").mkdir()
    (open_folder / "index").chmod(0o777)
    with allowing(0, desk.notes):
        shown = desk.dowse_after(_AS_NOBODY, "search", "honey", "notes")
    assert shown.code == 2
    assert shown.err.count("\n") == 1
    assert str(desk.notes) in shown.err


def test_a_vault_that_may_not_be_entered_is_told_as_one(open_folder: Path) -> None:
    desk = a_note(open_folder)
    for closed in (desk.notes, open_folder):
        for command in ("search", "find"):
            with allowing(0, closed):
                shown = desk.dowse_after(_AS_NOBODY, command, "honey", str(desk.notes))
            assert (shown.out, shown.code) == ("", 2)
            assert shown.err == f"dowse: {desk.notes} cannot be read (no permission)\n"


def test_a_full_disk_is_told_in_one_line_and_the_next_run_goes_on(fresh_desk: Desk) -> None:
    full = fresh_desk.dowse_after(_SMALL_DISK, "index", "notes")
    assert (full.code, full.out) == (2, "")
    assert full.err.count("\n") == 1, full.err
    assert json.loads(fresh_desk.dowse("index", "notes", "--json").out)["documents"] == 59


def test_paths_may_be_written_from_the_working_folder_or_the_root_of_the_disk(desk: Desk) -> None:
    people = desk.notes / "2-Areas" / "People"
    for written in ("notes/2-Areas/People", "./notes/2-Areas/People", str(people)):
        found = desk.dowse("find", "*.md", "notes", "--path", written)
        expected = 0 if written != "notes/2-Areas/People" else 1  # a plain path is one of the vault
        assert found.code == expected, written
    shown = desk.dowse("get", f"{people / 'April Jane.md'}:1:1", "notes")
    assert (shown.out, shown.code) == ("---\n", 0)
    outside = desk.dowse("find", "x", "notes", "--path", "/")
    assert outside.code == 2
    assert "/ is outside of the vault" in outside.err


def test_find_takes_a_lone_folder_for_the_vault(desk: Desk) -> None:
    assert (
        desk.dowse("find", "--tag", "recipe", "./notes").out == desk.dowse("find", "", "notes", "--tag", "recipe").out
    )


def test_the_documents_of_a_closed_folder_are_kept_and_named_once(open_folder: Path) -> None:
    desk = a_note(open_folder).with_variables(DOWSE_INDEX_DIR=str(open_folder / "index"))
    (open_folder / "index").mkdir()
    (open_folder / "index").chmod(0o777)
    private, new = desk.notes / "private", desk.notes / "new"
    for folder, text in ((private, "Wasps make paper.\n"), (new, "Ants make hills.\n")):
        folder.mkdir()
        (folder / "a.md").write_text(text)
    search = ("search", "wasps", "notes", "--files", "--mode", "fulltext")
    with allowing(0, new):
        assert desk.dowse_after(_AS_NOBODY, *search).err == (
            "dowse: no permission to read, or a read error: new (not in the index); make them readable, or exclude "
            "them in .dowseignore\n"
        )
        with allowing(0, private):
            shown = desk.dowse_after(_AS_NOBODY, *search)
            assert (shown.out, shown.code) == ("private/a.md\n", 0)
            assert "private (1 document kept as last indexed), new (not in the index); make" in shown.err
            again = desk.dowse_after(_AS_NOBODY, *search)
            assert (again.out, again.err, again.code) == (shown.out, "", 0)
    assert desk.dowse_after(_AS_NOBODY, "search", "ants", "notes", "--files", "--mode", "fulltext").out == "new/a.md\n"
    (private / "a.md").unlink()
    assert desk.dowse_after(_AS_NOBODY, *search).code == 1
