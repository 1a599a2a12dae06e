"""Output on a terminal and in a pipe, and the progress line."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import click
import pytest

from dowse.interfaces.cli.main import dowse, run
from dowse.interfaces.cli.terminal import ProgressLine
from dowse.interfaces.presenters.sanitize import path_line
from dowse.interfaces.presenters.text_table import width
from tests.interfaces.desk import Desk

_RED = "red\x1b[31m"
_DATA = [
    ("search", "heron", "notes", "--files"),
    ("search", "heron", "notes", "--format", "csv"),
    ("search", "heron", "notes", "--format", "md"),
    ("get", f"{_RED}.md", "notes"),
    ("find", "red", "notes"),
]


@pytest.fixture(scope="module")
def red(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A note with an escape code in its text and in its name."""
    desk = Desk(tmp_path_factory.mktemp("red"))
    desk.notes.mkdir()
    (desk.notes / f"{_RED}.md").write_text("A heron \x1b[31m flies.\n")
    return desk


@pytest.mark.parametrize("line", [line for line in _DATA if "md" not in line], ids=" ".join)
def test_a_pipe_receives_escape_codes_unchanged(line: tuple[str, ...], red: Desk) -> None:
    assert "\x1b[31m" in red.dowse(*line).out


def test_a_pipe_receives_markdown_with_escape_codes_in_text_unchanged(red: Desk) -> None:
    assert "A heron \x1b[31m flies." in red.dowse("search", "heron", "notes", "--format", "md").out


@pytest.mark.parametrize("line", _DATA, ids=" ".join)
def test_a_terminal_shows_a_replacement_for_each_control_character(line: tuple[str, ...], red: Desk) -> None:
    shown = red.terminal(*line)
    assert "\ufffd[31m" in shown
    assert "\x1b[31m" not in shown


@pytest.mark.parametrize(
    "line",
    [
        ("search", "owl", "--files"),
        ("search", "owl"),
        ("search", "owl", "--explain"),
        ("find", "a"),
        ("related", "b.md"),
    ],
    ids=" ".join,
)
def test_a_name_with_a_line_end_has_one_line(line: tuple[str, ...], tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a\nz.md").write_text("An owl.\n")
    (desk.notes / "b.md").write_text("See [it](a%0Az.md).\n")
    command, *rest = line
    is_list = command == "find" or "--files" in rest
    shown = desk.terminal(command, rest[0], "notes", *rest[1:])
    assert "a\nz.md" not in shown
    if command != "related":
        assert ('"a\\nz.md"' if is_list else "a\ufffdz.md") in shown
    if is_list:
        assert '"a\\nz.md"' in desk.dowse(command, rest[0], "notes", *rest[1:]).out.splitlines()


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("tea.md", "tea.md"),
        ('what "tea" is, é.md', 'what "tea" is, é.md'),
        ('"tea".md', '"\\"tea\\".md"'),
        ("a\rb.md", '"a\\rb.md"'),
        ("a\u2028é.md", '"a\\u2028\\u00e9.md"'),
    ],
)
def test_a_path_is_quoted_if_a_program_could_not_read_its_line(path: str, line: str) -> None:
    assert path_line(path) == line
    assert (json.loads(line) if line.startswith('"') else line) == path


def test_a_terminal_receives_the_colours_of_a_hit(red: Desk) -> None:
    shown = red.terminal("search", "heron", "notes")
    assert "\x1b[1;33mheron\x1b[0m \ufffd[31m flies." in shown
    assert "\x1b]8;;file://" in shown


def test_a_snippet_of_wide_characters_stays_within_the_terminal(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    text = "Wiki の「検索」は、言葉と意味とリンクで文書を探す。" * 12
    (desk.notes / "kensaku.md").write_text(f"# Search\n\n{text}\n")
    shown = re.sub(r"\x1b\[[\d;]*m", "", desk.terminal("search", "検索", "notes"))
    lines = [line for line in shown.splitlines() if "言葉" in line or "文書" in line]
    assert len(lines) > 1
    assert max(map(width, lines)) in range(95, 101)  # COLUMNS of a desk
    assert all(line.startswith("    ") and line[4] not in "」、。" and line[-1] != "「" for line in lines)


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no working folder")
@pytest.mark.parametrize("line", [("search", "heron"), ("find", "red"), ("status",)], ids=" ".join)
def test_a_working_folder_that_is_gone_is_a_plain_error(line: tuple[str, ...], red: Desk) -> None:
    failed = red.dowse_after("import os, tempfile; os.chdir(tempfile.mkdtemp()); os.rmdir(os.getcwd())", *line)
    assert (failed.err, failed.code) == ("dowse: the working folder is gone; change to a folder that exists\n", 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize("line", [("search", "heron", "notes"), ("find", "red", "notes"), ("--help",)], ids=" ".join)
def test_a_full_disk_below_stdout_is_a_plain_error(line: tuple[str, ...], red: Desk) -> None:
    failed = red.dowse_after("import os; os.dup2(os.open('/dev/full', os.O_WRONLY), 1)", *line)
    reason = "the output cannot be written (No space left on device)"
    assert (failed.err, failed.code) == (f"dowse: {reason}; write it to another place\n", 2)


@pytest.mark.skipif(os.name != "posix", reason="the system does not limit the size of files")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("search", "heron", "notes"), 2),
        (("find", "nothing", "notes"), 1),
        (("find", "red", "nowhere"), 2),
        (("status", "--nonsense"), 2),
        (("--help",), 2),
    ],
    ids=str,
)
def test_the_exit_code_is_the_same_if_no_stream_can_be_written(line: tuple[str, ...], code: int, red: Desk) -> None:
    """Python ends with code 120 if a stream still has text that it cannot write."""
    red.dowse("index", "notes")
    failed = red.dowse_after("import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))", *line)
    assert (failed.out, failed.err, failed.code) == ("", "", code)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_command_runs_without_a_stream(stream: str, red: Desk) -> None:
    """Python has no object for a stream that the caller has closed."""
    ran = red.dowse_after(f"import sys; sys.{stream} = None", "find", "red", "notes")
    assert (ran.err, ran.code) == ("", 0)


def test_an_incomplete_compiled_file_is_named_as_such(red: Desk, tmp_path: Path) -> None:
    failed = red.dowse_after(
        "import importlib.util, os, py_compile, sys; "
        f"sys.pycache_prefix = {str(tmp_path)!r}; "
        "name = 'dowse.interfaces.cli.find'; "
        "sys.modules.pop(name, None); "
        "os.truncate(py_compile.compile(importlib.util.find_spec(name).origin), 4096)",
        "find", "red", "notes",
    )  # fmt: skip
    assert failed.code == 2
    assert failed.err.startswith("dowse: a compiled file of Python is incomplete; delete `__pycache__` below ")


def test_the_progress_line_has_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLine(Path("/home/me") / _RED)
    progress._is_terminal, progress._started_at = True, float("-inf")
    progress("words", 1, 2)
    assert "reading red\ufffd[31m: 1 of 2" in capsys.readouterr().err


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


def test_files_are_counted_while_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLine(Path("/home/me/notes"))
    progress._is_terminal, progress._started_at = True, float("-inf")
    progress("files", 1200, 0)
    assert capsys.readouterr().err == "\r\033[Klisting notes: 1,200 files so far"
    progress("first index", 0, 6000)
    assert capsys.readouterr().err.startswith("\r\033[Kdowse: indexing 6,000 files of /home/me/notes")
    progress("reading again", 0, 5999)
    assert "dowse: reading 5,999 files of /home/me/notes again, as this version" in capsys.readouterr().err
    progress("waiting", 0, 0)
    assert "dowse: another process is indexing /home/me/notes; this one waits for it\n" in capsys.readouterr().err


def test_long_work_is_shown_as_it_begins_and_short_work_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLine(Path("/home/me/notes"))
    progress._is_terminal, progress._started_at = True, float("inf")  # no time has passed
    progress("words", 0, 300)
    progress("words", 300, 300)
    assert capsys.readouterr().err == ""
    progress("words", 0, 2000)
    assert capsys.readouterr().err == "\r\033[Kreading notes: 0 of 2,000 files"


def test_a_kind_of_work_without_a_label_is_shown_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressLine(Path("/home/me/notes"))
    progress._is_terminal, progress._started_at = True, float("-inf")
    progress("pages", 1, 20)
    assert capsys.readouterr().err == "\r\033[Kpages notes: 1 of 20 steps"


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ("words", "dowse: stopped; 1 of 2 changed files are indexed, and the next run continues from there\n"),
        ("meaning", "dowse: stopped; all files are indexed, and the next run continues from there\n"),
        ("files", "dowse: stopped\n"),
        ("", "dowse: stopped\n"),
    ],
)
def test_ctrl_c_speaks_of_indexed_files_only_when_it_stops_indexing(
    work: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped() -> None:
        with ProgressLine(Path("/home/me/notes")) as progress:
            if work:
                progress(work, 1, 2)
            raise KeyboardInterrupt

    monkeypatch.setattr(type(dowse), "get_command", lambda *_: click.Command("search", callback=stopped))
    monkeypatch.setattr("sys.argv", ["dowse", "search"])
    with pytest.raises(SystemExit) as end:
        run()
    assert end.value.code == 130
    assert capsys.readouterr().err == f"\n{said}"


def test_links_open_the_editor_of_choice_at_the_line(red: Desk) -> None:
    shown = red.with_variables(DOWSE_LINKS="vscode").terminal("search", "heron", "notes")
    assert re.search(r"\x1b]8;;vscode://file/[^\x1b]*/notes/[^\x1b]*\.md:\d+\x1b", shown)
    assert "file:///" not in shown


def test_an_unknown_editor_for_links_is_an_error_that_lists_the_known_ones(red: Desk) -> None:
    shown = red.with_variables(DOWSE_LINKS="emacs").terminal("search", "heron", "notes")
    assert "DOWSE_LINKS: unknown editor 'emacs'; choose one of file, vscode, " in shown
    assert red.with_variables(DOWSE_LINKS="emacs").dowse("search", "heron", "notes").code == 0


@pytest.mark.parametrize("group", [(), ("vault",), ("model",)], ids=lambda group: " ".join(group) or "dowse")
def test_no_summary_of_a_command_is_cut(group: tuple[str, ...], red: Desk) -> None:
    lines = red.with_variables(COLUMNS="80").dowse(*group, "--help").out.splitlines()
    assert len(lines) > 10
    assert [line for line in lines[1:] if line.endswith("...")] == []


@pytest.mark.parametrize(
    ("words", "place", "completed"),
    [("dowse rela", 1, "plain,related\n"), ("dowse search x --min-sim", 3, "plain,--min-similarity\n")],
)
def test_the_shell_completes_commands_and_options(desk: Desk, words: str, place: int, completed: str) -> None:
    shell = {"_DOWSE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(place)}
    assert desk.with_variables(**shell).dowse().out == completed


def test_the_hits_with_words_of_the_query_are_counted_wherever_the_list_ends(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a.md").write_text("A boat on the lake.\n")
    (desk.notes / "b.md").write_text("A ship on the sea.\n")
    desk.dowse("index", "notes")
    assert desk.dowse("search", "boat", "notes", "-n", "1").out.endswith("1 of 2 hits (1 with words of the query)\n")
    assert desk.dowse("search", "boat", "notes", "-n", "9").out.endswith("2 hits (1 with words of the query)\n")


def test_a_manual_page_is_printed_from_its_first_line_with_words(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "moor.1").write_text('.\\" By the harbour office\n.\\"\n.TH MOOR 1\n.SH NAME\nmoor \\- tie a boat\n')
    assert desk.dowse("get", "moor.1", "notes").out == "NAME\nmoor - tie a boat\n"
    (desk.notes / "a.md").write_text("\n\nb\n")
    assert desk.dowse("get", "a.md", "notes").out == "\n\nb\n"
    assert desk.dowse("get", "moor.1", "notes", "--numbers").out.split("\n")[0] == "4  NAME"
