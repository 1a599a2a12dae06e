"""The vaults that have a name: what may be done to the list, and the file that it is written to."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from dowse.model.errors import SettingsError, VaultError
from dowse.settings.config_files import vaults_file
from dowse.settings.vault_lookup import every_vault, registry, usual_vault
from dowse.settings.vault_selection import vault_root
from dowse.settings.vaults import RegisteredVault, VaultRegistry
from dowse.settings.vaults_file import change

NOTES, WORK = RegisteredVault("notes", Path("/x/notes")), RegisteredVault("Work", Path("/x/work"))
BOTH = VaultRegistry((NOTES, WORK), "notes")


def kept(folder: Path, text: str | None = None) -> Mapping[str, str]:
    """An environment whose list of vaults is in the folder, with this text if any."""
    if text is not None:
        (folder / "vaults.toml").write_text(text, "utf-8")
    return {"DOWSE_VAULTS": str(folder / "vaults.toml")}


# The list


def test_the_first_vault_is_the_default_and_a_folder_gives_its_name() -> None:
    one = VaultRegistry().adding(NOTES.folder)
    assert one == VaultRegistry((NOTES,), "notes")
    assert one.adding(WORK.folder, "Work") == BOTH


def test_the_same_folder_twice_changes_nothing(tmp_path: Path) -> None:
    known = VaultRegistry().adding(tmp_path, "notes")
    (tmp_path / "link").symlink_to(tmp_path)
    for folder in (tmp_path, tmp_path / "link", tmp_path / "link" / ".." / tmp_path.name):
        assert known.adding(folder) == known.adding(folder, "Notes") == known
    with pytest.raises(VaultError, match=r"is already the vault notes; `.* rename notes 'my notes'` renames it"):
        known.adding(tmp_path, "my notes")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("notes", "the name notes belongs to /x/notes; choose another name"),
        ("NOTES", "the name notes belongs to /x/notes; choose another name"),
        ("all", "'all', means all vaults"),
        ("ALL", "'ALL', means all vaults"),
        ("-v", "'-v', begins with -, as options do"),
        ("a/b", "'a/b', has a slash"),
        ("a\nb", "has a slash or an invisible character"),
        (" a", "is empty or has spaces around it"),
        ("a" * 101, "is longer than 100 characters"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, told: str) -> None:
    with pytest.raises(VaultError, match=told):
        BOTH.adding(Path("/x/other"), name)
    with pytest.raises(VaultError, match=told) as refused:
        BOTH.renaming("work", name)
    assert "--name" not in str(refused.value)  # which `dowse vault rename` has not


def test_a_folder_whose_name_cannot_be_one_needs_another() -> None:
    with pytest.raises(VaultError, match=r"the folder's name, 'all', means all vaults; .* as in --name notes"):
        BOTH.adding(Path("/x/all"))
    with pytest.raises(VaultError, match="is not UTF-8, so the list of vaults cannot store it"):
        BOTH.adding(Path(os.fsdecode(b"/x/caf\xe9")), "cafe")


def test_a_name_is_found_in_any_case_and_a_near_miss_is_offered() -> None:
    assert BOTH.named("WORK") == WORK
    with pytest.raises(VaultError, match=r"there is no vault 'work2'; did you mean Work\? `dowse vault list`"):
        BOTH.named("work2")
    with pytest.raises(VaultError, match="choose one of notes, Work; `dowse vault list`"):
        BOTH.named("zzz")
    with pytest.raises(VaultError, match="no vault is registered; `dowse vault add FOLDER`"):
        VaultRegistry().named("notes")


@pytest.mark.parametrize("name", [".", "..", "notes/daily", "/home"])
def test_a_folder_is_no_name_of_a_vault(name: str) -> None:
    with pytest.raises(VaultError, match="a folder is given as FOLDER, without --vault"):
        BOTH.named(name)


def test_when_the_default_goes_the_first_of_the_others_is_it() -> None:
    assert BOTH.removing("notes") == VaultRegistry((WORK,), "Work")
    assert BOTH.removing("work") == VaultRegistry((NOTES,), "notes")
    assert BOTH.removing("notes").removing("work") == VaultRegistry()


def test_a_renamed_vault_stays_the_default_and_may_change_its_case() -> None:
    assert BOTH.renaming("notes", "Notes").default == "Notes"
    assert BOTH.renaming("work", "w").vaults == (NOTES, RegisteredVault("w", WORK.folder))


def test_a_vault_that_is_preferred_comes_first() -> None:
    assert BOTH.preferring("work").ordered == (WORK, NOTES)


# The file


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    odd = tmp_path / 'a "quoted" \\ ü\x7f folder'
    environment = kept(tmp_path / "made" / "for it")
    change(environment, lambda known: known.adding(odd, "Größe 100 %").adding(tmp_path, "b").preferring("b"))
    assert registry(environment) == VaultRegistry(
        (RegisteredVault("Größe 100 %", odd), RegisteredVault("b", tmp_path)), "b"
    )


def test_the_list_lies_beside_the_settings_unless_it_is_put_elsewhere() -> None:
    assert vaults_file({"DOWSE_CONFIG": "/x/my.toml"}) == Path("/x/vaults.toml")
    assert vaults_file({"DOWSE_CONFIG": "/x/my.toml", "DOWSE_VAULTS": "/y/v.toml"}) == Path("/y/v.toml")
    assert registry({"DOWSE_CONFIG": os.devnull}) == VaultRegistry()


def test_who_has_no_settings_has_nowhere_to_write_names() -> None:
    with pytest.raises(SettingsError, match="the list of vaults cannot be saved: DOWSE_CONFIG or DOWSE_VAULTS is"):
        change({"DOWSE_CONFIG": os.devnull}, lambda known: known.adding(Path("/x")))
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[vaults]\nnotes = "/x\n', r"vaults\.toml:2: invalid TOML"),
        ("[vaults]\nnotes = 5\n", r"vaults\.toml:2: vaults\.notes: must be the absolute path of a folder, got 5"),
        (
            '[vaults]\nnotes = "x/y"\n',
            r":2: vaults\.notes: must be the absolute path of a folder, got 'x/y'",
        ),
        ('[vaults]\nnotes = "/x"\nNotes = "/y"\n', r"vaults\.toml:3: vaults\.Notes: differs from notes only in case"),
        ('[vaults]\nall = "/x"\n', r"vaults\.toml:2: vaults\.all: the name means all vaults"),
        (
            'default = "nots"\n[vaults]\nnotes = "/x"\n',
            r"toml:1: default: there is no vault 'nots'; did you mean notes",
        ),
        ('default = "notes"\n', r"vaults\.toml:1: default: there is no vault 'notes'; the list has no vaults"),
        ("vaults = 3\n", r"vaults\.toml:1: vaults: must be a table of names and folders, got 3"),
        ("vautls = 3\n", r"vaults\.toml:1: vautls: unknown key; did you mean vaults"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_the_line_and_left_alone(text: str, told: str, tmp_path: Path) -> None:
    environment = kept(tmp_path, text)
    with pytest.raises(SettingsError, match=f"{told}.*; correct the file, or delete it and add the vaults again"):
        registry(environment)
    with pytest.raises(SettingsError, match=told):
        change(environment, lambda known: known.adding(tmp_path))
    assert (tmp_path / "vaults.toml").read_text("utf-8") == text


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "vaults.toml").mkdir()
    with pytest.raises(SettingsError, match=r"vaults\.toml is not a file"):
        registry(kept(tmp_path))


def test_a_link_in_the_place_of_the_file_stays_one(tmp_path: Path) -> None:
    """Some keep their settings in a repository and link to them."""
    (tmp_path / "kept.toml").write_text("")
    (tmp_path / "kept.toml").chmod(0o640)
    (tmp_path / "vaults.toml").symlink_to(tmp_path / "kept.toml")
    change(kept(tmp_path), lambda known: known.adding(tmp_path, "x"))
    assert (tmp_path / "vaults.toml").is_symlink()
    assert "\nx = " in (tmp_path / "kept.toml").read_text()
    assert (tmp_path / "kept.toml").stat().st_mode & 0o777 == 0o640


def test_a_hand_written_file_needs_no_default_and_knows_the_home(tmp_path: Path) -> None:
    known = registry(kept(tmp_path, '[vaults]\nnotes = "~/notes"\n"my work" = "/w"\n'))
    assert known.default == "notes"
    assert known.vaults[0].folder == Path.home() / "notes"


_HAND_WRITTEN = """# where my notes are
default = "notes"  # the one I use most

[vaults]  # all local
notes = "~/notes"  # on the laptop
# the team's
"my work" = '/w'

# that is all
"""


@pytest.mark.parametrize(
    ("step", "changed"),
    [
        (lambda known: known.adding(Path("/x/new")), ("", 'new = "/x/new"\n')),
        (lambda known: known.removing("my work"), ("\"my work\" = '/w'\n", "")),
        (lambda known: known.renaming("my work", "office"), ("\"my work\" = '/w'", "office = '/w'")),
        (lambda known: known.renaming("notes", "Notes"), ('notes = "~', 'Notes = "~')),
        (lambda known: known.preferring("my work"), ('default = "notes"', 'default = "my work"')),
    ],
    ids=["add", "remove", "rename", "change the case", "prefer"],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_comments_and_other_vaults_of_a_hand_written_file_stay(
    step: Callable[[VaultRegistry], VaultRegistry], changed: tuple[str, str], end: str, tmp_path: Path
) -> None:
    environment = kept(tmp_path)
    (tmp_path / "vaults.toml").write_bytes(_HAND_WRITTEN.replace("\n", end).encode())
    change(environment, step)
    written = (tmp_path / "vaults.toml").read_bytes().decode()
    old, new = changed
    expected = _HAND_WRITTEN.replace(old, new) if old else _HAND_WRITTEN + new
    assert written == expected.replace("\n", end)


@pytest.mark.parametrize("seed", range(30))
def test_any_change_is_read_again_and_keeps_every_comment(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311  # names, not secrets
    names = ["a", "b c", "Größe", "d.e", 'f"g', "#h", "i=j"]
    environment = kept(tmp_path, "# top\n[vaults] # beside\n# below\n")
    expected = VaultRegistry()
    for _ in range(12):
        name, folder = chance.choice(names), Path("/x") / f"{chance.choice(names)} {chance.randrange(99)}"
        steps: list[Callable[[VaultRegistry], VaultRegistry]] = [lambda known: known.adding(folder, name)]  # noqa: B023  # called in this round
        steps += [lambda known: known.removing(name), lambda known: known.preferring(name)]  # noqa: B023  # as above
        steps += [lambda known: known.renaming(name, f"{name}2")]  # noqa: B023  # as above
        step = chance.choice(steps)
        with contextlib.suppress(VaultError):
            expected = step(expected)
            assert change(environment, step)[1] == expected
        assert registry(environment) == expected
        text = (tmp_path / "vaults.toml").read_text("utf-8")
        assert re.findall("# (top|beside|below)", text) == ["top", "beside", "below"]


def test_vaults_on_one_line_are_edited_in_their_braces(tmp_path: Path) -> None:
    environment = kept(tmp_path, 'vaults = { a = "/a" } # mine\n')
    change(environment, lambda known: known.adding(Path("/b"), "b"))
    assert registry(environment) == VaultRegistry(
        (RegisteredVault("a", Path("/a")), RegisteredVault("b", Path("/b"))), "a"
    )
    with pytest.raises(SettingsError, match=r"vaults\.toml cannot be edited .*; write each vault as NAME = "):
        change(environment, lambda known: known.renaming("b", "c"))


@pytest.mark.slow
def test_processes_that_add_at_once_lose_no_vault(tmp_path: Path) -> None:
    environment = dict(kept(tmp_path))
    spawned = multiprocessing.get_context("spawn")
    processes = [spawned.Process(target=_add, args=(environment, str(tmp_path), first)) for first in range(0, 30, 10)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert sorted(registry(environment).names) == sorted(f"v{n}" for n in range(30))
    assert {path.name for path in tmp_path.iterdir()} <= {"vaults.toml", "vaults.toml.lock"}


def _add(environment: Mapping[str, str], folder: str, first: int) -> None:
    for n in range(first, first + 10):
        change(environment, partial(_adding, folder, n))


def _adding(folder: str, n: int, known: VaultRegistry) -> VaultRegistry:
    return known.adding(Path(folder) / str(n), f"v{n}")


# Which vault is meant


def test_the_variable_goes_before_the_default(tmp_path: Path) -> None:
    environment = kept(tmp_path, 'default = "b"\n[vaults]\na = "/a"\nb = "/b"\n')
    assert usual_vault(environment) == RegisteredVault("b", Path("/b"))
    assert usual_vault({**environment, "DOWSE_VAULT": "A"}) == RegisteredVault("a", Path("/a"))
    assert [each.name for each in every_vault(environment)] == ["b", "a"]
    assert [each.name for each in every_vault({**environment, "DOWSE_VAULT": "A"})] == ["a", "b"]
    with pytest.raises(SettingsError, match=r"^DOWSE_VAULT: there is no vault 'ab'; did you mean"):
        usual_vault({**environment, "DOWSE_VAULT": "ab"})


def test_a_folder_goes_before_the_vault_around_before_the_default(tmp_path: Path) -> None:
    outside, marked, named = tmp_path / "outside", tmp_path / "marked" / "deep", tmp_path / "named" / "deep"
    for folder in (outside, marked, named, tmp_path / "usual"):
        folder.mkdir(parents=True)
    (tmp_path / "marked" / "dowse.toml").touch()
    (tmp_path / "usual" / "a.md").touch()
    text = f'default = "usual"\n[vaults]\nusual = "{tmp_path / "usual"}"\nnamed = "{tmp_path / "named"}"\n'
    environment = kept(tmp_path, text)
    assert vault_root(outside, here=marked, environment=environment) == outside
    assert vault_root(None, here=marked, environment=environment) == tmp_path / "marked"
    assert vault_root(None, here=named, environment=environment) == tmp_path / "named"
    assert vault_root(None, here=outside, environment=environment) == tmp_path / "usual"
    with pytest.raises(VaultError, match=r"no vault here: .* make one the default with `dowse vault add ~/notes`$"):
        vault_root(None, here=outside, environment=kept(tmp_path, ""))


def test_a_vault_that_is_gone_or_empty_is_told_as_one(tmp_path: Path) -> None:
    gone = RegisteredVault("my notes", tmp_path / "gone")
    with pytest.raises(
        VaultError, match=r"vault my notes, .*gone, does not exist; connect .*vault add FOLDER --name 'my notes'`"
    ):
        gone.present()
    gone.folder.mkdir()
    with pytest.raises(VaultError, match="is empty; connect its disk, or put notes into the folder"):
        gone.present()
    (gone.folder / "a.md").touch()
    assert gone.present() == gone.folder


def test_a_folder_with_dots_has_a_name(tmp_path: Path) -> None:
    (tmp_path / "notes" / "deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "notes" / "deep")
    none: Mapping[str, str] = {}
    assert vault_root(tmp_path / "notes" / "deep" / "..", here=tmp_path, environment=none) == tmp_path / "notes"
    assert vault_root(tmp_path / "link" / "..", here=tmp_path, environment=none) == tmp_path / "notes"


def test_the_list_is_parsed_once_for_each_of_its_versions(tmp_path: Path) -> None:
    environment = kept(tmp_path, f"[vaults]\nnotes = '{tmp_path}'\n")
    before = registry(environment)
    assert registry(environment) is before
    change(environment, lambda known: known.renaming("notes", "work"))
    assert registry(environment).names == ("work",)
