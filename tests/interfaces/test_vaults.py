"""Vaults by name, at every command that takes a folder; and indexes that are in the wrong place."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from dowse.app.sessions.workspace import workspace_of
from dowse.engines.sqlite.file.index_files import FILE
from dowse.model.errors import SettingsError, VaultError
from dowse.settings.vaults_file import change
from tests.interfaces.desk import Desk
from tests.interfaces.test_output_page import fields, listed, listed_of_several, merged

pytestmark = pytest.mark.slow  # a process, or some, for each of them


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two small vaults with names, and a folder beside them to work in."""
    for name in ("notes", "work", "elsewhere"):
        (tmp_path / name).mkdir()
    (tmp_path / "notes" / "bee.md").write_text("# Bee\n\nhoney [[hive]]\n")
    (tmp_path / "notes" / "hive.md").write_text("# Hive\n\nwax\n")
    (tmp_path / "work" / "key.md").write_text("# Key\n\nrotation of honey\n")
    desk = Desk(tmp_path, {"DOWSE_INDEX_DIR": ""})
    for name in ("notes", "work"):
        assert desk.dowse("vault", "add", name).code == 0
    return desk


_COMMANDS = (
    ("search", "honey"),
    ("find", "bee"),
    ("get", "bee.md"),
    ("related", "bee.md"),
    ("links",),
    ("communities",),
    ("pagerank",),
    ("index",),
    ("status",),
    ("why-not", "hive.md", "honey"),
    ("profiles",),
)


@pytest.mark.parametrize("command", _COMMANDS, ids=lambda command: command[0])
def test_a_name_means_the_same_as_its_folder(command: tuple[str, ...], desk: Desk) -> None:
    folder = ("--folder", "notes") if command == ("profiles",) else ("notes",)
    assert desk.dowse("index", "notes").code == 0
    by_folder, by_name = desk.dowse(*command, *folder), desk.dowse(*command, "-v", "Notes")
    assert by_folder.code == by_name.code != 2, by_name.err
    if command not in {("index",), ("links",)}:  # one tells the time, one repeats what was typed
        assert by_folder.out == by_name.out


@pytest.mark.parametrize("command", _COMMANDS, ids=lambda command: command[0])
def test_a_folder_and_a_name_do_not_go_together(command: tuple[str, ...], desk: Desk) -> None:
    folder = ("--folder", "notes") if command == ("profiles",) else ("notes",)
    shown = desk.dowse(*command, *folder, "--vault", "work")
    assert shown.code == 2
    assert "FOLDER and --vault both name a vault; remove notes or --vault." in shown.err


def test_the_default_vault_answers_outside_of_any_and_the_variable_goes_before_it(desk: Desk) -> None:
    assert desk.dowse("search", "honey", "-n", "1", "--files").out == "bee.md\n"
    named = desk.with_variables(DOWSE_VAULT="work")
    assert named.dowse("search", "honey", "-n", "1", "--files").out == "key.md\n"
    wrong = desk.with_variables(DOWSE_VAULT="wrk").dowse("search", "honey")
    assert (wrong.code, wrong.err) == (
        2,
        "dowse: DOWSE_VAULT: there is no vault 'wrk'; did you mean work? `dowse vault list` shows all\n",
    )


def test_inside_of_a_vault_that_one_answers_even_if_its_index_lies_elsewhere(desk: Desk) -> None:
    inside = Desk(desk.folder / "work", {**desk.variables, "HOME": str(desk.folder), "DOWSE_INDEX_DIR": "/nowhere"})
    index = str(desk.folder / "index")
    assert inside.dowse("search", "honey", "--files", "--index-dir", index).out == "key.md\n"


def test_a_vault_is_called_as_it_is_registered(desk: Desk) -> None:
    assert desk.dowse("vault", "rename", "notes", "My Notes").code == 0
    assert json.loads(desk.dowse("search", "honey", "notes", "--json").out)["vault"] == "My Notes"
    assert desk.dowse("search", 'honey in:"My Notes"', "notes", "-n", "1", "--files").out == "bee.md\n"
    assert desk.dowse("search", "honey in:notes", "notes", "--files").code == 1
    assert json.loads(desk.dowse("status", "-v", "my notes", "--json").out)["vault"] == "My Notes"


def test_several_vaults_are_one_too_many_where_one_is_wanted(desk: Desk) -> None:
    several = desk.dowse("get", "bee.md", "-v", "notes", "-v", "work")
    assert "This command accepts one vault, not several: notes, work." in several.err
    every = desk.dowse("get", "bee.md", "-v", "all")
    assert "This command accepts one vault, not several: notes, work." in every.err
    assert desk.dowse("get", "bee.md:1:1", "-v", "notes", "-v", "NOTES").out == "# Bee\n"


def test_the_page_lists_what_is_printed_of_several_vaults(desk: Desk) -> None:
    (desk.folder / "work" / "tagged.md").write_text("honey #sweet\n")
    shown = desk.dowse("search", "honey (", "-v", "all", "--json")
    assert merged(fields(json.loads(shown.out))) == listed_of_several("search")


@pytest.mark.parametrize("vaults", [("-v", "notes", "-v", "work"), ("-v", "work", "-v", "notes"), ("-v", "all")])
def test_a_path_that_starts_at_the_working_folder_is_in_the_vault_that_contains_it(
    vaults: tuple[str, ...], desk: Desk
) -> None:
    for vault in ("notes", "work"):
        (desk.folder / vault / "deep").mkdir()
        (desk.folder / vault / "deep" / f"{vault}.md").write_text("honey\n")
    for path in ("./work/deep", "./work/deep/", str(desk.folder / "work" / "deep"), "work:deep"):
        assert desk.dowse("search", "honey", *vaults, "--path", path, "--files").out == "work:deep/work.md\n"
        assert desk.dowse("find", *vaults, "--path", path).out == "work:deep/work.md\n"
    both = desk.dowse("find", *vaults, "--path", "./work/deep", "--path", "./notes/deep")
    assert set(both.out.splitlines()) == {"work:deep/work.md", "notes:deep/notes.md"}
    for command in (("search", "honey"), ("find",)):
        failed = desk.dowse(*command, *vaults, "--path", ".")
        assert failed.code == 2
        assert "Invalid value for --path: . is outside of the vaults " in failed.err


@pytest.mark.parametrize("ref", ["work:key.md", "WORK:Key", "work:key.md#key"])
def test_what_a_search_of_several_prints_can_be_read(ref: str, desk: Desk) -> None:
    assert desk.dowse("get", ref).out.startswith("# Key\n")


@pytest.mark.parametrize("ref", ["work:key.md", "WORK:Key", "work:key.md#key"])
@pytest.mark.parametrize("vault", [("-v", "work"), ("work",)])
def test_a_reference_may_name_the_vault_that_is_chosen(ref: str, vault: tuple[str, ...], desk: Desk) -> None:
    assert desk.dowse("get", ref, *vault).out.startswith("# Key\n")
    assert desk.dowse("get", ref, "-v", "notes").code == 2


def test_a_note_may_be_called_like_a_vault(desk: Desk) -> None:
    (desk.folder / "notes" / "work.md").write_text("# Work\n\nday and night\n")
    assert desk.dowse("get", "work:3:1").out == "day and night\n"
    assert desk.dowse("get", "work:3:1", "-v", "notes").out == "day and night\n"
    assert "no document has the name 'kye'; did you mean 'key'?" in desk.dowse("get", "work:kye").err.casefold()


def test_a_misspelt_reference_to_a_vault_does_not_index_the_working_folder(desk: Desk) -> None:
    here = desk.folder / "elsewhere"
    (here / "note.md").write_text("# Note\n")
    (here / ".git").mkdir()
    shown = Desk(here, {**desk.variables, "HOME": str(desk.folder)}).dowse("get", "work:kye")
    assert "no document has the name 'kye'; did you mean 'key'?" in shown.err.casefold()
    assert not (here / ".dowse").exists()


def test_doctor_says_what_is_wrong_with_the_list_of_vaults(desk: Desk) -> None:
    file = desk.folder / ".config" / "dowse" / "vaults.toml"
    file.write_text("[vaults\n")
    shown = desk.dowse("doctor", "notes")
    assert (shown.code, f"error    vaults     {file}:1: invalid TOML" in shown.out) == (1, True)


@pytest.mark.parametrize("name", ["a:b", "a,b", "a#b"])
def test_a_name_that_makes_references_ambiguous_is_refused(name: str, desk: Desk) -> None:
    for command in (("add", "elsewhere", "--name", name), ("rename", "work", name)):
        refused = desk.dowse("vault", *command)
        assert refused.code == 2
        assert f"{name!r}, contains {name[1]!r}, which separates names" in refused.err


def test_a_registered_name_that_makes_references_ambiguous_still_works_and_doctor_reports_it(desk: Desk) -> None:
    file = desk.folder / ".config" / "dowse" / "vaults.toml"
    file.write_text(file.read_text().replace("\nwork = ", '\n"wo:rk" = '))
    assert desk.dowse("search", "key", "-v", "wo:rk").code == 0
    told = desk.dowse("doctor").out
    assert "the name 'wo:rk' contains ':'" in told
    assert "dowse vault rename wo:rk NAME" in told


def test_all_goes_on_without_a_vault_that_is_gone(desk: Desk) -> None:
    shutil.rmtree(desk.folder / "work")
    for command in (("search", "honey"), ("find", "bee")):
        shown = desk.dowse(*command, "-v", "all")
        assert shown.code == 0
        assert "notes:bee.md" in shown.out
        assert "work was left out: the folder of the vault work" in shown.err
    assert desk.dowse("search", "honey", "-v", "work", "-v", "notes").code == 2


def test_a_list_of_vaults_that_cannot_be_read_is_told_and_left_alone(desk: Desk) -> None:
    file = desk.folder / ".config" / "dowse" / "vaults.toml"
    file.write_text('default = "notes"\n[vaults\n')
    for command in (("search", "honey"), ("vault", "add", "elsewhere"), ("vault", "list"), ("search", "x", "-v", "y")):
        shown = desk.dowse(*command)
        assert shown.code == 2
        assert f"{file}:2: invalid TOML" in shown.err
        assert "add the vaults again with `dowse vault add`" in shown.err
    assert file.read_text() == 'default = "notes"\n[vaults\n'


# A vault that is gone


def test_a_vault_that_is_unplugged_is_told_and_answers_when_it_is_back(desk: Desk) -> None:
    inside = desk.with_variables(DOWSE_INDEX_DIR=str(desk.folder / "index"))
    assert inside.dowse("search", "honey", "-v", "notes").code == 0
    kept = list((desk.folder / "index").rglob(FILE))
    (desk.folder / "notes").rename(desk.folder / "away")
    for arguments in (("-v", "notes"), ()):
        shown = inside.dowse("search", "honey", *arguments)
        assert shown.code == 2
        assert f"the folder of the vault notes, {desk.folder / 'notes'}, does not exist; connect its disk" in shown.err
    (desk.folder / "notes").mkdir()  # what is left of a disk without the disk
    for command in ("search honey -v notes", "search honey notes", "index notes"):
        shown = inside.dowse(*command.split())
        assert (shown.code, list((desk.folder / "notes").iterdir())) == (2, [])
        assert "is empty; connect its disk, or put notes into the folder" in shown.err
    listed = json.loads(desk.dowse("vault", "list", "--json").out)
    assert [(each["name"], each["state"]) for each in listed] == [("notes", "gone"), ("work", "unindexed")]
    (desk.folder / "notes").rmdir()
    (desk.folder / "away").rename(desk.folder / "notes")
    assert kept == list((desk.folder / "index").rglob(FILE))
    assert inside.dowse("search", "honey", "-v", "notes", "--no-heal", "-n", "1", "--files").out == "bee.md\n"


def test_the_status_of_all_names_those_that_cannot_be_asked(desk: Desk) -> None:
    assert desk.dowse("index", "notes").code == 0
    shutil.copytree(desk.folder / "notes" / ".dowse", desk.folder / "work" / ".dowse")
    (desk.folder / "elsewhere" / "a.md").touch()
    assert desk.dowse("vault", "add", "elsewhere").code == 0
    shown = desk.dowse("status", "--all", "--json")
    first, second, third = json.loads(shown.out)
    assert (shown.code, first["vault"], first["documents"]) == (0, "notes", 2)
    assert second["why"] == third["why"] == "not indexed yet; the first search indexes it"
    assert not (desk.folder / "elsewhere" / ".dowse").exists()


def test_the_list_of_vaults_says_that_an_index_is_damaged_and_what_to_do(desk: Desk) -> None:
    assert desk.dowse("index", "notes").code == 0
    (desk.folder / "notes" / ".dowse" / FILE).write_bytes(b"noise" * 1000)
    listing = desk.dowse("vault", "list", "--json")
    damaged, unindexed = json.loads(listing.out)
    assert (damaged["state"], unindexed["state"]) == ("damaged", "unindexed")
    assert damaged["why"] in listing.err
    assert damaged["why"].endswith("; the next search or `dowse index` builds the index again from the notes")


def test_the_page_on_output_lists_what_the_list_of_vaults_has(desk: Desk) -> None:
    assert desk.dowse("index", "notes").code == 0
    listing = json.loads(desk.dowse("vault", "list", "--json").out)
    assert [(each["name"], each["default"], each["documents"]) for each in listing] == [
        ("notes", True, 2),
        ("work", False, None),
    ]
    assert merged(fields(listing)) == listed("vault list")[0]


# An index in the wrong place


def test_an_index_of_another_vault_is_not_used_until_it_is_forced(desk: Desk) -> None:
    assert desk.dowse("index", "notes").code == 0
    shutil.copytree(desk.folder / "notes" / ".dowse", desk.folder / "work" / ".dowse")
    theirs, ours = desk.folder / "notes" / ".dowse", desk.folder / "work" / ".dowse"
    told = f"dowse: the index in {ours} is a copy of the one in {theirs}, so it is not used; "
    shown = desk.dowse("search", "honey", "work", "--files")
    assert (shown.code, shown.out) == (0, "key.md\n")
    assert told in shown.err
    assert told not in desk.dowse("search", "honey", "work", "--files").err
    forced = desk.dowse("index", "work", "--force")
    assert (forced.code, len(forced.err.splitlines())) == (0, 1)
    assert f"the index was built for {desk.folder / 'notes'}; dropped " in forced.err
    assert desk.dowse("search", "honey", "work", "-n", "1", "--files").out == "key.md\n"
    assert desk.dowse("search", "honey", "notes", "-n", "1", "--files").out == "bee.md\n"


def test_a_vault_that_moved_says_so_once(desk: Desk) -> None:
    assert desk.dowse("index", "notes").code == 0
    (desk.folder / "notes").rename(desk.folder / "moved")
    shown = desk.dowse("search", "honey", "moved", "-n", "1", "--files")
    assert shown.out == "bee.md\n"
    assert shown.err == f"dowse: the vault has moved here from {desk.folder / 'notes'}\n"
    assert desk.dowse("search", "honey", "moved", "-n", "1", "--files").err == ""


# Servers


@pytest.fixture
def named(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same vaults for what runs in this process, outside of any."""
    monkeypatch.setenv("DOWSE_VAULTS", str(desk.folder / ".config" / "dowse" / "vaults.toml"))
    monkeypatch.chdir(desk.folder / "elsewhere")
    return desk.folder


def test_a_server_outside_of_any_vault_has_all_of_them_the_default_first(
    named: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert workspace_of([]).names == ("notes", "work")
    change(os.environ, lambda known: known.preferring("work"))
    assert workspace_of([]).names == ("work", "notes")
    monkeypatch.setenv("DOWSE_VAULT", "notes")
    assert workspace_of([], ["all"]).names == ("notes", "work")
    monkeypatch.setenv("DOWSE_VAULT", "nots")
    with pytest.raises(SettingsError, match="DOWSE_VAULT: there is no vault 'nots'"):
        workspace_of([])
    (named / "elsewhere" / "dowse.toml").touch()
    assert workspace_of([]).names == ("elsewhere",)


def test_a_server_has_the_vaults_that_are_named(named: Path) -> None:
    assert workspace_of([], ["WORK"]).names == ("work",)
    assert workspace_of([], ["work", "notes", "work"]).names == ("work", "notes")
    with pytest.raises(VaultError, match="FOLDER and --vault both name vaults"):
        workspace_of([named / "work"], ["notes"])
    with pytest.raises(VaultError, match="there is no vault 'wrk'; did you mean work"):
        workspace_of([], ["wrk"])


def test_a_server_calls_a_folder_as_it_is_registered_and_searches_it_by_that_name(named: Path) -> None:
    change(os.environ, lambda known: known.renaming("work", "Office"))
    shelf = workspace_of([named / "work", named / "elsewhere"])
    assert shelf.names == ("Office", "elsewhere")
    assert shelf.vault("Office").name == "Office"


def test_a_server_starts_without_a_vault_that_is_gone_and_says_so_when_it_is_asked(named: Path) -> None:
    shutil.rmtree(named / "work")
    shelf = workspace_of([])
    assert shelf.names == ("notes", "work")
    with pytest.raises(VaultError, match="is missing"):
        shelf.vault("work")
    with pytest.raises(VaultError, match="does not exist; connect its disk"):
        workspace_of([], ["work"])


def test_a_server_begins_no_index_in_an_empty_mount_point(named: Path) -> None:
    shelf = workspace_of([])
    for path in (named / "work").iterdir():
        path.unlink()
    with pytest.raises(VaultError, match="is empty; connect its disk"):
        shelf.vault("work")
    assert list((named / "work").iterdir()) == []


def test_a_server_knows_a_name_in_upper_or_lower_case(named: Path) -> None:
    assert workspace_of([]).name_of("WORK") == "work"


def test_a_vault_that_has_moved_keeps_its_name(desk: Desk) -> None:
    (desk.folder / "notes").rename(desk.folder / "moved")
    refused = desk.dowse("vault", "add", "elsewhere", "--name", "work")
    assert (refused.code, "the name work belongs to" in refused.err) == (2, True)
    shown = desk.dowse("vault", "add", "moved", "--name", "notes")
    assert (shown.out, shown.code) == (f"notes is {desk.folder / 'moved'}; it is the default vault\n", 0)
    assert shown.err == f"dowse: notes was {desk.folder / 'notes'}, which no longer exists\n"
    assert desk.dowse("search", "honey", "-v", "notes", "-n", "1", "--files").out == "bee.md\n"
    assert desk.dowse("vault", "list").out.count("notes") == 1


@pytest.mark.parametrize(("name", "mode"), [("semantic", "vector"), ("keyword", "fulltext"), ("hybrid", "hybrid")])
def test_a_mode_has_the_name_of_its_list_too(desk: Desk, name: str, mode: str) -> None:
    assert json.loads(desk.dowse("search", "honey", "notes", "--mode", name, "--json").out)["mode"] == mode
    elsewhere = desk.with_variables(DOWSE_MODE=name)
    assert json.loads(elsewhere.dowse("search", "honey", "notes", "--json").out)["mode"] == mode
