"""Hits as CSV, which people open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.interfaces.desk import Desk

pytestmark = pytest.mark.slow  # a process for each search


def _rows(folder: Path) -> list[dict[str, str]]:
    shown = Desk(folder).dowse("search", "quince", "notes", "--format", "csv")
    assert shown.code == 0, shown.err
    return list(csv.DictReader(io.StringIO(shown.out, newline="")))


@pytest.mark.parametrize("title", ['=HYPERLINK("http://x")', "+1+1", "-1+1", "@SUM(A1)"])
def test_a_title_that_a_spreadsheet_would_run_is_quoted(title: str, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text(f"---\ntitle: '{title}'\n---\nA quince.\n", "utf-8")
    assert [row["title"] for row in _rows(tmp_path)] == [f"'{title}"]


def test_a_line_separator_in_a_path_ends_no_row(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a\u2028b.md").write_text("# Fruit\n\nA quince.\n", "utf-8")
    assert [row["path"] for row in _rows(tmp_path)] == ["a\u2028b.md"]
