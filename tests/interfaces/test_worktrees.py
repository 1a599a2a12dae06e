"""Commands in git worktrees: the answer is about the worktree in which the command runs, and says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interfaces.desk import Desk
from tests.making_worktrees import committed, git, repository, worktree

pytestmark = pytest.mark.slow  # several commands for each of them

_FILES = {"a.md": "# Wool\n\nSheep give wool.\n", "b.md": "# Silk\n\nMoths spin silk.\n", "c.md": "# Flax\n"}


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """An indexed repository with a worktree inside, whose a.md is another."""
    folder = repository(tmp_path / "main", _FILES)
    assert _desk(folder).dowse("index", ".").code == 0
    committed(worktree(folder, folder / ".worktrees" / "fix"), {"a.md": "# Wool\n\nNow of alpacas.\n"})
    return folder


def _desk(folder: Path) -> Desk:
    return Desk(folder, {"DOWSE_INDEX_DIR": "", "DOWSE_STATE": str(_state(folder)), "HOME": str(_state(folder))})


def _state(folder: Path) -> Path:
    """One for all worktrees of a test, as a user has."""
    return next(each for each in folder.parents if each.name not in {"main", ".worktrees"}) / "state"


def test_a_search_in_a_worktree_never_answers_for_the_one_around_it(main: Path) -> None:
    fix = main / ".worktrees" / "fix"
    shown = _desk(fix).dowse("search", "alpacas", "--mode", "fulltext", "--files")
    assert (shown.out, shown.code) == ("a.md\n", 0)
    assert shown.err.splitlines() == [
        f"dowse: the vault is the git worktree {fix}",
        f"dowse: the index started as a copy of that of the worktree {main}",
    ]
    assert _desk(fix).dowse("search", "sheep", "--mode", "fulltext", "--files").out == ""
    assert _desk(main).dowse("search", "alpacas", "--mode", "fulltext", "--files").out == ""
    assert _desk(main).dowse("search", "sheep", "--files").out.startswith("a.md\n")


def test_an_indexed_worktree_in_a_folder_of_the_repository_is_not_called_a_part_of_the_vault_around(main: Path) -> None:
    tree = worktree(main, main / "one")
    assert _desk(tree).dowse("index", ".").code == 0
    assert _desk(main).dowse("search", "wool", str(tree), "--files").err == ""
    assert _desk(tree).dowse("search", "wool", "--files").err == f"dowse: the vault is the git worktree {tree}\n"


def test_answers_in_json_name_the_worktree(main: Path) -> None:
    fix = main / ".worktrees" / "fix"
    for folder in (main, fix):
        for command in (("search", "wool"), ("get", "a.md"), ("index",)):
            shown = _desk(folder).dowse(*command, "--json")
            assert json.loads(shown.out)["worktree"] == str(folder), command
            assert (f"the git worktree {fix}" in shown.err) == (folder == fix)


def test_other_commands_name_it_beside_their_output(main: Path) -> None:
    fix = main / ".worktrees" / "fix"
    for command in (("find", "a"), ("links",), ("pagerank",), ("communities",), ("related", "a.md"), ("status",)):
        shown = _desk(fix).dowse(*command)
        assert f"the vault is the git worktree {fix}" in shown.out + shown.err, command


def test_without_git_nothing_is_added(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("wool")
    desk = Desk(tmp_path, {"DOWSE_STATE": str(tmp_path / "state")})
    shown = desk.dowse("search", "wool", "notes", "--json")
    assert ("worktree" in json.loads(shown.out), shown.err) == (False, "")


def test_status_counts_the_worktrees_that_are_left_out(main: Path) -> None:
    for name in ("fix2", "more"):
        worktree(main, main / "trees" / name)
    skipped = json.loads(_desk(main).dowse("status", "--json").out)["skipped"]
    why = "another worktree of the same repository, which is a vault of its own, as is 1 more"
    assert skipped == [{"path": "trees/fix2", "why": why}]


def test_find_lists_the_files_of_its_worktree_alone(main: Path) -> None:
    assert sorted(_desk(main).dowse("find", "*.md").out.split()) == ["a.md", "b.md", "c.md"]
    assert sorted(_desk(main / ".worktrees" / "fix").dowse("find", "*.md").out.split()) == ["a.md", "b.md", "c.md"]


def test_a_removed_worktree_leaves_nothing_in_an_index_folder_elsewhere(tmp_path: Path) -> None:
    folder = repository(tmp_path / "main", _FILES)
    fix = worktree(folder, tmp_path / "fix")
    desks = [_desk(each).with_variables(DOWSE_INDEX_DIR=str(tmp_path / "indexes")) for each in (folder, fix)]
    assert [desk.dowse("index", ".").code for desk in desks] == [0, 0]
    git(folder, "worktree", "remove", str(fix))
    doctor = desks[0].dowse("doctor", ".")
    assert "1 index of a deleted worktree" in doctor.out
    assert "dowse vacuum" in doctor.out
    shown = desks[0].dowse("vacuum", ".")
    assert shown.err == f"dowse: removed the index of the deleted worktree {fix}\n"
    assert [path.name[:5] for path in (tmp_path / "indexes").iterdir()] == ["main-"]
    assert str(fix) not in (tmp_path / "state" / "worktrees.json").read_text()
