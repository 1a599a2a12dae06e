"""Worktrees as git makes them: which are left out of a scan, and what a `.git` file may claim."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from dowse.filesystem.walk import WalkResult, walk
from dowse.filesystem.watch import folders_of
from dowse.filesystem.worktrees import (
    Worktree,
    is_locked,
    is_other_worktree,
    linked_tops,
    other_tops,
    worktree_around,
    worktree_at,
)
from tests.making_worktrees import git, repository, worktree

_OTHER = "another worktree of the same repository, which is a vault of its own"


def _walked(root: Path) -> WalkResult:
    return walk(root, lambda path: path.endswith(".md"))


def _paths(root: Path) -> list[str]:
    return [file.path for file in _walked(root).found]


def test_a_worktree_inside_the_main_one_is_left_out_and_named(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"a.md": "wool", "sub/b.md": "silk"})
    worktree(main, main / "trees" / "one")
    found = _walked(main)
    assert [file.path for file in found.found] == ["a.md", "sub/b.md"]
    assert found.skipped == (("trees/one", _OTHER),)
    assert found.folders == ("sub", "trees")


def test_several_worktrees_are_one_row_with_their_number(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"a.md": "wool"})
    for name in ("b", "a", "c"):
        worktree(main, main / "trees" / name)
    assert _walked(main).skipped == (("trees/a", f"{_OTHER}, as are 2 more"),)


def test_from_a_linked_worktree_the_other_ones_inside_are_left_out_too(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"a.md": "wool", "docs/b.md": "silk"})
    one = worktree(main, tmp_path / "one")
    worktree(main, one / "docs" / "two")
    assert _paths(one) == ["a.md", "docs/b.md"]
    assert _paths(one / "docs") == ["b.md"]


def test_submodules_and_nested_repositories_are_indexed(tmp_path: Path) -> None:
    part = repository(tmp_path / "part", {"p.md": "flax"})
    main = repository(tmp_path / "main", {"a.md": "wool"})
    git(main, "submodule", "--quiet", "add", str(part), "vendor/part")
    repository(main / "nested", {"n.md": "silk"})
    assert (_paths(main), _walked(main).skipped) == (["a.md", "nested/n.md", "vendor/part/p.md"], ())
    git(main, "add", ".gitmodules", "vendor")
    git(main, "commit", "--quiet", "--message", "part")
    one = worktree(main, tmp_path / "one")
    git(one, "submodule", "--quiet", "update", "--init")
    assert _paths(one) == ["a.md", "vendor/part/p.md"]


def test_in_a_folder_of_many_repositories_each_is_indexed_once(tmp_path: Path) -> None:
    """The main worktree stands for its repository, whatever the names."""
    main = repository(tmp_path / "work" / "main", {"a.md": "wool"})
    worktree(main, tmp_path / "work" / "another")
    repository(tmp_path / "work" / "other", {"b.md": "silk"})
    found = _walked(tmp_path / "work")
    assert [file.path for file in found.found] == ["main/a.md", "other/b.md"]
    assert found.skipped == (("another", _OTHER),)


def test_of_worktrees_without_the_main_one_the_first_is_indexed(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"a.md": "wool"})
    for name in ("two", "one", "three"):
        worktree(main, tmp_path / "work" / name)
    found = _walked(tmp_path / "work")
    assert [file.path for file in found.found] == ["one/a.md"]
    assert found.skipped == (("three", f"{_OTHER}, as is 1 more"),)


def test_the_worktree_that_a_walk_lists_is_no_other_one(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"sub/a.md": "wool"})
    inside, one, two = (worktree(main, tmp_path / name) for name in ("main/trees/x", "work/one", "work/two"))
    work = tmp_path / "work"
    assert [is_other_worktree(work, each) for each in (one, one / "sub", two, two / "sub")] == [
        False,
        False,
        True,
        True,
    ]
    assert [is_other_worktree(main, each) for each in (main / "sub", inside, inside / "sub")] == [False, True, True]
    assert [is_other_worktree(tmp_path, each) for each in (main, inside, one)] == [False, True, True]
    assert not is_other_worktree(inside, inside / "sub")


def test_a_bare_repository_in_the_folder_is_no_worktree(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"a.md": "wool"})
    git(tmp_path, "clone", "--quiet", "--bare", str(main), "work/.bare")
    (tmp_path / "work" / ".git").write_text("gitdir: ./.bare\n")
    for name in ("one", "two"):
        worktree(tmp_path / "work", tmp_path / "work" / name)
    assert _paths(tmp_path / "work") == ["one/a.md"]


def test_a_copy_of_a_worktree_is_left_out_too(tmp_path: Path) -> None:
    """Its `.git` file still leads to the same repository, which lists the original alone."""
    main = repository(tmp_path / "main", {"a.md": "wool"})
    shutil.copytree(worktree(main, tmp_path / "one"), main / "copy")
    assert _paths(main) == ["a.md"]
    copy = worktree_at(main / "copy")
    assert copy is not None
    assert (copy.is_linked, copy.is_confirmed, other_tops(copy)) == (True, False, ())


def test_a_symbolic_link_to_a_package_of_the_repository_is_named_and_not_followed(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"packages/a/x.md": "wool"})
    (main / "apps").mkdir()
    (main / "apps" / "a").symlink_to("../packages/a")
    assert _paths(main) == ["packages/a/x.md"]
    assert _walked(main).skipped == (("apps/a", "symbolic link; its target is indexed at its own path"),)


def test_other_worktrees_are_not_watched(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"sub/a.md": "wool"})
    worktree(main, main / "one")
    repository(main / "nested", {"n.md": "silk"})
    assert folders_of(main) == {str(main), str(main / "sub"), str(main / "nested")}


def test_the_repository_tells_which_worktrees_there_are(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"sub/a.md": "wool"})
    one, two = worktree(main, tmp_path / "one"), worktree(main, tmp_path / "two")
    found = worktree_around(one / "sub")
    assert found is not None
    assert (found.top, found.repository, found.is_confirmed) == (one, main / ".git", True)
    assert other_tops(found) == (main, two)
    own = worktree_around(main)
    assert own is not None
    assert (own.is_linked, other_tops(own)) == (False, (one, two))
    git(main, "worktree", "lock", str(two))
    assert [is_locked(main / ".git", top) for top in (one, two)] == [False, True]
    git(main, "worktree", "remove", "--force", str(one))
    assert linked_tops(main / ".git") == (two,)


def test_a_worktree_that_was_moved_by_git_is_confirmed(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"a.md": "wool"})
    git(main, "worktree", "move", str(worktree(main, tmp_path / "one")), str(tmp_path / "two"))
    moved = worktree_at(tmp_path / "two")
    assert moved is not None
    assert moved.is_confirmed


def test_what_is_no_git_file_is_no_worktree(tmp_path: Path) -> None:
    for content in (
        b"",
        b"gitdir: ",
        b"gitdir: //host/share/.git/worktrees/x",
        b"nothing",
        b"gitdir: \0x",
        b"\xff\xfe",
    ):
        (tmp_path / ".git").write_bytes(content)
        assert worktree_at(tmp_path) is None, content
    (tmp_path / ".git").unlink()
    os.mkfifo(tmp_path / ".git")
    assert worktree_at(tmp_path) is None
    assert worktree_at(tmp_path / "missing") is None


def test_a_relative_git_file_is_read_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / ".git").write_text("gitdir: ../main/.git/worktrees/one\n")
    repository_folder = tmp_path / "main" / ".git"
    record = repository_folder / "worktrees" / "one"
    assert worktree_at(tmp_path / "one") == Worktree(tmp_path / "one", repository_folder, record)
