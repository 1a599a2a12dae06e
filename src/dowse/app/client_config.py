"""The settings files of MCP clients, and the entry for a server in each of them."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..model.errors import SettingsError
from ..model.value_class import dataclass
from ..settings.jsonc_edit import values, with_member
from ..settings.toml_edit import edited
from .client_scope import ClientScope

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

ConfigFormat = Literal["json", "toml"]

_MOST_BYTES = 4_194_304  # of a settings file; Claude Code stores its history in that file
_OWN_MODE = 0o600  # of a new file: settings may hold secrets, so only its owner reads it
_UV_CACHE = "archive-v0"  # the folder in uv's cache that contains the programs of uvx
_PASTE = "paste the entry into it yourself"


@dataclass(frozen=True, slots=True)
class McpClient:
    """A program that starts MCP servers."""

    name: str
    about: str
    file: str  # from the home folder, or from the working folder when it begins with ./
    key: str  # the key of the table of servers
    shape: ConfigFormat = "json"
    elsewhere: Mapping[str, str] | None = None  # the file on another platform, by sys.platform
    more: Mapping[str, str] | None = None  # fields of an entry besides command and args

    def path(self, *, home: Path, here: Path) -> Path:
        """The path of the file, which need not exist."""
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
    """The change that an installation makes in a client's settings file."""

    client: McpClient
    path: Path
    entry: str  # as it will be written, with the keys around it
    before: bytes | None  # the present content; None for a new file
    after: bytes

    @property
    def is_done(self) -> bool:
        """Whether the file already has the entry."""
        return self.before == self.after


def clients_named(names: Iterable[str], *, server: str) -> list[McpClient]:
    """The clients of these names. Raises SettingsError for an unknown one, and for an unusable name of the server."""
    if not server.strip() or not server.isprintable():
        raise SettingsError(f"--name: {server!a} is not a valid name: it is empty or has control characters")
    for name in names:
        if name not in CLIENTS:
            raise SettingsError(f"--client: {name!r} is not a known client; choose one of {', '.join(CLIENTS)}")
    return [CLIENTS[name] for name in names]


def server_command(
    roots: Iterable[Path], tool_sets: Iterable[str], scope: ClientScope, *, index_dir: Path | None
) -> list[str]:
    """The command of the server for the vaults, with absolute paths: clients do not use the PATH of a shell."""
    options = [f"--tools={name}" for name in tool_sets]
    options += [f"--only={query}" for query in scope.only] + [f"--never={query}" for query in scope.never]
    index_option = [f"--index-dir={index_dir.absolute()}"] if index_dir else []
    return [*_program(), "mcp", *options, *index_option, *map(str, roots)]


def _program() -> list[str]:
    """The running program, not another of its name; for a temporary copy in uv's cache the command is uvx."""
    program = Path(sys.argv[0]).absolute()
    is_command = program.name in {"dowse", "dowse.exe"} and program.is_file()
    if _UV_CACHE in (program if is_command else Path(sys.executable)).parts:
        return [shutil.which("uvx") or "uvx", "--from", "dowse[mcp]", "dowse"]
    return [str(program)] if is_command else [sys.executable, "-m", "dowse"]


def entry(client: McpClient, name: str, command: Sequence[str]) -> str:
    """The entry with the keys around it. Raises SettingsError for a folder whose name is not UTF-8."""
    server = _server(client, command)
    if client.shape == "toml":
        made = edited("", partial(_add, client.key, name, server))
    else:
        made = json.dumps({client.key: {name: server}}, indent=2, ensure_ascii=False)
    try:
        made.encode()
    except UnicodeEncodeError as error:
        raise SettingsError(
            f"cannot write a name that is not UTF-8 into a settings file: {' '.join(command)!a}"
        ) from error
    return made


def change(client: McpClient, name: str, command: Sequence[str], *, home: Path, here: Path) -> ConfigChange:
    """The change of the client's file. Raises SettingsError for a file that cannot be read or parsed."""
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
        raise SettingsError(f"cannot safely edit {path}: its values are nested too deeply; {_PASTE}") from error
    except ValueError as error:
        kind = "TOML" if client.shape == "toml" else "JSON"
        raise SettingsError(f"cannot safely edit {path} as {kind} ({error}); {_PASTE}") from error


def write(made: ConfigChange) -> Path | None:
    """Writes the file atomically; returns the path of the backup, or None for a new file.

    Raises SettingsError when the file cannot be written.
    """
    try:
        path = made.path.resolve()  # a symbolic link is kept
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
        raise SettingsError(f"cannot write {made.path} ({reason}); {_PASTE}") from error
    return kept


def _new(path: Path, mode: int, data: bytes) -> Path:
    """A new file of this name, or of this name with the next free number.

    The mode is set before the content is written, since settings hold secrets; after an error the file is removed.
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
            raise SettingsError(f"{path} is too large for a settings file; {_PASTE}")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"cannot read {path} ({error}); {_PASTE}") from error


def _server(client: McpClient, command: Sequence[str]) -> dict[str, object]:
    return {**(client.more or {}), "command": command[0], "args": list(command[1:])}


def _in_json(before: str, client: McpClient, name: str, server: Mapping[str, object], path: Path) -> str:
    """The file with the entry; all other bytes are kept, comments too. The result is parsed again as a check."""
    text = before if before.strip() else "{}\n"
    settings = values(text)
    servers = settings.get(client.key, {}) if isinstance(settings, dict) else None
    if not isinstance(settings, dict) or not isinstance(servers, dict):
        raise SettingsError(f"{path} has no table {client.key!r}; {_PASTE}")
    if servers.get(name) == server:
        return before
    after = with_member(text, client.key, name, server)
    if values(after) != {**settings, client.key: {**servers, name: server}}:
        raise SettingsError(f"adding {name!r} would change other settings in {path}; {_PASTE}")
    return after


def _with_newlines_of(before: str, text: str) -> str:
    return text.replace("\n", "\r\n") if "\r\n" in before else text


def _in_toml(before: str, client: McpClient, name: str, shown: str, path: Path) -> str:
    """The file with the entry at its end, or in the inline table of servers; other settings must stay the same."""
    import tomllib  # noqa: PLC0415  # here, since one client of many has TOML

    settings = tomllib.loads(before, parse_float=str)  # as text, since nan is not equal to itself
    servers = settings.get(client.key, {})
    if not isinstance(servers, dict):
        raise SettingsError(f"{path} has no table [{client.key}]; {_PASTE}")
    server = tomllib.loads(shown)[client.key][name]
    if name in servers:
        if servers[name] == server:
            return before
        raise SettingsError(
            f"{path} has a different [{client.key}.{name}]; edit that entry yourself, or choose another --name"
        )
    wanted = {**settings, client.key: {**servers, name: server}}
    kept = before.rstrip(" \t\r\n")
    after = kept + _with_newlines_of(before, f"\n\n{shown}" if kept else shown)
    if not _is_toml_of(wanted, after):  # an inline table of servers, which no [table] can extend
        after = edited(before, partial(_add, client.key, name, server))
    if not _is_toml_of(wanted, after):
        raise SettingsError(f"adding [{client.key}.{name}] would change other settings in {path}; {_PASTE}")
    return after


def _is_toml_of(wanted: Mapping[str, object], text: str) -> bool:
    import tomllib  # noqa: PLC0415  # as above

    try:
        return tomllib.loads(text, parse_float=str) == wanted
    except ValueError:
        return False


def _add(key: str, name: str, server: Mapping[str, object], document: TOMLDocument) -> None:
    """Appends the server: as a table, or as an inline table where the other servers are in one."""
    import tomlkit  # noqa: PLC0415  # here, since one client of many has TOML

    servers = document.setdefault(key, tomlkit.table(is_super_table=True))
    made = tomlkit.inline_table() if isinstance(servers, tomlkit.items.InlineTable) else tomlkit.table()
    made.update(server)
    servers[name] = made
