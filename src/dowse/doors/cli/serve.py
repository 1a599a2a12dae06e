"""`dowse serve`."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import click

from ...model.errors import DowseError
from ..shelf import shelf_of
from .listening import listening_options
from .options import index_dir_option
from .terminal import remark

_MISSING = "dowse serve needs fastapi and uvicorn: pip install 'dowse[serve]'"
_EXTRA = frozenset({"anyio", "fastapi", "pydantic", "starlette", "uvicorn"})
_PORT = 7717


@click.command("serve")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, readable=False), metavar="[FOLDER]...")
@click.option("--open", "opens", is_flag=True, help="Open the pages in the browser.")
@listening_options(_PORT)
@index_dir_option
def serve_command(
    folders: tuple[Path, ...],
    opens: bool,
    host: str,
    port: int,
    token: str,
    hosts: tuple[str, ...],
    index_dir: Path | None,
) -> None:
    """Answer over HTTP, with pages for the browser: search, the pipeline of a search, a mixer and a map.

    Each FOLDER is a vault; without one it is the vault around the working folder. Only this machine can ask, unless
    --host says otherwise: then a token has to be shown, and is made and printed when none is given. The endpoints are
    described at /docs. Notes are only read.

    \b
      dowse serve ~/notes --open
      dowse serve ~/notes ~/work/docs --port 8000
      dowse serve ~/notes --host 0.0.0.0
    """
    shelf = shelf_of(folders, index_dir=index_dir)
    try:
        from ..http.running import listen  # noqa: PLC0415  # here, since the packages it needs are an extra
        from ..http.serving import serve  # noqa: PLC0415  # as above
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in _EXTRA:
            raise DowseError(_MISSING) from error
        raise

    def told(address: str, opened: str) -> None:
        remark(f"{address} answers for {', '.join(shelf.names)} (Ctrl-C stops)")
        if opens:
            threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()

    serve(shelf, listen(host, port), token=token, hosts=hosts, is_up=told)
