"""Where the common clients keep their MCP servers, and what an entry looks like there."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Literal

from ...model.errors import SettingsError

Shape = Literal["json", "toml"]

_MOST_BYTES = 4_194_304  # of a file of settings; Claude Code keeps its history in one
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Client:
    """A program that starts MCP servers."""

    name: str
    about: str
    file: str  # from the home folder, or from the working folder when it begins with ./
    key: str  # of the table of servers
    shape: Shape = "json"
    elsewhere: Mapping[str, str] | None = None  # the file on another platform, by sys.platform
    more: Mapping[str, str] | None = None  # what an entry says besides command and args

    def path(self, *, home: Path, here: Path) -> Path:
        """The file, whether it is there or not."""
        file = (self.elsewhere or {}).get(sys.platform, self.file)
        return here / file if file.startswith("./") else home / file


CLIENTS: Mapping[str, Client] = {
    client.name: client
    for client in (
        Client(
            "claude-desktop",
            "Claude Desktop",
            ".config/Claude/claude_desktop_config.json",
            "mcpServers",
            elsewhere={
                "darwin": "Library/Application Support/Claude/claude_desktop_config.json",
                "win32": "AppData/Roaming/Claude/claude_desktop_config.json",
            },
        ),
        Client("claude-code", "Claude Code, in every project", ".claude.json", "mcpServers", more={"type": "stdio"}),
        Client("project", "any client that reads .mcp.json in the working folder", "./.mcp.json", "mcpServers"),
        Client("cursor", "Cursor", ".cursor/mcp.json", "mcpServers"),
        Client("vscode", "VS Code, in the working folder", "./.vscode/mcp.json", "servers", more={"type": "stdio"}),
        Client("windsurf", "Windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"),
        Client("gemini", "Gemini CLI", ".gemini/settings.json", "mcpServers"),
        Client("codex", "Codex CLI", ".codex/config.toml", "mcp_servers", "toml"),
    )
}


@dataclass(frozen=True, slots=True)
class Change:
    """What installing changes in a client's file."""

    client: Client
    path: Path
    entry: str  # as it is going to stand there, with the keys around it
    before: str | None  # the text of the file; None when there is none
    after: str

    @property
    def is_done(self) -> bool:
        """Whether the file says so already."""
        return self.before == self.after


def change(client: Client, name: str, command: Sequence[str], *, home: Path, here: Path) -> Change:
    """What the client's file will say. Raises SettingsError when the file cannot be read or understood."""
    path = client.path(home=home, here=here)
    before = _text(path)
    server = {**(client.more or {}), "command": command[0], "args": list(command[1:])}
    if client.shape == "toml":
        entry = _toml(client.key, name, server)
        return Change(client, path, entry, before, _in_toml(before or "", client, name, entry, path))
    entry = json.dumps({client.key: {name: server}}, indent=2, ensure_ascii=False)
    return Change(client, path, entry, before, _in_json(before, client, name, server, path))


def write(made: Change) -> Path | None:
    """Writes the file, whole or not at all, and gives the copy of what was there before, if anything was.

    Raises SettingsError when it cannot be written.
    """
    try:
        path = made.path.resolve()  # a link stays one
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = None
        if made.before is not None:
            kept = path.with_name(f"{path.name}.before-dowse")
            kept.write_text(made.before, "utf-8")
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=".dowse-", delete=False) as opened:
            opened.write(made.after)
        with suppress(FileNotFoundError):
            Path(opened.name).chmod(path.stat().st_mode & 0o7777)
        os.replace(opened.name, path)  # noqa: PTH105  # of a name
    except OSError as error:
        raise SettingsError(f"{made.path} cannot be written ({error.strerror}); paste the entry yourself") from error
    return kept


def _text(path: Path) -> str | None:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise SettingsError(f"{path} is larger than a file of settings can be; paste the entry yourself")
        return path.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read ({error}); paste the entry yourself") from error


def _in_json(before: str | None, client: Client, name: str, server: Mapping[str, object], path: Path) -> str:
    """The file with the entry; the others stay, in their order."""
    try:
        settings = json.loads(before) if before and before.strip() else {}
    except ValueError as error:
        raise SettingsError(f"{path} is not plain JSON ({error}); paste the entry into it yourself") from error
    servers = settings.get(client.key, {}) if isinstance(settings, dict) else None
    if not isinstance(servers, dict):
        raise SettingsError(f"{path} has no table {client.key!r}; paste the entry into it yourself")
    if servers.get(name) == server:
        return before or ""
    settings[client.key] = {**servers, name: server}
    return json.dumps(settings, indent=_indent(before), ensure_ascii=False) + "\n"


def _indent(before: str | None) -> int | str:
    """As the file has it."""
    found = re.search(r"\n([ \t]+)\S", before or "")
    return found[1] if found else 2


def _toml(key: str, name: str, server: Mapping[str, object]) -> str:
    quoted = name if _BARE_KEY.fullmatch(name) else json.dumps(name)
    # A text in JSON is one in TOML, and so is a list of texts.
    return (
        "\n".join([f"[{key}.{quoted}]", *(f"{field} = {json.dumps(value)}" for field, value in server.items())]) + "\n"
    )


def _in_toml(before: str, client: Client, name: str, entry: str, path: Path) -> str:
    import tomllib  # noqa: PLC0415  # here, since one client of many has TOML

    try:
        servers = tomllib.loads(before).get(client.key, {})
        wanted = tomllib.loads(entry)[client.key][name]
    except ValueError as error:
        raise SettingsError(f"{path} is not TOML ({error}); paste the entry into it yourself") from error
    if isinstance(servers, dict) and name in servers:
        if servers[name] == wanted:
            return before
        raise SettingsError(f"{path} has another [{client.key}.{name}]; change it yourself, or choose another --name")
    return f"{before.rstrip()}\n\n{entry}" if before.strip() else entry
