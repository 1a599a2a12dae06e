"""`dowse mcp` and `dowse mcp install`."""

from __future__ import annotations

import gc
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...app.client_scope import ClientScope
from ...app.location import silent
from ...app.sessions.gc_tuning import collect_seldom
from ...app.sessions.workspace import Workspace, workspace_of
from ...model.errors import DowseError, SettingsError
from ...serving.queued_output import queued_stderr
from ...serving.server_options import ServerOptions
from .server_flags import server_options
from .shared_flags import PathType, index_dir_option, scope_options, vault_option
from .terminal import echo_lines, echo_remark

if TYPE_CHECKING:
    from mcp.server import MCPServer

_MISSING = "dowse mcp needs the MCP SDK: pip install 'dowse[mcp]'"
_EXTRA = frozenset({"anyio", "mcp", "mcp_types", "pydantic", "starlette", "uvicorn"})
_PORT = 7718


class _McpCommand(click.Command):
    """A command with arguments and a subcommand `install`."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args[:1] == ["install"]:
            return install_command.make_context(f"{info_name} install", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command("mcp", cls=_McpCommand, epilog="To configure an MCP client: dowse mcp install --help")
@click.argument("folders", nargs=-1, type=PathType(readable=False), metavar="[FOLDER]...")
@vault_option(several=True)
@click.option(
    "--tools", "tool_sets", type=click.Choice(("graph",)), multiple=True, help="Also offer the nine graph tools."
)
@scope_options
@click.option("--http", is_flag=True, help="Serve over HTTP, for several clients.")
@server_options(_PORT)
@index_dir_option
def mcp_command(
    folders: tuple[Path, ...],
    vaults: tuple[str, ...],
    tool_sets: tuple[str, ...],
    scope: ClientScope,
    http: bool,
    server: ServerOptions,
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
      dowse mcp ~/notes --only 'path:work/' --never '#private'
      dowse mcp ~/notes --http
      dowse mcp install --client claude-code ~/notes
    """
    workspace = workspace_of(folders, vaults, index_dir=index_dir, scope=scope)
    workspace.report = echo_remark
    if http:
        _serve_http(workspace, tool_sets, server)
    else:
        if server.any_user:
            echo_remark("--any-user has no effect without --http: only the program that starts this server reaches it")
        _serve_stdio(workspace, tool_sets)


@click.command("install")
@click.argument("folders", nargs=-1, type=PathType(readable=False), metavar="[FOLDER]...")
@vault_option(several=True)
@click.option("--client", "clients", multiple=True, metavar="NAME", help="Client to configure; repeatable.")
@click.option("--name", default="dowse", show_default=True, help="Name of the server in the client.")
@click.option(
    "--tools", "tool_sets", type=click.Choice(("graph",)), multiple=True, help="Also offer the nine graph tools."
)
@scope_options
@click.option("--write", is_flag=True, help="Write the entry to the client's settings (default: only show it).")
@index_dir_option
def install_command(
    folders: tuple[Path, ...],
    vaults: tuple[str, ...],
    clients: tuple[str, ...],
    name: str,
    tool_sets: tuple[str, ...],
    scope: ClientScope,
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
    from ...app.client_config import CLIENTS, change, clients_named, entry, server_command  # noqa: PLC0415  # here, so that an agent's start does without
    from ...app.client_config import write as write_edit  # noqa: PLC0415  # as above
    from ...app.scope_check import scope_remarks  # noqa: PLC0415  # as above

    home, working_folder = Path.home(), Path.cwd()
    if not clients:
        width = max(map(len, CLIENTS))
        echo_lines(
            f"{each.name:<{width}}  {each.about:<55}  {each.path(home=home, here=working_folder)}"
            for each in CLIENTS.values()
        )
        echo_remark("choose one: dowse mcp install --client NAME [FOLDER]")
        return
    chosen = clients_named(clients, server=name)
    places = workspace_of(folders, vaults, index_dir=index_dir, scope=scope).places.values()
    echo_remark(*scope_remarks(places, scope))
    command = server_command([place.root for place in places], tool_sets, scope, index_dir=index_dir)
    if "--from" not in command and find_spec("mcp") is None:
        echo_remark(_MISSING)
    for client in chosen:
        try:
            edit = change(client, name, command, home=home, here=working_folder)
        except SettingsError:
            echo_lines(entry(client, name, command).rstrip("\n").split("\n"))  # for pasting
            raise
        if edit.is_done:
            echo_remark(f"{edit.path}: already configured")
            continue
        echo_lines([f"# {edit.path}", *edit.entry.rstrip("\n").split("\n")])
        if not write:
            echo_remark("nothing was written; use --write to add this entry to the file")
            continue
        backup = write_edit(edit)
        echo_remark(f"written to {edit.path}" + (f"; backup: {backup}" if backup else ""))
        echo_remark(f"restart {edit.client.about.partition(',')[0]} to load the entry")


def _serve_stdio(workspace: Workspace, tool_sets: tuple[str, ...]) -> None:
    mcp_server = _server(workspace, tool_sets)
    workspace.check = silent
    # The SDK reads stdin in a thread that only the end of stdin interrupts. An index survives a killed process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from ...serving.stdio_streams import open_stdio  # noqa: PLC0415  # beside the server
    from ..mcp.request_check import is_request  # noqa: PLC0415  # as above

    open_stdio(is_request)
    with queued_stderr():
        mcp_server.run("stdio")


def _serve_http(workspace: Workspace, tool_sets: tuple[str, ...], server: ServerOptions) -> None:
    mcp_server = _server(workspace, tool_sets)
    from ..mcp.http_transport import serve  # noqa: PLC0415  # here, since what it needs is part of the extra

    def report_address(address: str, generated_token: str) -> None:
        echo_remark(f"{address} serves {', '.join(workspace.names)} (Ctrl-C stops)")
        if generated_token:
            echo_remark(f"clients must send the header: Authorization: Bearer {generated_token}")

    serve(mcp_server, workspace, server, on_ready=report_address)


def _server(workspace: Workspace, tool_sets: tuple[str, ...]) -> MCPServer[object]:
    gc.disable()  # imports create no garbage, and collections would take a third of the time
    try:
        from ..mcp.server import server  # noqa: PLC0415  # here, since the SDK is an extra and costs half a second
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in _EXTRA:
            raise DowseError(_MISSING) from error
        raise
    mcp_server = server(workspace, tool_sets=tool_sets)
    collect_seldom()
    gc.enable()
    return mcp_server
