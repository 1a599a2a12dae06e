"""An index holds the text of notes, so its folder and its files are for their owner alone, whatever the umask says."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.link_checker.probe_cache import keep
from dowse.app.sessions.vault_session import open_session
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.vectors import vector_file
from dowse.search.execute import Request

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")


@pytest.fixture(autouse=True)
def _usual_umask(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A vault with a note that nobody else may read."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "secret.md").write_text("# Secret\n\nthe combination of the safe\n")
    (folder / "secret.md").chmod(0o600)
    return folder


def _indexed(root: Path, index_dir: Path | None = None) -> Mapping[str, int]:
    """The modes of the folder and of each file in it, once it was searched; while it is open, for all that is there."""
    with closing(open_session(root, index_dir=index_dir)) as vault:
        vault.search(Request("safe"))
        keep(vault.folder, ())
        return _modes(vault.folder)


def _modes(folder: Path) -> dict[str, int]:
    kinds = {".": folder} | {path.name: path for path in folder.iterdir()}
    return {name: stat.S_IMODE(path.stat().st_mode) for name, path in kinds.items()}


def test_an_index_is_for_its_owner_alone(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_file, "FEWEST_IN_FILE", 1)
    modes = _indexed(notes)
    assert {FILE, f"{FILE}-wal", f"{FILE}-shm", "writer.lock", ".gitignore", "links.json"} <= set(modes)
    assert any(".vectors-" in name for name in modes)
    assert modes == {name: 0o700 if name == "." else 0o600 for name in modes}


def test_an_index_of_an_early_version_is_closed_to_others_when_it_is_opened(notes: Path) -> None:
    _indexed(notes)
    folder = notes / ".dowse"
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    open_session(notes).close()
    modes = _modes(folder)
    assert modes == {name: 0o700 if name == "." else 0o600 for name in modes}


def test_no_file_gets_a_right_that_it_did_not_have(notes: Path) -> None:
    _indexed(notes)
    folder = notes / ".dowse"
    (folder / "links.json").chmod(0o444)
    folder.chmod(0o755)
    open_session(notes).close()
    assert _modes(folder)["links.json"] == 0o400


def test_what_a_link_in_the_folder_points_to_keeps_its_mode(notes: Path, tmp_path: Path) -> None:
    from dowse.filesystem.private_files import tighten  # noqa: PLC0415  # the other tests need no such module

    other = tmp_path / "other"
    other.write_text("x")
    other.chmod(0o644)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link").symlink_to(other)
    tighten(tmp_path / "folder")
    assert stat.S_IMODE(other.stat().st_mode) == 0o644


def test_a_folder_that_the_user_named_keeps_its_mode_and_the_index_in_it_is_closed(notes: Path, tmp_path: Path) -> None:
    named = tmp_path / "indexes"
    named.mkdir()
    named.chmod(0o755)
    modes = _indexed(notes, named)
    assert stat.S_IMODE(named.stat().st_mode) == 0o755
    assert modes == {name: 0o700 if name == "." else 0o600 for name in modes}


def test_a_folder_that_the_user_named_and_dowse_made_is_for_its_owner_alone(notes: Path, tmp_path: Path) -> None:
    _indexed(notes, tmp_path / "new" / "indexes")
    assert stat.S_IMODE((tmp_path / "new" / "indexes").stat().st_mode) == 0o700


def test_the_graph_for_cypher_is_for_its_owner_alone(tmp_path: Path) -> None:
    pytest.importorskip("graphqlite", reason="graphqlite is not installed: pip install -e '.[dev]'")
    from dowse.graph.cypher.database import build  # noqa: PLC0415  # where the extension is installed

    build(tmp_path / "graph.db", (), (), edition="1")
    assert stat.S_IMODE((tmp_path / "graph.db").stat().st_mode) == 0o600
