"""Checks of the place of an index."""

from __future__ import annotations

from pathlib import Path

from dowse.app.diagnostics.index_checks import file
from dowse.engines.registry import storage_at
from tests.contract.earlier import tables_9


def test_an_index_of_an_earlier_version_is_named(tmp_path: Path) -> None:
    earlier = tables_9(tmp_path)
    storage_at(tmp_path).open().close()
    issues, _ = file(tmp_path, "")
    assert [issue.level for issue in issues if str(earlier) in issue.what] == ["hint"]
