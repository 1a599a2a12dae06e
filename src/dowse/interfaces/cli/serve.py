"""`dowse serve`."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import click

from ...app.client_scope import ClientScope
from ...app.sessions.workspace import workspace_of
from ...model.errors import DowseError
from ...serving.server_options import ServerOptions
from .server_flags import server_options
from .shared_flags import PathType, index_dir_option, scope_options, vault_option
from .terminal import echo_remark

_MISSING = "dowse serve needs fastapi and uvicorn: pip install 'dowse[serve]'"
_EXTRA = frozenset({"anyio", "fastapi", "pydantic", "starlette", "uvicorn"})
_PORT = 7717


@click.command("serve")
@click.argument("folders", nargs=-1, type=PathType(readable=False), metavar="[FOLDER]...")
@vault_option(several=True)
@click.option("--open", "open_browser", is_flag=True, help="Open the pages in the browser.")
@scope_options
@server_options(_PORT)
@index_dir_option
def serve_command(
    folders: tuple[Path, ...],
    vaults: tuple[str, ...],
    open_browser: bool,
    scope: ClientScope,
    server: ServerOptions,
    index_dir: Path | None,
) -> None:
    """Run an HTTP server: JSON API and pages for the browser.

    The pages are search, pipeline of a search, profile mixer and graph. Each FOLDER or NAME is a vault; without any,
    the server uses the vault around the working folder, or else all registered vaults (see `dowse vault`). The server
    listens on this machine only, unless --host names another address. Clients of other users, and of other machines,
    must send a token; where all clients need one, the server prints the token, unless --token gives it. The endpoints
    are documented at /docs. Notes are only read; with watchfiles installed, the server indexes changes at once.

    \b
      dowse serve ~/notes --open
      dowse serve ~/notes ~/work/docs --port 8000
      dowse serve -v notes -v work
      dowse serve ~/notes --host 0.0.0.0
      dowse serve ~/notes --never '#private'
    """
    workspace = workspace_of(folders, vaults, index_dir=index_dir, scope=scope)
    workspace.report = echo_remark
    try:
        from ..http.serve_http import serve  # noqa: PLC0415  # here, since the packages it needs are an extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in _EXTRA:
            raise DowseError(_MISSING) from error
        raise

    def report_address(address: str, browser_address: str) -> None:
        echo_remark(f"{address} serves {', '.join(workspace.names)} (Ctrl-C stops)")
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(browser_address,), daemon=True).start()

    serve(workspace, server, on_ready=report_address)
