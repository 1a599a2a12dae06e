"""The status of a vault: what it lists, and how often it looks."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from dowse.app.missing_index import status_of_folder
from dowse.app.sessions.vault_session import open_session
from dowse.app.status import status
from dowse.app.vault_files import FolderFiles
from dowse.filesystem import walk
from dowse.indexing.version_migration import REMEMBERED, VERSION
from dowse.settings.file_rules import FileRules

_FILES = {
    "a.md": b"# A\n\n![[images/b.png]] [[missing]]\n",
    "images/b.png": b"\x89PNG",
    "large.md": b"a" * (4 * 1024 * 1024 + 1),
    "pyproject.toml": b"",
    ".gitignore": b"*.log\n",
    "x.log": b"",
    ".DS_Store": b"",
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    for path, text in _FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(text)
    return tmp_path


def test_status_lists_each_folder_once(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[str] = []
    entries = walk._entries

    def entries_of(folder: str) -> list[os.DirEntry[str]]:
        listed.append(folder)
        return entries(folder)

    with closing(open_session(vault)) as session:
        session.sync()
        monkeypatch.setattr(walk, "_entries", entries_of)
        found = status(session)
    assert sorted(Path(folder).name for folder in listed) == sorted([vault.name, "images"])
    assert (found.links.total, found.links.broken, found.unread) == (2, 1, 3)
    assert found.unread_endings == ((".png", 1), (".md", 1))
    listed.clear()
    status_of_folder(vault, index_dir=vault / "elsewhere")
    assert len(listed) == 2


def test_status_says_that_the_next_search_reads_the_files_of_an_earlier_version_again(vault: Path) -> None:
    with closing(open_session(vault)) as session:
        session.sync()
        assert status(session).index.state == "fresh"
        session.engine.remember(REMEMBERED, str(VERSION - 1))
        found = status(session)
        assert (found.index.state, found.index.changed) == ("stale", found.documents)
        assert "an earlier version of dowse has read the files" in found.remarks
        session.sync()
        assert status(session).index.state == "fresh"


@pytest.mark.parametrize("is_changed", [True, False])
def test_status_says_that_no_changed_file_is_read_on_a_full_disk(
    vault: Path, is_changed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_session(vault)) as session:
        session.sync()
        if is_changed:
            (vault / "new.md").write_text("# New\n")
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=4_096))
        assert ("its disk is full: changed files are not read" in status(session).remarks) == is_changed


def test_the_files_of_one_walk_are_those_of_two(vault: Path) -> None:
    files = FolderFiles(vault, FileRules())
    documents, listed = files.documents_and_listed()
    assert (documents.found, documents.skipped) == (files.documents().found, files.documents().skipped)
    assert documents.configuring == files.documents().configuring
    assert (listed.found, listed.folders) == (files.listed().found, files.listed().folders)
