"""The settings file of a client, with an entry more: whatever else stands in it stays byte by byte."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from dowse.interfaces.mcp.client_config import CLIENTS, change

COMMAND = ["/usr/bin/dowse", "mcp", "/home/me/notes"]
ENTRY = {"command": COMMAND[0], "args": COMMAND[1:]}

_CODEX = """# my settings
model = "o3"  # the large one

[mcp_servers.docs]  # the team's
command = "npx"
args = [
    "-y",  # without a question
    "docs-server",
]

[mcp_servers.docs.env]
TOKEN = 'x'

[projects."/home/me"]
trust_level = "trusted"
"""


def installed(client: str, text: str, folder: Path, name: str = "dowse") -> str:
    """The text of the client's file with the entry."""
    file = CLIENTS[client].path(home=folder, here=folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    return change(CLIENTS[client], name, COMMAND, home=folder, here=folder).after.decode()


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_server_of_codex_stands_at_the_end(end: str, tmp_path: Path) -> None:
    before = _CODEX.replace("\n", end)
    added = f'\n[mcp_servers.dowse]\ncommand = "{COMMAND[0]}"\nargs = ["mcp", "/home/me/notes"]\n'
    assert installed("codex", before, tmp_path) == before + added.replace("\n", end)


def test_a_server_of_codex_joins_others_in_braces(tmp_path: Path) -> None:
    before = 'a = 1  # one\nmcp_servers = { x = { command = "y" } }  # two\n\n[b]  # three\n'
    after = installed("codex", before, tmp_path)
    assert tomllib.loads(after)["mcp_servers"] == {"x": {"command": "y"}, "dowse": ENTRY}
    assert after.startswith('a = 1  # one\nmcp_servers = { x = { command = "y" }')
    assert after.endswith("  # two\n\n[b]  # three\n")


@pytest.mark.parametrize("seed", range(40))
def test_any_settings_of_codex_keep_their_values_lines_and_order(seed: int, tmp_path: Path) -> None:
    before = _settings(random.Random(seed))  # noqa: S311  # settings, not secrets
    after = installed("codex", before, tmp_path, name="a.b c")
    wanted = tomllib.loads(before)
    wanted.setdefault("mcp_servers", {})["a.b c"] = ENTRY
    assert tomllib.loads(after) == wanted
    lines = iter(after.splitlines())
    assert all(line in lines for line in before.splitlines())  # each behind the one before


def _settings(chance: random.Random) -> str:
    """Tables in any order, with comments and blank lines anywhere."""
    tables = ["[mcp_servers]", "[mcp_servers.x]", "[mcp_servers.x.env]", "[mcp_servers.'y z']", "[other]", "[[many]]"]
    lines = ['model = "m" # c', "n = 0x1F"]
    for table in chance.sample(tables, chance.randrange(len(tables))):
        lines += [table, "k = 1.50  # not 1.5", "l = [1, # one\n  2,\n]", "d = 2026-01-02", 't = """a\n# no comment"""']
    at = [chance.randrange(len(lines) + 1) for _ in range(4)]
    for place in at:
        lines.insert(place, chance.choice(["", "# a remark", "\t# indented"]))
    return "\n".join(lines) + chance.choice(["", "\n", "\n\n"])
