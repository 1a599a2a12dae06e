"""`dowse find` as a command: quick to start, and gone without a trace."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from dowse import open_vault
from tests.interfaces.desk import COMMAND, Desk
from tests.interfaces.http.server import serving
from tests.interfaces.mcp.calling import agent, text_of

pytestmark = pytest.mark.slow  # a process, or some, for each of them

_IMPORTED = """
import atexit, sys
atexit.register(lambda: print(*sorted({"numpy", "apsw", "yaml", "tokenizers"} & sys.modules.keys()), file=sys.stderr))
"""

_STOPS = """
import dowse.app.location
def stop(*_, **__): raise KeyboardInterrupt
dowse.app.location.walk = stop
"""


def everything(folder: Path) -> Mapping[str, tuple[int, int]]:
    """All there is below a folder, itself included, with time and size."""
    return {str(path): (path.lstat().st_mtime_ns, path.lstat().st_size) for path in (folder, *folder.rglob("*"))}


@pytest.mark.parametrize("index_dir", ["", "elsewhere"])
def test_a_folder_that_was_never_seen_is_as_it_was(index_dir: str, fresh_desk: Desk) -> None:
    desk = fresh_desk.with_variables(DOWSE_INDEX_DIR=index_dir)
    before = everything(desk.folder)
    assert desk.dowse("find", "", "notes", "--tag", "recipe", "--json").code == 0
    assert desk.dowse("find", "", "notes", "--tag", "nothing").code == 1
    assert desk.dowse("find", "ideas", "notes", "--index-dir", "indexes").code == 0
    assert everything(desk.folder) == before


@pytest.mark.parametrize(
    ("options", "imported"),
    [((), ""), (("--modified", "<9y"), ""), (("--tag", "recipe"), "apsw"), (("--tag", "recipes", "--json"), "apsw")],
)
def test_nothing_is_imported_that_is_not_needed(options: tuple[str, ...], imported: str, desk: Desk) -> None:
    shown = desk.installed_after(_IMPORTED, "find", "", "notes", *options)
    assert shown.err.splitlines()[-1] == imported


def test_a_file_is_found_with_an_index_as_without(desk: Desk, fresh_desk: Desk) -> None:
    for options in (
        ("--kind", "task"),
        ("--property", "archived=false"),
        ("--type", "daily", "--tag", "weekly-review"),
    ):
        line = ("find", "", "notes", *options, "--json")
        assert desk.dowse(*line).out == fresh_desk.dowse(*line).out


def test_a_folder_beside_a_filter_is_the_vault_and_a_folder_alone_a_pattern(desk: Desk) -> None:
    inside = Desk(desk.notes, desk.environment)
    assert inside.dowse("find", "--tag", "recipe").code == 0
    assert inside.dowse("find", "--tag", "recipe", "Daily").code == 1
    resources = inside.dowse("find", "--tag", "recipe", "3-Resources")
    assert resources.code == 0
    assert all(path.startswith("3-Resources/") for path in resources.out.splitlines())
    assert inside.dowse("find", "--tag", "recipe", "3-Resources", ".").code == 1
    assert inside.dowse("find", "Daily").out.endswith("Daily/\n")


@pytest.mark.parametrize(
    ("written", "count"),
    [
        ("rating", 3), ("rating=4", 1), ("rating==4", 1), ("rating=>4", 1), ("rating>4", 1), ("rating>=4", 2),
        ("rating <= 4", 2), ("rating=4..5", 2), ("Rating=3..", 3), ("due<2026-03", 1), ("due=2026-03..2026-04", 1),
        ("due", 2), ("state=in progress", 1), ("state=a=b", 1), ("rating!=4", 2), ("state != a=b", 1),
        ("due!=2026-02-14", 1), ("rating!=4..5", 1), ("state!=x", 2),
    ],
)  # fmt: skip
def test_a_property_is_compared_as_it_is_written(written: str, count: int, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a.md").write_text("---\nrating: 3\ndue: 2026-02-14\nstate: In Progress\n---\n")
    (desk.notes / "b.md").write_text("---\nrating: 4\ndue: 2026-04-30\n---\n")
    (desk.notes / "c.md").write_text("---\nrating: 5\nstate: a=b\n---\n")
    assert len(desk.dowse("find", "", "notes", "--property", written).out.splitlines()) == count


def test_a_terminal_shows_links_and_no_escape_codes_of_a_name(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "red\x1b[31m.md").write_text("x")
    mine, theirs = pty.openpty()
    subprocess.run([COMMAND, "find", "red", "notes"], cwd=desk.folder, env=desk.environment, stdout=theirs, check=True)
    shown = os.read(mine, 4096).decode()
    assert "red\ufffd[31m.md" in shown
    assert "file://" in shown
    assert "\x1b[31m" not in shown


def test_ctrl_c_says_no_more_than_that_it_stopped(desk: Desk) -> None:
    stopped = desk.dowse_after(_STOPS, "find", "", "notes")
    assert (stopped.out, stopped.err.strip(), stopped.code) == ("", "dowse: stopped", 130)


_CLASS = "src/signer.py:1  class Signer  class Signer"
_METHOD = "src/signer.py:2  method Signer.sign  def sign(self, payload)"


@pytest.fixture
def code(tmp_path: Path) -> Desk:
    """A source file."""
    desk = Desk(tmp_path)
    (desk.notes / "src").mkdir(parents=True)
    (desk.notes / "src" / "signer.py").write_text(
        "class Signer:\n    def sign(self, payload):\n        return payload\n\n\ndef verify():\n    pass\n"
    )
    return desk


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ("symbol:sign*",),
            [
                _CLASS,
                _METHOD,
            ],
        ),
        (("", "--kind", "function"), ["src/signer.py:6  function verify  def verify()"]),
        (("kind:class",), [_CLASS]),
        (("sign", "--kind", "method"), [_METHOD]),
        (
            ("Signer.sign",),
            [_METHOD],
        ),  # there is an index by now
        (("signer.py",), ["src/signer.py"]),  # a file goes before a symbol
    ],
)
def test_symbols_are_listed_with_place_kind_and_signature(
    arguments: tuple[str, ...], lines: list[str], code: Desk
) -> None:
    assert code.dowse("index", "notes").code == 0
    pattern, *options = arguments
    assert code.dowse("find", pattern, "notes", *options).out.splitlines() == lines


def test_symbols_beyond_the_limit_are_counted_and_none_is_exit_code_1(code: Desk) -> None:
    shown = code.dowse("find", "symbol:s*", "notes", "-n", "1")
    assert (shown.code, len(shown.out.splitlines())) == (0, 1)
    assert "1 of 2 symbols; use --limit for more" in shown.err
    none = code.dowse("find", "symbol:nothing", "notes")
    assert (none.code, none.out) == (1, "")
    assert "no symbol found" in none.err


def test_a_name_that_neither_a_file_nor_a_symbol_has_is_answered_as_before(code: Desk) -> None:
    assert code.dowse("index", "notes").code == 0
    shown = code.dowse("find", "Nothing.here", "notes")
    assert (shown.code, shown.out) == (1, "")
    assert "nothing found" in shown.err


def test_symbols_as_json_lines_are_those_of_the_list(code: Desk) -> None:
    listed = json.loads(code.dowse("find", "symbol:s*", "notes", "--json").out)
    lines = code.dowse("find", "symbol:s*", "notes", "--jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == listed
    assert [each["ref"] for each in listed] == ["src/signer.py#Signer", "src/signer.py#Signer.sign"]


@pytest.mark.parametrize("pattern", ["symbol:sign*", "Signer.sign"])
def test_symbols_are_the_same_over_http_over_mcp_and_in_the_library(pattern: str, code: Desk) -> None:
    (code.notes / "use.py").write_text("from src.signer import Signer\n\ndef run():\n    Signer().sign(1)\n")
    assert code.dowse("index", "notes").code == 0
    listed = json.loads(code.dowse("find", pattern, "notes", "--json").out)
    assert [each["line"] for each in listed][-1] == 2
    with serving(code, "notes") as server, agent(code, "notes") as client:
        assert server.ask("/find", pattern=pattern).json == listed
        found = client.call("find", pattern=pattern)
        assert (found["symbols"], found["files"], found["total"]) == (listed, [], len(listed))
        assert "src/signer.py:2 | method Signer.sign" in text_of(client.raw("find", pattern=pattern))
        page = client.call("find", pattern="symbol:s*", limit=1)
        following = client.call("find", pattern="symbol:s*", limit=1, cursor=page["next"])
        assert [each["symbol"] for each in (*page["symbols"], *following["symbols"])] == ["Signer", "Signer.sign"]
        assert following["next"] == ""
        assert [each["symbol"] for each in server.ask("/find", kind="function").json] == ["verify", "run"]
        linked = server.ask("/get", ref="Signer.sign", links="true").json["backlinks"]
        assert [(each["path"], each["line"], each["section"]) for each in linked] == [("use.py", 4, "run")]
        assert client.call("get", ref="Signer.sign", links=True)["backlinks"] == linked
        assert "use.py:4 | calls Signer.sign | in run" in text_of(client.raw("get", ref="Signer.sign", links=True))
    with open_vault(code.notes) as vault:
        assert [each.to_dict() for each in vault.find(pattern)] == listed
