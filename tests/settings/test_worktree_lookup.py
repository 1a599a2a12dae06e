"""Which vault answers in a worktree: that worktree itself, if dowse knows the repository at all."""

from __future__ import annotations

from pathlib import Path

from dowse.settings.vault_selection import vault_around, vault_root
from tests.making_worktrees import git, repository, worktree
from tests.settings.test_vaults import kept

FILES = {"a.md": "wool", "docs/b.md": "silk"}


def _marked(folder: Path) -> Path:
    (folder / ".obsidian").mkdir()
    return folder


def test_a_worktree_inside_a_vault_of_its_repository_is_a_vault_of_its_own(tmp_path: Path) -> None:
    main = _marked(repository(tmp_path / "main", FILES))
    one = worktree(main, main / ".worktrees" / "one")
    assert vault_around(one / "docs", {}) == one
    assert vault_around(main / "docs", {}) == main
    assert vault_around(main / ".worktrees", {}) == main


def test_a_worktree_elsewhere_does_not_ask_the_default_vault(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", FILES)
    one = worktree(main, tmp_path / "elsewhere" / "one")
    environment = kept(tmp_path, f'default = "main"\n[vaults]\nmain = "{main}"\n')
    assert vault_root(None, here=one / "docs", environment=environment) == one
    (tmp_path / "empty").mkdir()
    assert vault_root(None, here=tmp_path / "empty", environment=environment) == main


def test_the_main_worktree_is_a_vault_once_another_one_is(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", FILES)
    one = worktree(main, tmp_path / "one")
    assert vault_around(main / "docs", {}) is None
    _marked(one)
    assert vault_around(main / "docs", {}) == main


def test_a_folder_is_a_vault_where_the_same_folder_is_one_in_another_worktree(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", FILES)
    _marked(main / "docs")
    one = worktree(main, tmp_path / "one")
    assert vault_around(one / "docs", {}) == one / "docs"
    assert vault_around(one, {}) is None


def test_a_submodule_of_a_worktree_is_part_of_that_worktree(tmp_path: Path) -> None:
    part = repository(tmp_path / "part", {"p.md": "flax"})
    main = _marked(repository(tmp_path / "main", FILES))
    git(main, "submodule", "--quiet", "add", str(part), "part")
    git(main, "commit", "--quiet", "--all", "--message", "part")
    one = worktree(main, main / "one")
    git(one, "submodule", "--quiet", "update", "--init")
    assert vault_around(one / "part", {}) == one
    assert vault_around(main / "part", {}) == main


def test_a_worktree_of_another_repository_is_part_of_the_vault_around_it(tmp_path: Path) -> None:
    """The vault lists its files, so that it answers for them."""
    notes = _marked(repository(tmp_path / "notes", FILES))
    one = worktree(repository(tmp_path / "code", FILES), notes / "one")
    assert vault_around(one, {}) == notes


def test_a_worktree_that_the_vault_around_leaves_out_is_its_own(tmp_path: Path) -> None:
    work = tmp_path / "work"
    one = worktree(repository(work / "code", FILES), work / "one")
    _marked(work)
    assert vault_around(one / "docs", {}) == one
    assert vault_around(work / "code" / "docs", {}) == work


def test_a_git_file_that_the_repository_does_not_list_makes_no_vault(tmp_path: Path) -> None:
    main = _marked(repository(tmp_path / "main", FILES))
    worktree(main, tmp_path / "one")
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / ".git").write_bytes((tmp_path / "one" / ".git").read_bytes())
    assert vault_around(tmp_path / "copy", {}) is None


def test_a_link_into_a_worktree_is_followed_no_further_than_written(tmp_path: Path) -> None:
    main = _marked(repository(tmp_path / "main", FILES))
    one = worktree(main, tmp_path / "one")
    (tmp_path / "outside").mkdir()
    (one / "link").symlink_to(tmp_path / "outside")
    assert vault_around(one / "link", {}) == one
