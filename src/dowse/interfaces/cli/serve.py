"""`dowse serve`."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import click

from ...app.workspace import workspace_of
from ...model.errors import DowseError
from .server_flags import listening_options, watching
from .shared_flags import index_dir_option, vault_option
from .terminal import remark

_MISSING = "dowse serve needs fastapi and uvicorn: pip install 'dowse[serve]'"
_EXTRA = frozenset({"anyio", "fastapi", "pydantic", "starlette", "uvicorn"})
_PORT = 7717


@click.command("serve")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, readable=False), metavar="[FOLDER]...")
@vault_option(several=True)
@click.option("--open", "opens", is_flag=True, help="Open the pages in the browser.")
@listening_options(_PORT)
@index_dir_option
def serve_command(
    folders: tuple[Path, ...],
    vaults: tuple[str, ...],
    opens: bool,
    host: str,
    port: int,
    token: str,
    no_watch: bool,
    hosts: tuple[str, ...],
    index_dir: Path | None,
) -> None:
    """Answer over HTTP, with pages for the browser: search, the pipeline of a search, a mixer and a map.

    Each FOLDER is a vault, and so is each NAME; without any it is the vault around the working folder, and outside of
    one all that `dowse vault` knows. Only this machine can ask, unless --host says otherwise: then a token has to be
    shown, and is made and printed when none is given. The endpoints are described at /docs. Notes are only read; where
    watchfiles is installed, what changes in them is read at once.

    \b
      dowse serve ~/notes --open
      dowse serve ~/notes ~/work/docs --port 8000
      dowse serve -v notes -v work
      dowse serve ~/notes --host 0.0.0.0
    """
    shelf = workspace_of(folders, vaults, index_dir=index_dir)
    try:
        from ..http.serve_http import serve  # noqa: PLC0415  # as above
        from ..http.server_loop import listen  # noqa: PLC0415  # here, since the packages it needs are an extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in _EXTRA:
            raise DowseError(_MISSING) from error
        raise

    def told(address: str, opened: str) -> None:
        remark(f"{address} answers for {', '.join(shelf.names)} (Ctrl-C stops)")
        if opens:
            threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()

    beside = watching(shelf, is_wanted=not no_watch)
    serve(shelf, listen(host, port), token=token, hosts=hosts, is_up=told, beside=beside)
