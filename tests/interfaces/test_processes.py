"""Pipes, Ctrl-C, terminals and two processes at once."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock
import pytest

from tests.interfaces.desk import COMMAND, Desk

pytestmark = pytest.mark.slow  # a process, or some, for each of them

_MANY = 2000
_ESCAPE = "\x1b"
# A shell starts background jobs with SIGINT ignored, and children inherit that.
_HEARS_CTRL_C = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from dowse.interfaces.cli.main import run; run()"
)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Thousands of notes, never indexed: enough that reading them takes a while."""
    desk = Desk(tmp_path_factory.mktemp("crowd"))
    desk.notes.mkdir()
    for number in range(_MANY):
        sections = "\n".join(f"## Part {part}\n\nWords about number {number}, {part}.\n" for part in range(4))
        (desk.notes / f"note-{number}.md").write_text(f"# Note {number}\n\n{sections}")
    return desk


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """A pseudo-terminal: our end and the command's."""
    ours, theirs = pty.openpty()
    try:
        yield ours, theirs
    finally:
        os.close(ours)


def read_until(descriptor: int, pattern: str) -> str:
    """What arrives up to and with a match; an error when the other side closes before."""
    text = ""
    while not re.search(pattern, text):
        text += os.read(descriptor, 4096).decode("utf-8", "replace")
    return text


def read_all(descriptor: int) -> str:
    """What arrives until the other side closes."""
    pieces: list[bytes] = []
    while True:
        try:
            piece = os.read(descriptor, 4096)
        except OSError:  # so Linux says that nobody has the other end open
            piece = b""
        if not piece:
            return b"".join(pieces).decode("utf-8", "replace")
        pieces.append(piece)


def test_a_reader_that_has_seen_enough_ends_the_command_without_a_word(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "long.md").write_text("A line of a long note.\n" * 40_000)  # more than a pipe holds
    with subprocess.Popen(
        [COMMAND, "get", "long.md", "notes"],
        cwd=desk.folder,
        env=desk.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"A line of a long note.\n"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_ctrl_c_is_one_line_and_the_next_run_goes_on(crowd: Desk) -> None:
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            [sys.executable, "-c", _HEARS_CTRL_C, "index", "notes"],
            cwd=crowd.folder,
            env=crowd.environment,
            stdout=subprocess.PIPE,
            stderr=theirs,
        )
        os.close(theirs)
        read_until(ours, r"[\d,]+ of 2,000 files|chunks")
        process.send_signal(signal.SIGINT)
        said = read_all(ours)
        out, _ = process.communicate()
    assert (process.returncode, out) == (130, b"")
    kept = r"([\d,]+ of 2,000 changed files|all files) are indexed"
    assert re.search(rf"dowse: stopped; {kept}, and the next run continues from there$", said.strip())
    assert "Traceback" not in said
    counts = json.loads(crowd.dowse("index", "notes", "--json").out)
    assert counts["documents"] == _MANY
    assert counts["embedded"] == counts["chunks"]


def test_two_indexers_at_once_both_end_with_the_whole_index(fresh_desk: Desk) -> None:
    both = [
        subprocess.Popen(
            [COMMAND, "index", "notes", "--json"],
            cwd=fresh_desk.folder,
            env=fresh_desk.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    shown = [(*process.communicate(), process.returncode) for process in both]
    waits = f"dowse: another process is indexing {fresh_desk.notes}; this one waits for it\n"  # if it takes a second
    assert [(err.replace(waits, ""), code) for _, err, code in shown] == [("", 0)] * 2
    counts = [{key: json.loads(out)[key] for key in ("documents", "chunks", "embedded")} for out, _, _ in shown]
    assert counts[0] == counts[1]
    assert counts[0]["documents"] == 59


def test_a_terminal_gets_progress_colours_and_links(crowd: Desk) -> None:
    desk = crowd.with_variables(DOWSE_INDEX_DIR=str(crowd.folder / "another index"))
    shown, code = on_a_terminal(desk, "search", "number 77", "notes", "-n", "1")
    assert code == 0
    assert f"{_ESCAPE}[Kreading notes: " in shown
    assert f"{_ESCAPE}[1m" in shown
    assert f"{_ESCAPE}]8;;file://{desk.notes}/note-77.md{_ESCAPE}\\" in shown


def test_no_color_is_honoured_on_a_terminal(desk: Desk) -> None:
    shown, code = on_a_terminal(desk.with_variables(NO_COLOR="1"), "search", "tax", "notes")
    assert code == 0
    assert "Tax Document Checklist" in shown
    assert _ESCAPE not in shown


def test_a_pipe_gets_no_escape_codes(desk: Desk) -> None:
    shown = desk.dowse("search", "tax", "notes", "--explain")
    assert "Tax Document Checklist" in shown.out
    assert _ESCAPE not in shown.out + shown.err


def on_a_terminal(desk: Desk, *arguments: str) -> tuple[str, int]:
    """What is shown when both streams are a terminal, and the exit code."""
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            [COMMAND, *arguments], cwd=desk.folder, env=desk.environment, stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        shown = read_all(ours)
        process.wait()
    return shown, process.returncode


@pytest.mark.parametrize(
    "variables",
    [{"PYTHONIOENCODING": "ascii"}, {"LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}],
    ids=["ascii", "C"],
)
def test_a_terminal_without_unicode_shows_what_it_can(variables: dict[str, str], desk: Desk) -> None:
    shown = desk.with_variables(**variables).dowse("search", "tag:travel", "notes")
    assert (shown.code, shown.err) == (0, "")
    assert "Trip Plan" in shown.out
    assert shown.out.isascii()


def test_json_loses_nothing_where_the_output_is_not_unicode(desk: Desk) -> None:
    shown = desk.with_variables(PYTHONIOENCODING="ascii").dowse("search", "tag:travel", "notes", "--json")
    assert shown.out.isascii()
    assert "3-Resources/Travel/京都の喫茶店.md" in [hit["path"] for hit in json.loads(shown.out)["hits"]]


def test_a_command_that_waits_for_another_one_says_so_once(fresh_desk: Desk) -> None:
    fresh_desk.dowse("index", "notes")
    (lock,) = (fresh_desk.folder / "index").rglob("writer.lock")
    with filelock.FileLock(lock):
        waiting = subprocess.Popen(
            [COMMAND, "index", "notes", "--json"],
            cwd=fresh_desk.folder,
            env=fresh_desk.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert waiting.stderr is not None
        line = waiting.stderr.readline()
    out, rest = waiting.communicate(timeout=60)
    assert (line, rest) == (f"dowse: another process is indexing {fresh_desk.notes}; this one waits for it\n", "")
    assert json.loads(out)["documents"] == 59


def test_several_first_searches_at_once_index_the_vault_once(fresh_desk: Desk) -> None:
    """Those that wait for the one that indexes have nothing left to do when it is their turn."""
    started = [
        subprocess.Popen(
            [COMMAND, "search", "tax", "notes", "--json"],
            cwd=fresh_desk.folder,
            env=fresh_desk.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    answers = [json.loads(process.communicate(timeout=60)[0]) for process in started]
    documents = json.loads(fresh_desk.dowse("status", "notes", "--json").out)["documents"]
    read = [answer["index"]["changed"] for answer in answers if answer["index"]["state"] == "healed"]
    assert sum(read) <= documents + 1  # one file is only looked at
    assert all(answer["hits"] for answer in answers)
