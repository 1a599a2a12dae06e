"""Where the common clients keep their MCP servers, and what an entry looks like there."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..model.errors import SettingsError
from ..settings.jsonc_edit import values, with_member
from ..settings.toml_edit import edited

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

ConfigFormat = Literal["json", "toml"]

_MOST_BYTES = 4_194_304  # of a file of settings; Claude Code keeps its history in one
_OWN_MODE = 0o600  # of a file that was not there: whoever wants it read by others says so
_PASTE = "paste the entry into it yourself"


@dataclass(frozen=True, slots=True)
class McpClient:
    """A program that starts MCP servers."""

    name: str
    about: str
    file: str  # from the home folder, or from the working folder when it begins with ./
    key: str  # of the table of servers
    shape: ConfigFormat = "json"
    elsewhere: Mapping[str, str] | None = None  # the file on another platform, by sys.platform
    more: Mapping[str, str] | None = None  # what an entry says besides command and args

    def path(self, *, home: Path, here: Path) -> Path:
        """The file, whether it is there or not."""
        file = (self.elsewhere or {}).get(sys.platform, self.file)
        return here / file if file.startswith("./") else home / file


CLIENTS: Mapping[str, McpClient] = {
    client.name: client
    for client in (
        McpClient(
            "claude-desktop",
            "Claude Desktop",
            ".config/Claude/claude_desktop_config.json",
            "mcpServers",
            elsewhere={
                "darwin": "Library/Application Support/Claude/claude_desktop_config.json",
                "win32": "AppData/Roaming/Claude/claude_desktop_config.json",
            },
        ),
        McpClient("claude-code", "Claude Code, in every project", ".claude.json", "mcpServers", more={"type": "stdio"}),
        McpClient("project", "any client that reads .mcp.json in the working folder", "./.mcp.json", "mcpServers"),
        McpClient("cursor", "Cursor", ".cursor/mcp.json", "mcpServers"),
        McpClient("vscode", "VS Code, in the working folder", "./.vscode/mcp.json", "servers", more={"type": "stdio"}),
        McpClient("windsurf", "Windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"),
        McpClient("gemini", "Gemini CLI", ".gemini/settings.json", "mcpServers"),
        McpClient("codex", "Codex CLI", ".codex/config.toml", "mcp_servers", "toml"),
    )
}


@dataclass(frozen=True, slots=True)
class ConfigChange:
    """What installing changes in a client's file."""

    client: McpClient
    path: Path
    entry: str  # as it is going to stand there, with the keys around it
    before: bytes | None  # the file as it is; None when there is none
    after: bytes

    @property
    def is_done(self) -> bool:
        """Whether the file already has the entry."""
        return self.before == self.after


def entry(client: McpClient, name: str, command: Sequence[str]) -> str:
    """The entry with the keys around it. Raises SettingsError when a folder's name is no text."""
    server = _server(client, command)
    if client.shape == "toml":
        made = edited("", partial(_add, client.key, name, server))
    else:
        made = json.dumps({client.key: {name: server}}, indent=2, ensure_ascii=False)
    try:
        made.encode()
    except UnicodeEncodeError as error:
        raise SettingsError(f"a name that is not UTF-8 cannot stand in settings: {' '.join(command)!a}") from error
    return made


def change(client: McpClient, name: str, command: Sequence[str], *, home: Path, here: Path) -> ConfigChange:
    """What the client's file will say. Raises SettingsError when the file cannot be read or understood."""
    path = client.path(home=home, here=here)
    shown = entry(client, name, command)
    server = _server(client, command)
    data = _bytes(path)
    try:
        before = (data or b"").decode()
        if client.shape == "toml":
            after = _in_toml(before, client, name, shown, path)
        else:
            after = _in_json(before, client, name, server, path)
        return ConfigChange(client, path, shown, data, after.encode())
    except RecursionError as error:
        raise SettingsError(f"{path} is nested too deeply to be changed safely; {_PASTE}") from error
    except ValueError as error:
        kind = "TOML" if client.shape == "toml" else "JSON"
        raise SettingsError(f"{path} cannot be changed safely as {kind} ({error}); {_PASTE}") from error


def write(made: ConfigChange) -> Path | None:
    """Writes the file, whole or not at all, and gives the copy of what was there before, if anything was.

    Raises SettingsError when it cannot be written.
    """
    try:
        path = made.path.resolve()  # a link stays one
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = _OWN_MODE if made.before is None else path.stat().st_mode & 0o7777
        kept = None if made.before is None else _new(path.with_name(f"{path.name}.before-dowse"), mode, made.before)
        written = None
        try:
            written = _new(path.with_name(f".{path.name}.dowse"), mode, made.after)
            os.replace(written, path)  # noqa: PTH105  # of a name
        except BaseException:
            for left in (written, kept):
                if left:
                    left.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or error
        raise SettingsError(f"{made.path} cannot be written ({reason}); paste the entry yourself") from error
    return kept


def _new(path: Path, mode: int, data: bytes) -> Path:
    """A file of this name that was not there, or of the name with the next number that is free.

    It has its mode before anything is in it, since settings hold secrets, and is removed when it cannot be filled.
    """
    number, file = 1, path
    while True:
        try:
            opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _OWN_MODE)
            break
        except FileExistsError:
            number += 1
            file = path.with_name(f"{path.name}-{number}")
    try:
        with os.fdopen(opened, "wb") as stream:
            file.chmod(mode)
            stream.write(data)
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return file


def _bytes(path: Path) -> bytes | None:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise SettingsError(f"{path} is larger than a file of settings can be; paste the entry yourself")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read ({error}); paste the entry yourself") from error


def _server(client: McpClient, command: Sequence[str]) -> dict[str, object]:
    return {**(client.more or {}), "command": command[0], "args": list(command[1:])}


def _in_json(before: str, client: McpClient, name: str, server: Mapping[str, object], path: Path) -> str:
    """The file with the entry; everything else stays byte by byte, comments too. It is read again."""
    text = before if before.strip() else "{}\n"
    settings = values(text)
    servers = settings.get(client.key, {}) if isinstance(settings, dict) else None
    if not isinstance(settings, dict) or not isinstance(servers, dict):
        raise SettingsError(f"{path} has no table {client.key!r}; {_PASTE}")
    if servers.get(name) == server:
        return before
    after = with_member(text, client.key, name, server)
    if values(after) != {**settings, client.key: {**servers, name: server}}:
        raise SettingsError(f"{path} would say something else with {name!r}; {_PASTE}")
    return after


def _with_newlines_of(before: str, text: str) -> str:
    return text.replace("\n", "\r\n") if "\r\n" in before else text


def _in_toml(before: str, client: McpClient, name: str, shown: str, path: Path) -> str:
    """The file with the entry at its end, or in the braces of the others; refused if it would say anything else."""
    import tomllib  # noqa: PLC0415  # here, since one client of many has TOML

    settings = tomllib.loads(before, parse_float=str)  # as they are written, since nan is not equal to itself
    servers = settings.get(client.key, {})
    if not isinstance(servers, dict):
        raise SettingsError(f"{path} has no table [{client.key}]; {_PASTE}")
    server = tomllib.loads(shown)[client.key][name]
    if name in servers:
        if servers[name] == server:
            return before
        raise SettingsError(f"{path} has another [{client.key}.{name}]; change it yourself, or choose another --name")
    wanted = {**settings, client.key: {**servers, name: server}}
    kept = before.rstrip(" \t\r\n")
    after = kept + _with_newlines_of(before, f"\n\n{shown}" if kept else shown)
    if not _is_toml_of(wanted, after):  # servers in braces, which no table can be added to
        after = edited(before, partial(_add, client.key, name, server))
    if not _is_toml_of(wanted, after):
        raise SettingsError(f"{path} would say something else with [{client.key}.{name}]; {_PASTE}")
    return after


def _is_toml_of(wanted: Mapping[str, object], text: str) -> bool:
    import tomllib  # noqa: PLC0415  # as above

    try:
        return tomllib.loads(text, parse_float=str) == wanted
    except ValueError:
        return False


def _add(key: str, name: str, server: Mapping[str, object], document: TOMLDocument) -> None:
    """Puts the server behind the others: as a table, or in braces where the others stand in braces."""
    import tomlkit  # noqa: PLC0415  # here, since one client of many has TOML

    servers = document.setdefault(key, tomlkit.table(is_super_table=True))
    made = tomlkit.inline_table() if isinstance(servers, tomlkit.items.InlineTable) else tomlkit.table()
    made.update(server)
    servers[name] = made
