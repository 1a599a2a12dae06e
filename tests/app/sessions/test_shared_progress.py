from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from dowse.app.location import silent
from dowse.app.sessions.shared_progress import SharedProgress
from dowse.indexing.freshness import IndexingProgress, other_process_remark, progress_remark
from dowse.model.errors import IndexBusyError


def test_progress_can_be_read_until_the_work_is_over(tmp_path: Path) -> None:
    own, reported = SharedProgress(tmp_path), list[tuple[str, int, int]]()
    assert own.read() is None
    with own.published(lambda *report: reported.append(report)) as report:
        report("words", 0, 0)
        report("words", 4, 10)
        report("words", 5, 10)  # too soon for the file
        assert SharedProgress(tmp_path).read() == IndexingProgress("words", 4, 10)
    assert own.read() is None
    assert list(tmp_path.iterdir()) == []
    assert reported == [("words", 0, 0), ("words", 4, 10), ("words", 5, 10)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"phase": "words", "done": 2, "total": 1}',
        "1" * 5_000,
        "[" * 1_000,
        '{"phase": "x\\u001b[31m", "done": 1, "total": 2}',
    ],
)
def test_a_damaged_file_tells_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "progress.json").write_text(text)
    assert SharedProgress(tmp_path).read() is None


def test_the_file_of_a_killed_process_tells_nothing_after_a_minute(tmp_path: Path) -> None:
    own = SharedProgress(tmp_path)
    with own.published(silent) as report:
        report("words", 4, 10)
        os.utime(tmp_path / "progress.json", (time.time() - 90, time.time() - 90))
        assert own.read() is None


def test_a_folder_that_cannot_be_written_stops_no_work(tmp_path: Path) -> None:
    with SharedProgress(tmp_path / "missing").published(silent) as report:
        report("words", 4, 10)


def test_links_in_the_folder_are_neither_read_nor_followed(tmp_path: Path) -> None:
    folder, outside = tmp_path / "index", tmp_path / "outside.json"
    folder.mkdir()
    outside.write_text('{"phase": "words", "done": 4, "total": 10}')
    (folder / "progress.json").symlink_to(outside)
    (folder / f"progress.{os.getpid()}").symlink_to(outside)
    own = SharedProgress(folder)
    assert own.read() is None
    with own.published(silent) as report:
        report("words", 5, 10)
        assert own.read() == IndexingProgress("words", 5, 10)
    assert outside.read_text() == '{"phase": "words", "done": 4, "total": 10}'


def test_a_pipe_in_place_of_the_file_tells_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "progress.json")
    assert SharedProgress(tmp_path).read() is None


def test_a_remark_has_no_share_below_100_beside_all_of_all() -> None:
    part, whole = (progress_remark(IndexingProgress("links", done, 1_016)) for done in (508, 1_016))
    assert part.endswith("the links of 508 of 1,016 are resolved (50 %)")
    assert whole.endswith("the links of 1,016 of 1,016 are resolved")


def test_the_remark_names_the_other_process() -> None:
    told = other_process_remark(IndexingProgress("likeness", 1, 4))
    assert told == "another process is indexing this vault: 1 of 4 passages are compared for similarity (25 %)"


def test_a_first_index_tells_of_no_fewer_files_than_it_has(tmp_path: Path) -> None:
    error = IndexBusyError("busy", is_own=False)
    with SharedProgress(tmp_path).published(silent) as report:
        report("words", 800, 6_000)
        told, found = SharedProgress(tmp_path).described(error, indexed=1_312)
    assert found == IndexingProgress("words", 1_312, 6_000)
    assert "1,312 of 6,000 files are read" in told


def test_the_next_phase_is_told_before_the_time_of_a_phase_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    with SharedProgress(tmp_path).published(silent) as report:
        report("words", 0, 10)
        now[0] = 0.2
        report("links", 3, 10)
        assert SharedProgress(tmp_path).read() == IndexingProgress("links", 3, 10)
