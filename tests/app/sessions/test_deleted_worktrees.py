"""What is left of a deleted worktree, and what a disk that is not connected keeps."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from dowse.app.diagnostics.index_checks import deleted_worktrees
from dowse.app.index import open_to_index
from dowse.app.maintenance import vacuum
from dowse.app.sessions.deleted_worktrees import remove_deleted
from dowse.app.sessions.index_placement import place_index
from dowse.app.sessions.vault_session import open_session
from dowse.engines.registry import storage_at
from dowse.settings.layer import Settings
from dowse.settings.model_record import ConfirmedModels, confirm, is_recorded
from dowse.settings.worktree_record import record, recorded
from tests.making_worktrees import git, repository, worktree

pytestmark = pytest.mark.slow  # an index or two for each of them

_FILES = {"a.md": "# Wool\n\nSheep give wool.\n"}


@pytest.fixture(autouse=True)
def indexes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where all indexes are, unless a test says otherwise; the records are beside it."""
    monkeypatch.setenv("DOWSE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("DOWSE_INDEX_DIR", str(tmp_path / "indexes"))
    return tmp_path / "indexes"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """An indexed main worktree."""
    return _indexed(repository(tmp_path / "main", _FILES))


def _indexed(folder: Path) -> Path:
    with closing(open_session(folder)) as vault:
        vault.sync()
    return folder


def _index_of(folder: Path) -> Path:
    return place_index(folder, chosen=None, settings=Settings(), environment=os.environ).folder


def _removed() -> list[str]:
    return list(remove_deleted(os.environ))


def _recorded() -> list[str]:
    return [each.vault for each in recorded(os.environ)]


def test_a_removed_worktree_leaves_no_index_and_no_record(main: Path, tmp_path: Path, indexes: Path) -> None:
    one = _indexed(worktree(main, tmp_path / "one"))
    (_index_of(one) / "links.json").write_text("{}")
    git(main, "worktree", "remove", str(one))
    vault = open_to_index(main, index_dir=None)
    assert vault.sync().remarks == (f"removed the index of the deleted worktree {one}",)
    assert ([path.name for path in indexes.iterdir()], _recorded()) == ([_index_of(main).name], [str(main)])


def test_vacuum_removes_it_too_and_doctor_says_so_before(main: Path, tmp_path: Path, indexes: Path) -> None:
    one = _indexed(worktree(main, tmp_path / "one"))
    assert list(deleted_worktrees(os.environ, "")) == []
    git(main, "worktree", "remove", str(one))
    (issue,) = deleted_worktrees(os.environ, "")
    assert issue.what.startswith("1 index of a deleted worktree (0.")
    assert issue.fix == "dowse vacuum"
    with closing(open_session(main)) as vault:
        assert vacuum(vault).remarks == (f"removed the index of the deleted worktree {one}",)
    assert len(list(indexes.iterdir())) == 1


def test_the_next_worktree_removes_what_is_left_of_the_last_one(main: Path, tmp_path: Path, indexes: Path) -> None:
    for name in ("one", "two", "three"):
        _indexed(worktree(main, tmp_path / name))
        git(main, "worktree", "remove", str(tmp_path / name))
    assert len(list(indexes.iterdir())) == len(_recorded()) == 2
    _removed()
    assert (len(list(indexes.iterdir())), _recorded()) == (1, [str(main)])


def test_a_folder_deleted_without_git_is_deleted_all_the_same(main: Path, tmp_path: Path) -> None:
    one = _indexed(worktree(main, tmp_path / "one"))
    shutil.rmtree(one)
    assert _removed() == [f"removed the index of the deleted worktree {one}"]


def test_a_disk_that_is_not_connected_keeps_the_index(main: Path, tmp_path: Path) -> None:
    """Its mount point is there, but is not the folder that contained the worktree."""
    (tmp_path / "disk").mkdir()
    one = _indexed(worktree(main, tmp_path / "disk" / "one"))
    (tmp_path / "disk").rename(tmp_path / "unmounted")
    assert _removed() == []
    (tmp_path / "disk").mkdir()
    assert (_removed(), _recorded()) == ([], [str(main), str(one)])


def test_a_locked_worktree_keeps_its_index(main: Path, tmp_path: Path) -> None:
    one = _indexed(worktree(main, tmp_path / "one"))
    git(main, "worktree", "lock", str(one))
    shutil.rmtree(one)
    assert _removed() == []
    git(main, "worktree", "unlock", str(one))
    assert len(_removed()) == 1


def test_a_repository_that_is_not_there_keeps_the_indexes_of_its_worktrees(main: Path, tmp_path: Path) -> None:
    _indexed(worktree(main, tmp_path / "one"))
    shutil.rmtree(tmp_path / "one")
    main.rename(tmp_path / "elsewhere")
    assert (_removed(), len(_recorded())) == ([], 2)


def test_an_index_in_the_worktree_goes_with_it_and_its_records_follow(
    main: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOWSE_INDEX_DIR")
    one = _indexed(worktree(main, tmp_path / "one"))
    for identity, vault in (("1", one), ("2", main)):
        confirm(identity, ConfirmedModels(str(vault), used=("onnx:minilm",)), os.environ)
    git(main, "worktree", "remove", str(one))
    assert (_removed(), _recorded()) == ([], [str(main)])
    assert [is_recorded(identity, os.environ) for identity in ("1", "2")] == [False, True]


def test_a_worktree_that_was_moved_is_not_deleted(main: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by git, which lists its new place, nor by hand: then the old place may be listed for long."""
    monkeypatch.delenv("DOWSE_INDEX_DIR")
    for name in ("one", "two"):
        confirm(name, ConfirmedModels(str(_indexed(worktree(main, tmp_path / name))), used=("st:x",)), os.environ)
    git(main, "worktree", "move", str(tmp_path / "one"), str(tmp_path / "moved"))
    (tmp_path / "two").rename(tmp_path / "renamed")
    assert _removed() == []
    assert sorted(_recorded()) == [str(main), str(tmp_path / "moved"), str(tmp_path / "two")]
    assert is_recorded("one", os.environ)
    assert is_recorded("two", os.environ)


def test_a_folder_with_another_index_is_left_alone(main: Path, tmp_path: Path) -> None:
    """Whatever the record says: the index itself must be the recorded one."""
    one = _indexed(worktree(main, tmp_path / "one"))
    entry = next(each for each in recorded(os.environ) if each.vault == str(one))
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_text("mine")
    record(replace(entry, folder=str(tmp_path / "precious")), os.environ)
    record(replace(entry, folder=str(_index_of(main))), os.environ)
    git(main, "worktree", "remove", str(one))
    assert _removed() == [f"removed the index of the deleted worktree {one}"]
    assert (tmp_path / "precious" / "file").exists()
    assert storage_at(_index_of(main)).exists()


def test_an_index_that_another_process_writes_is_removed_later(main: Path, tmp_path: Path) -> None:
    one = _indexed(worktree(main, tmp_path / "one"))
    place = storage_at(_index_of(one))
    git(main, "worktree", "remove", str(one))
    with ThreadPoolExecutor(1) as other, place.lock().held(patience=0.0):
        assert other.submit(_removed).result() == []
    assert (place.exists(), len(_removed()), place.exists()) == (True, 1, False)
