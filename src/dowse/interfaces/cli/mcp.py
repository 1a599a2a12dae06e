"""`dowse mcp` and `dowse mcp install`."""

from __future__ import annotations

import gc
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...app.sessions.gc_tuning import collect_seldom
from ...app.sessions.workspace import Workspace, workspace_of
from ...model.errors import DowseError, SettingsError
from .server_flags import listening_options, watching
from .shared_flags import index_dir_option, vault_option
from .terminal import echo_lines, remark

if TYPE_CHECKING:
    from mcp.server import MCPServer

_MISSING = "dowse mcp needs the MCP SDK: pip install 'dowse[mcp]'"
_EXTRA = frozenset({"anyio", "mcp", "mcp_types", "pydantic", "starlette", "uvicorn"})
_PORT = 7718
_UV_CACHE = "archive-v0"  # the folder in uv's cache that contains the programs of uvx


class _OrInstall(click.Command):
    """A command with arguments and a subcommand `install`."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args[:1] == ["install"]:
            return install_command.make_context(f"{info_name} install", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command("mcp", cls=_OrInstall, epilog="To configure an MCP client: dowse mcp install --help")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, readable=False), metavar="[FOLDER]...")
@vault_option(several=True)
@click.option("--tools", "sets", type=click.Choice(("graph",)), multiple=True, help="Also offer the nine graph tools.")
@click.option("--http", is_flag=True, help="Serve over HTTP, for several clients.")
@listening_options(_PORT)
@index_dir_option
def mcp_command(
    folders: tuple[Path, ...],
    vaults: tuple[str, ...],
    sets: tuple[str, ...],
    http: bool,
    host: str,
    port: int,
    token: str,
    no_watch: bool,
    hosts: tuple[str, ...],
    index_dir: Path | None,
) -> None:
    """Run an MCP server, which gives AI agents the search tools.

    The tools are search, find, get, related and status. Each FOLDER or NAME is a vault; without any, the server uses
    the vault around the working folder, or else all registered vaults (see `dowse vault`). An MCP client configured
    with `dowse mcp install` starts this command itself, over stdin and stdout. Notes are only read.

    \b
      dowse mcp ~/notes
      dowse mcp ~/notes ~/work/docs --tools graph
      dowse mcp -v notes -v work
      dowse mcp ~/notes --http
      dowse mcp install --client claude-code ~/notes
    """
    shelf = workspace_of(folders, vaults, index_dir=index_dir)
    shelf.report = remark
    if http:
        beside = watching(shelf, is_wanted=not no_watch)
        _serve_http(shelf, sets, host=host, port=port, token=token, hosts=hosts, beside=beside)
    else:
        _serve_stdio(shelf, sets)


@click.command("install")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, readable=False), metavar="[FOLDER]...")
@vault_option(several=True)
@click.option("--client", "clients", multiple=True, metavar="NAME", help="Client to configure; repeatable.")
@click.option("--name", default="dowse", show_default=True, help="Name of the server in the client.")
@click.option("--tools", "sets", type=click.Choice(("graph",)), multiple=True, help="Also offer the nine graph tools.")
@click.option("--write", is_flag=True, help="Write the entry to the client's settings (default: only show it).")
@index_dir_option
def install_command(
    folders: tuple[Path, ...],
    vaults: tuple[str, ...],
    clients: tuple[str, ...],
    name: str,
    sets: tuple[str, ...],
    write: bool,
    index_dir: Path | None,
) -> None:
    """Show the settings entry for an MCP client; write it with --write.

    Without --client, lists the known clients. Other settings are kept, and a backup of the file is stored beside it.

    \b
      dowse mcp install
      dowse mcp install --client claude-desktop ~/notes
      dowse mcp install --client claude-desktop ~/notes --write
    """
    from ...app.client_config import CLIENTS, change, entry  # noqa: PLC0415  # here, so that an agent's start does without
    from ...app.client_config import write as written  # noqa: PLC0415  # as above

    if not name.strip() or not name.isprintable():
        raise click.BadParameter(
            f"{name!a} is not a valid name: it is empty or has control characters", param_hint="--name"
        )
    home, here = Path.home(), Path.cwd()
    if not clients:
        width = max(map(len, CLIENTS))
        echo_lines(
            f"{each.name:<{width}}  {each.about:<55}  {each.path(home=home, here=here)}" for each in CLIENTS.values()
        )
        remark("choose one: dowse mcp install --client NAME [FOLDER]")
        return
    for client in clients:
        if client not in CLIENTS:
            raise click.BadParameter(
                f"{client!r} is not a known client; choose one of {', '.join(CLIENTS)}", param_hint="--client"
            )
    command = _command(workspace_of(folders, vaults, index_dir=index_dir), sets, index_dir)
    if "--from" not in command and find_spec("mcp") is None:
        remark(_MISSING)
    for client in clients:
        try:
            made = change(CLIENTS[client], name, command, home=home, here=here)
        except SettingsError:
            echo_lines(entry(CLIENTS[client], name, command).rstrip("\n").split("\n"))  # for pasting
            raise
        if made.is_done:
            remark(f"{made.path}: already configured")
            continue
        echo_lines([f"# {made.path}", *made.entry.rstrip("\n").split("\n")])
        if not write:
            remark("nothing was written; use --write to add this entry to the file")
            continue
        kept = written(made)
        remark(f"written to {made.path}" + (f"; backup: {kept}" if kept else ""))
        remark(f"restart {made.client.about.partition(',')[0]} to load the entry")


def _command(shelf: Workspace, sets: tuple[str, ...], index_dir: Path | None) -> list[str]:
    """The command for a client, with an absolute path, since clients do not use the PATH of a shell."""
    options = [f"--tools={name}" for name in sets]
    elsewhere = [f"--index-dir={index_dir.absolute()}"] if index_dir else []
    return [*_start(), "mcp", *options, *elsewhere, *(str(place.root) for place in shelf.places.values())]


def _start() -> list[str]:
    """The running program, not another of its name; for a temporary copy in uv's cache the command is uvx."""
    running = Path(sys.argv[0]).absolute()
    is_command = running.name in {"dowse", "dowse.exe"} and running.is_file()
    if _UV_CACHE in (running if is_command else Path(sys.executable)).parts:
        return [shutil.which("uvx") or "uvx", "--from", "dowse[mcp]", "dowse"]
    return [str(running)] if is_command else [sys.executable, "-m", "dowse"]


def _serve_stdio(shelf: Workspace, sets: tuple[str, ...]) -> None:
    served = _server(shelf, sets)
    # The SDK reads stdin in a thread that only the end of stdin interrupts. An index survives a killed process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    served.run("stdio")


def _serve_http(
    shelf: Workspace,
    sets: tuple[str, ...],
    *,
    host: str,
    port: int,
    token: str,
    hosts: tuple[str, ...],
    beside: Callable[[threading.Event], None],
) -> None:
    served = _server(shelf, sets)
    from ..http.server_loop import listen  # noqa: PLC0415  # here, since what they need is part of the extra
    from ..mcp.http_transport import serve  # noqa: PLC0415  # as above

    def told(address: str, made: str) -> None:
        remark(f"{address} serves {', '.join(shelf.names)} (Ctrl-C stops)")
        if made:
            remark(f"clients must send the header: Authorization: Bearer {made}")

    serve(served, shelf, listen(host, port), token=token, hosts=hosts, is_up=told, beside=beside)


def _server(shelf: Workspace, sets: tuple[str, ...]) -> MCPServer[object]:
    gc.disable()  # imports create no garbage, and collections would take a third of the time
    try:
        from ..mcp.server import server  # noqa: PLC0415  # here, since the SDK is an extra and costs half a second
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in _EXTRA:
            raise DowseError(_MISSING) from error
        raise
    served = server(shelf, sets=sets)
    collect_seldom()
    gc.enable()
    return served
