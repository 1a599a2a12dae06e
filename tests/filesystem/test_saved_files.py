"""The files of an event are as a walk would find them, or a walk must decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.filesystem.read import MOST_BYTES
from dowse.filesystem.saved_files import saved_files
from dowse.filesystem.walk import walk


def test_saved_files_are_those_of_a_walk(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("a.md", "folder/b.md", "c.md"):
        (tmp_path / name).write_text(name)
    known = {"a.md", "folder/b.md", "c.md"}
    found = saved_files(tmp_path, ["folder/b.md", "c.md", "passing"], known)
    assert found is not None
    assert sorted(found) == list(walk(tmp_path, lambda path: path != "a.md").found)


@pytest.mark.parametrize("path", ["new.md", "deleted.md", "folder", "link.md", "large.md", "a.md/below.md"])
def test_a_walk_decides_about_everything_but_a_regular_file_that_is_known(path: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    (tmp_path / "new.md").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.md").symlink_to("a.md")
    with (tmp_path / "large.md").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    known = {"a.md", "deleted.md", "folder", "link.md", "large.md"}
    assert saved_files(tmp_path, ["a.md"], known)
    assert saved_files(tmp_path, ["a.md", path], known) is None
