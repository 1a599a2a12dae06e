"""Whether the files of a vault are in its index, as the doctor says it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.diagnostics.run_checks import diagnose
from dowse.app.sessions.vault_session import open_session
from dowse.engines.registry import storage_at


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A vault with a note that is not in its index."""
    (tmp_path / "a.md").write_text("# A\n\ngarden\n")
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
    (tmp_path / "b.md").write_text("# B\n\nharbour\n")
    return tmp_path


def _freshness(folder: Path) -> tuple[str, str]:
    (issue,) = (each for each in diagnose(folder, index_dir=None).findings if each.about == "freshness")
    return issue.what, issue.fix


def test_a_changed_file_is_indexed_by_a_command(folder: Path) -> None:
    what, fix = _freshness(folder)
    assert what == "1 document; 1 file changed since indexing; the next search indexes them"
    assert fix == f"dowse index {folder}"


def test_while_another_process_writes_the_index_no_command_is_proposed(folder: Path) -> None:
    with storage_at(folder / ".dowse").lock().held(patience=0.0):
        assert _freshness(folder) == ("1 document; 1 file changed since indexing", "")
