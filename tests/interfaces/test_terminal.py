"""What a terminal is told while something takes time."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.interfaces.cli.terminal import ProgressLine


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("words", "reading notes: 1 of 2,000 files"),
        ("links", "linking notes: 1 of 2,000 files"),
        ("meaning", "embedding notes: 1 of 2,000 chunks"),
        ("likeness", "comparing notes: 1 of 2,000 passages"),
        ("queries", "searching notes: 1 of 2,000 queries"),
    ],
)
def test_all_that_takes_time_is_counted(what: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLine(Path("/home/me/notes"))
    progress._is_terminal, progress._started_at = True, float("-inf")
    progress(what, 1, 2000)
    assert capsys.readouterr().err == f"\r\033[K{line}"


def test_a_kind_of_work_without_a_label_is_shown_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLine(Path("/home/me/notes"))
    progress._is_terminal, progress._started_at = True, float("-inf")
    progress("pages", 1, 20)
    assert capsys.readouterr().err == "\r\033[Kpages notes: 1 of 20 steps"
