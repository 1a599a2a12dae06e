"""The settings file of a client, with an entry more: whatever else stands in it stays byte by byte."""

from __future__ import annotations

import json
import random
import re
import tomllib
from pathlib import Path

import pytest

from dowse.app.client_config import CLIENTS, change
from dowse.settings.jsonc_edit import values

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


_VSCODE = """// Servers of this project. See https://code.visualstudio.com/docs/copilot/chat/mcp-servers
{
\t"inputs": [
\t\t{ "type": "promptString", "id": "key", "description": "API key, \\"quoted\\" // no comment", "password": true },
\t],
\t"servers": {
\t\t/* the team's */
\t\t"docs": {
\t\t\t"type": "stdio",
\t\t\t"command": "npx",
\t\t\t"args": ["-y", "docs", /* "--verbose", */],
\t\t\t"env": { "KEY": "${input:key}" }
\t\t}  // works
\t\t// "old": {}
\t}
}
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_comments_and_trailing_commas_of_vs_code_stay(end: str, tmp_path: Path) -> None:
    after = installed("vscode", _VSCODE.replace("\n", end), tmp_path)
    added = """\t\t"dowse": {
\t\t\t"type": "stdio",
\t\t\t"command": "/usr/bin/dowse",
\t\t\t"args": [
\t\t\t\t"mcp",
\t\t\t\t"/home/me/notes"
\t\t\t]
\t\t}
"""
    last = '// "old": {}\n'
    expected = _VSCODE.replace("}  // works", "},  // works").replace(last, last + added)
    assert after == expected.replace("\n", end)
    assert installed("vscode", after, tmp_path) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("// none yet\n{\n}\n", '// none yet\n{\n  "servers": SERVERS\n}\n'),
        ("{}", '{\n  "servers": SERVERS\n}'),
        ('{ "a": 1 }', '{ "a": 1,\n  "servers": SERVERS\n}'),
        ('{\n  "a": 1, // one\n}', '{\n  "a": 1, // one\n  "servers": SERVERS,\n}'),
        ('{\n  "a": "\\ud800 //" // one, two\n}', '{\n  "a": "\\ud800 //", // one, two\n  "servers": SERVERS\n}'),
    ],
)
def test_a_file_without_servers_gets_them(before: str, after: str, tmp_path: Path) -> None:
    servers = json.dumps({"dowse": {"type": "stdio", **ENTRY}}, indent=2).replace("\n", "\n  ")
    assert installed("vscode", before, tmp_path) == after.replace("SERVERS", servers)


def test_an_entry_of_the_same_name_is_replaced_in_its_place(tmp_path: Path) -> None:
    before = '{"servers": {\n  "dowse": {"command": "old"}, // mine\n  "b": {}\n}}'
    after = installed("vscode", before, tmp_path)
    assert after.startswith('{"servers": {\n  "dowse": {\n    "type": "stdio",')
    assert after.endswith('\n  }, // mine\n  "b": {}\n}}')


@pytest.mark.parametrize("seed", range(60))
def test_any_json_with_comments_keeps_its_text_and_its_values(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311  # settings, not secrets
    servers = {f"s{n}": {"k": ","} for n in range(chance.randrange(3))}
    plain: dict[str, object] = {"a": [1, {"x": "/* no */ // \\"}]}
    if chance.random() < 0.8:
        plain["servers"] = servers
    before = _commented(json.dumps(plain, indent=chance.choice([None, 2, "\t"])), chance)
    after = installed("vscode", before, tmp_path)
    added = {"dowse": {"type": "stdio", **ENTRY}}
    assert values(after) == {**plain, "servers": {**(servers if "servers" in plain else {}), **added}}
    rest = iter(after)
    assert all(character in rest for character in before)  # each behind the one before


def _commented(text: str, chance: random.Random) -> str:
    """The JSON with comments around its braces and commas, and commas before what closes."""
    parts = re.split(r'("(?:[^"\\]|\\.)*"|[{}\[\],])', text)
    made: list[str] = []
    for part in parts:
        if part in {"}", "]"} and made and made[-1] not in {"{", "["} and chance.random() < 0.4:
            made.append("," if "".join(made).rstrip()[-1] not in "{[,/" else "")
        made.append(part)
        if part in {"{", "}", "[", "]", ","} and chance.random() < 0.3:
            made.append(chance.choice(["/* a, b */", " // {\n", "/* \n } */", "\n\n"]))
    return "".join(made)


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
