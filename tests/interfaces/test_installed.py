"""Every command once as its users start it: a new interpreter, the entry point, pipes and the exit code."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from dowse.interfaces.cli.main import dowse
from tests.interfaces.desk import Desk, Shown

pytestmark = pytest.mark.slow  # a new interpreter for each of them

_VAULTS = 'default = "Notes"\n[vaults]\nNotes = "{0}"\n'


@dataclass(frozen=True, slots=True)
class Run:
    """The arguments after the name of a command, and how it ends; `{own}` is an indexed vault of one note."""

    arguments: str
    shows: str = ""  # on stdout; on stderr when the code is 2
    code: int = 0


RUNS: Mapping[str, Run] = {
    "search": Run("tax notes", "Tax Document Checklist"),
    "find": Run("tax notes", "Tax Document Checklist"),
    "get": Run("'Household Budget' notes", "Three accounts"),
    "related": Run("'Heat Pump Notes' notes", "House Project List"),
    "links": Run("notes", "links in 51 of 59 documents"),
    "communities": Run("notes", "14 documents"),
    "pagerank": Run("notes", "Enhanced Search Capabilities"),
    "cypher": Run("'MATCH (n) RETURN count(n)' notes", "59"),
    "index": Run("notes", "59 documents"),
    "vault add": Run("own", "own is "),
    "vault list": Run("", "Notes"),
    "vault remove": Run("Notes", "Removed Notes from the vault list"),
    "vault rename": Run("Notes Desk", "Notes is now called Desk"),
    "vault default": Run("", "Notes is the default vault"),
    "mcp": Run("notes"),
    "serve": Run("nowhere", "there is no folder", 2),  # test_serving starts it
    "status": Run("notes", "59 notes"),
    "doctor": Run("notes", "versions"),
    "vacuum": Run("{own}", "own: "),
    "check-links": Run("{own}"),
    "why-not": Run("'Heat Pump Notes' pump notes", "is found: hit"),
    "profiles": Run("", "default"),
    "model bench": Run("static", "static"),
    "model list": Run("", "minilm"),
    "model pull": Run("nothing", "nothing is not a known model", 2),
    "model use": Run("static notes", "static is already in use"),
    "eval": Run("judged", "2 queries"),
    "help": Run("query", "A query is words"),
}


def names(command: click.Command, above: str = "") -> Iterator[str]:
    """The names of the commands in a group; its own when it is none."""
    if not isinstance(command, click.Group):
        yield above
        return
    for name in command.list_commands(context := click.Context(command)):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from names(inner, f"{above} {name}".strip())


def test_every_command_is_started() -> None:
    assert sorted(RUNS) == sorted(names(dowse))


def _own(desk: Desk, folder: Path) -> Path:
    own = folder / "own"
    own.mkdir()
    (own / "note.md").write_text("# A note\n")
    assert desk.dowse("index", str(own)).code == 0
    return own


@pytest.mark.parametrize("name", RUNS)
def test_an_installed_command_shows_and_ends_as_it_should(name: str, desk: Desk, tmp_path: Path) -> None:
    vaults = tmp_path / "vaults.toml"
    vaults.write_text(_VAULTS.format(desk.notes))
    run = RUNS[name]
    asked = run.arguments
    if "{own}" in asked:
        asked = asked.replace("{own}", shlex.quote(str(_own(desk, tmp_path))))
    shown = desk.with_variables(DOWSE_VAULTS=str(vaults)).installed(*name.split(), *shlex.split(asked))
    assert shown.code == run.code, shown.err
    assert run.shows in (shown.err if run.code else shown.out)


@pytest.mark.parametrize("line", ["search tax notes --files", "search -h", "find tax -n none", "profiles --json"])
def test_a_fork_shows_the_same_as_the_installed_command(line: str, desk: Desk) -> None:
    assert desk.dowse(*line.split()) == desk.installed(*line.split())


def test_a_server_in_a_fork_shows_and_ends_as_the_installed_command(desk: Desk) -> None:
    ran = subprocess.run(
        desk.server("get", "nothing", "notes"), cwd=desk.folder, env=desk.environment, capture_output=True, check=False
    )
    assert Shown(ran.stdout.decode(), ran.stderr.decode(), ran.returncode) == desk.installed("get", "nothing", "notes")
