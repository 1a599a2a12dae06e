"""Watching a real folder by a real process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.desk import COMMAND, Desk
from tests.interfaces.watched import IN_NEW_INTERPRETER, PATIENCE, watched

pytestmark = pytest.mark.slow

_MANY = 5_000


def note(folder: Path, number: int, text: str = "a few words") -> Path:
    path = folder / f"note-{number}.md"
    path.write_text(f"# Note {number}\n\n{text} of number {number}.\n")
    return path


@pytest.fixture
def small(tmp_path: Path) -> Desk:
    """A folder with three notes."""
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    for number in range(3):
        note(desk.notes, number)
    return desk


def counted(syncs: list[dict[str, Any]], what: str) -> int:
    return sum(len(sync[what]) for sync in syncs)


def hits(desk: Desk, query: str) -> list[str]:
    """What is found without a look for changes."""
    return desk.dowse("search", query, "notes", "--no-heal", "--files", "-n", "1000").out.splitlines()


def test_five_thousand_changes_at_once_are_a_few_syncs_and_the_answers_are_right(small: Desk) -> None:
    with watched(small, IN_NEW_INTERPRETER) as watching:
        before = watching.most_memory
        for number in range(3, _MANY):
            note(small.notes, number, "zebra stripes")
        (small.notes / "note-1.md").unlink()
        note(small.notes, 2, "a giraffe")
        syncs = watching.syncs(lambda found: sum(sync["index"]["changed"] for sync in found) >= _MANY - 1)
        assert len(syncs) <= 15
        assert watching.most_memory < before + 300
        assert hits(small, "+giraffe") == ["note-2.md"]
        assert hits(small, f"+zebra {_MANY - 1}")[0] == f"note-{_MANY - 1}.md"
        status = json.loads(small.dowse("status", "notes", "--json").out)
        assert (status["documents"], status["index"]["state"]) == (_MANY - 1, "fresh")
        assert watching.stop() == 130


def test_a_storm_of_renames_ends_with_the_names_that_are_there(small: Desk) -> None:
    with watched(small) as watching:
        for turn in range(60):
            for number in range(3):
                source = small.notes / (f"note-{number}.md" if turn == 0 else f"turn-{turn - 1}-{number}.md")
                source.rename(small.notes / f"turn-{turn}-{number}.md")
        (small.notes / "folder").mkdir()
        (small.notes / "turn-59-0.md").rename(small.notes / "folder" / "deep.md")
        (small.notes / "folder").rename(small.notes / "renamed")
        last = "renamed/deep.md"
        watching.syncs(lambda found: any(last in sync["added"] for sync in found))
        paths = [row["path"] for row in json.loads(small.dowse("find", "*.md", "notes", "--json").out)]
        assert sorted(hits(small, "+number")) == sorted(paths) == [last, "turn-59-1.md", "turn-59-2.md"]


def test_an_editor_that_writes_beside_the_note_and_moves_it_there_is_one_change(small: Desk) -> None:
    with watched(small) as watching:
        target = small.notes / "note-0.md"
        for text in ("first", "second"):
            (small.notes / "4913").touch()
            (small.notes / "4913").unlink()
            (small.notes / ".note-0.md.swp").write_text("swap")
            target.rename(small.notes / "note-0.md~")
            target.write_text(f"# Note\n\n{text} xylophone")
            (small.notes / "note-0.md~").unlink()
            (small.notes / ".note-0.md.swp").unlink()
            syncs = watching.syncs(lambda found: any("note-0.md" in sync["changed"] for sync in found))
            assert {path for sync in syncs for path in (*sync["added"], *sync["removed"])} == set()
            assert hits(small, f"+xylophone +{text}") == ["note-0.md"]


def test_a_file_that_is_half_written_is_read_again_when_the_rest_is_there(small: Desk) -> None:
    with watched(small) as watching:
        with (small.notes / "long.md").open("w") as file:
            file.write("# Long\n\nthe beginning ")
            file.flush()
            watching.syncs(lambda found: any("long.md" in sync["added"] for sync in found))
            file.write("and the wombat")
        watching.syncs(lambda found: any("long.md" in sync["changed"] for sync in found))
        assert hits(small, "+wombat") == ["long.md"]


@pytest.mark.parametrize("when", [0, 4_000_000_000], ids=["1970", "2096"])
def test_a_clock_that_jumps_hides_no_change(when: int, small: Desk) -> None:
    """Stamps are compared for being equal, not for being later."""
    with watched(small) as watching:
        path = note(small.notes, 0, "an okapi")
        os.utime(path, (when, when))
        watching.syncs(lambda found: any("note-0.md" in sync["changed"] for sync in found))
        assert hits(small, "+okapi") == ["note-0.md"]
        note(small.notes, 0, "a tapir!")  # as long as before, at a time long after or long before
        os.utime(path, (when + 1, when + 1))
        watching.syncs(lambda found: any("note-0.md" in sync["changed"] for sync in found))
        assert hits(small, "+tapir") == ["note-0.md"]


@pytest.mark.parametrize("variables", [{}, {"WATCHFILES_FORCE_POLLING": "1", "WATCHFILES_POLL_DELAY_MS": "50"}])
def test_a_folder_that_was_unplugged_keeps_its_index_and_is_watched_again(
    variables: dict[str, str], small: Desk
) -> None:
    desk = small.with_variables(**variables)
    aside = desk.folder / "elsewhere"
    with watched(desk) as watching:
        desk.notes.rename(aside)
        assert str(desk.notes) in watching.remark("is missing")
        aside.rename(desk.notes)
        watching.remark("has returned")
        note(desk.notes, 7)
        syncs = watching.syncs(lambda found: any("note-7.md" in sync["added"] for sync in found))
        assert counted(syncs, "removed") == 0
        assert len(hits(desk, "+number")) == 4


def test_a_folder_that_looks_empty_is_not_forgotten(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    (desk.notes / "all").mkdir(parents=True)
    for number in range(20):
        note(desk.notes / "all", number)
    with watched(desk) as watching:
        (desk.notes / "all").rename(
            desk.folder / "elsewhere"
        )  # all notes in one moment, whenever the folder is scanned
        watching.remark("looks empty; the index is kept")
        assert len(hits(desk, "+number")) == 20


def test_an_index_that_was_thrown_away_is_made_again(small: Desk) -> None:
    with watched(small) as watching:
        thrown_away = (small.folder / "index").rename(small.folder / "thrown away")  # whole, whatever is being written
        shutil.rmtree(thrown_away)
        note(small.notes, 9)
        watching.syncs(lambda found: any("note-9.md" in sync["added"] for sync in found))
        assert len(hits(small, "+number")) == 4


def test_ctrl_c_in_the_middle_leaves_an_index_that_the_next_run_completes(small: Desk) -> None:
    with watched(small, IN_NEW_INTERPRETER) as watching:
        for number in range(3, 1_500):
            note(small.notes, number)
        assert watching.stop() == 130
        assert "Traceback" not in "".join(watching.err.queue)
    done = json.loads(small.dowse("index", "notes", "--json").out)
    assert (done["documents"], done["embedded"]) == (1_500, done["chunks"])


def test_a_line_of_text_names_what_was_read(small: Desk) -> None:
    with subprocess.Popen(
        [COMMAND, "index", "notes", "--watch"],
        cwd=small.folder,
        env=small.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline().startswith("notes: 3 documents")
            assert "watching" in process.stderr.readline()
            note(small.notes, 5)
            assert process.stdout.readline().startswith("notes: added note-5.md; ")
        finally:
            process.kill()
            process.wait(PATIENCE)


def test_without_watchfiles_the_extra_is_named_before_anything_is_indexed(small: Desk) -> None:
    shown = small.dowse_after("import sys; sys.modules['watchfiles'] = None", "index", "notes", "--watch")
    assert (shown.code, shown.out) == (2, "")
    assert "pip install 'dowse[watch]'" in shown.err
    assert not (small.folder / "index").exists()
