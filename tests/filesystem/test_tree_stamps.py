"""Whether files have changed since a scan, by their stamps alone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dowse.filesystem.tree_stamps import TreeStamps, stamps_of
from dowse.filesystem.walk import FoundPath, walk

_LONG_AGO = 1_600_000_000  # seconds


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two notes, one of them in a folder with an ignore file, all of them old."""
    (tmp_path / "deep").mkdir()
    for path in ("a.md", "deep/b.md", "deep/.gitignore", "deep", "."):
        if path not in ("deep", "."):
            (tmp_path / path).write_text("wool\n")
        os.utime(tmp_path / path, (_LONG_AGO, _LONG_AGO))
    return tmp_path


def _stamps(tree: Path) -> TreeStamps:
    found = stamps_of(tree, walk(tree, lambda path: path.endswith(".md")), started_ns=time.time_ns())
    assert found is not None
    return found


def test_nothing_has_changed_while_the_files_and_folders_stay_as_they_are(tree: Path) -> None:
    assert _stamps(tree).is_unchanged()


@pytest.mark.parametrize(
    "change",
    [
        lambda tree: (tree / "deep/b.md").write_text("shorn wool\n"),
        lambda tree: (tree / "deep/b.md").write_text("silk\n"),
        lambda tree: (tree / "deep/c.md").write_text(""),
        lambda tree: (tree / "a.md").unlink(),
        lambda tree: (tree / "a.md").rename(tree / "z.md"),
        lambda tree: (tree / "deep").rename(tree / "other"),
        lambda tree: (tree / "new").mkdir(),
        lambda tree: (tree / "deep/.gitignore").write_text("b.md\n"),
    ],
    ids=["longer", "as long", "added", "removed", "renamed", "folder renamed", "folder added", "ignore file"],
)
def test_a_change_of_a_file_or_a_folder_is_seen(change: Callable[[Path], object], tree: Path) -> None:
    stamps = _stamps(tree)
    change(tree)
    assert not stamps.is_unchanged()


def test_a_file_that_was_read_since_counts_as_it_was_read(tree: Path) -> None:
    stamps = _stamps(tree)
    (tree / "a.md").write_text("silk and wool\n")
    status = (tree / "a.md").stat()
    assert stamps.with_files([FoundPath("a.md", status.st_size, status.st_mtime_ns)]).is_unchanged()


def test_a_folder_that_changed_a_moment_ago_may_change_again_with_the_same_time(tree: Path) -> None:
    (tree / "deep/c.md").write_text("silk\n")
    assert stamps_of(tree, walk(tree, lambda _: True), started_ns=time.time_ns()) is None


def test_an_ignore_file_that_changed_a_moment_ago_may_change_again_with_the_same_time(tree: Path) -> None:
    (tree / "deep/.gitignore").write_text("silk\n")
    assert stamps_of(tree, walk(tree, lambda _: True), started_ns=time.time_ns()) is None


@pytest.mark.parametrize("path", ["deep", "deep/.gitignore", "."])
def test_a_time_of_whole_seconds_may_be_that_of_another_change_for_two_of_them(path: str, tree: Path) -> None:
    """As on FAT, ext3 and HFS+."""
    second = 1_700_000_000 * 1_000_000_000
    os.utime(tree / path, ns=(second, second))
    walked = walk(tree, lambda _: True)
    assert stamps_of(tree, walked, started_ns=second + 1_900_000_000) is None
    assert stamps_of(tree, walked, started_ns=second + 2_100_000_000) is not None
