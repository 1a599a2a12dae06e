"""`dowse doctor` names the indexes in the cache folder that no vault uses, with the command that removes them."""

from __future__ import annotations

import os
import shlex
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.client_scope import ClientScope
from dowse.app.diagnostics.cached_indexes import cached_indexes
from dowse.app.sessions.vault_session import open_session, scoped_session
from dowse.settings.paths import cache_folder
from tests.contract.earlier import tables_9


@pytest.fixture(autouse=True)
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of caches."""
    monkeypatch.setenv("DOWSE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path / "caches" / "dowse"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A synced vault, so that its index is in the cache folder."""
    (tmp_path / "notes" / ".stfolder").mkdir(parents=True)
    (tmp_path / "notes" / "a.md").write_text("honey")
    with closing(open_session(tmp_path / "notes")) as session:
        session.sync()
    return tmp_path / "notes"


def _found() -> list[tuple[str, list[str]]]:
    return [(each.what, shlex.split(each.fix)) for each in cached_indexes(os.environ)]


def test_the_index_of_a_vault_is_not_left_over(notes: Path) -> None:
    assert cache_folder(notes).is_dir()
    assert _found() == []


def test_the_index_of_a_deleted_vault_is_named_with_its_bytes(notes: Path, caches: Path) -> None:
    folder = cache_folder(notes)
    shutil.rmtree(notes)
    ((what, fix),) = _found()
    reason = "of vaults that do not exist, or whose disk is not connected"
    assert what == f"1 index (0.2 MB) in {caches} {reason}: {notes} (0.2 MB)"
    assert fix == ["rm", "-r", str(folder)]


def test_the_index_of_a_scope_and_that_of_an_earlier_version_are_named(notes: Path, caches: Path) -> None:
    with closing(open_session(notes)) as whole:
        scope = ClientScope(only=("path:work/",))
        with closing(scoped_session(whole, scope, index_dir=None, report=lambda _: None)) as session:
            scoped = session.folder
    earlier = tables_9(cache_folder(notes))
    found = {tuple(fix): what for what, fix in _found()}
    assert set(found) == {("rm", "-r", str(scoped)), ("rm", str(earlier))}
    assert all(f" in {caches} of " in what and f": {notes} (" in what for what in found.values())


def test_an_index_is_left_over_once_the_vault_has_one_of_its_own(notes: Path) -> None:
    folder = cache_folder(notes)
    kept = shutil.copytree(folder, folder.with_name("kept"))
    (notes / ".stfolder").rmdir()
    with closing(open_session(notes)) as session:
        assert session.folder == notes / ".dowse"
    shutil.rmtree(folder)
    kept.rename(folder)
    ((what, fix),) = _found()
    assert "of vaults that have an index elsewhere" in what
    assert fix == ["rm", "-r", str(folder)]


def test_the_vaults_of_twenty_left_indexes_are_named_and_the_others_are_counted(tmp_path: Path, notes: Path) -> None:
    original = cache_folder(notes)
    for n in range(21):
        shutil.copytree(original, original.with_name(f"copy-{n:02}"))
    shutil.rmtree(notes)
    ((what, fix),) = _found()
    assert (what.count(f"{notes} ("), what.endswith(", and 2 more")) == (20, True)
    assert fix[-5:] == ["then", "names", "the", "other", "2"]


def test_an_index_that_the_next_search_moves_into_the_vault_is_not_left_over(notes: Path) -> None:
    (notes / ".stfolder").rmdir()
    assert _found() == []
    with closing(open_session(notes)) as session:
        assert (session.folder, session.counts().documents) == (notes / ".dowse", 1)
