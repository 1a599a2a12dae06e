"""A quick look into a folder: whether it holds notes, and how many."""

from __future__ import annotations

from pathlib import Path

from dowse.filesystem.file_probe import count_files, holds
from dowse.formats.detect import is_markdown


def test_notes_are_found_at_any_depth_but_in_folders_that_are_left_out(tmp_path: Path) -> None:
    for path in ("a/b/c/x.md", "node_modules/y.md", ".github/z.md", "photo.jpg"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("wool")
    assert count_files(tmp_path, is_markdown) == 1
    assert holds(tmp_path, is_markdown)
    assert not holds(tmp_path / "node_modules", lambda name: name.endswith(".txt"))
    assert count_files(tmp_path / ".github", is_markdown) == 1  # itself named


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "x.md").write_text("wool")
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "folder").symlink_to(tmp_path / "notes")
    (tmp_path / "links" / "file.md").symlink_to(tmp_path / "notes" / "x.md")
    assert not holds(tmp_path / "links", is_markdown)
    assert not holds(tmp_path / "gone", is_markdown)


def test_other_worktrees_inside_a_folder_are_not_counted(tmp_path: Path) -> None:
    for path in ("one/a.md", "two/a.md"):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text("wool")
    (tmp_path / "one" / ".git").write_text("gitdir: /elsewhere/.git/worktrees/one\n")
    assert count_files(tmp_path, is_markdown) == 1
    assert count_files(tmp_path / "one", is_markdown) == 1
