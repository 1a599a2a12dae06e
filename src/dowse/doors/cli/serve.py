"""`dowse serve`."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import click

from ...model.errors import DowseError
from ..shelf import shelf_of
from .options import index_dir_option
from .terminal import remark

_MISSING = "dowse serve needs fastapi and uvicorn: pip install 'dowse[serve]'"
_EXTRA = frozenset({"anyio", "fastapi", "pydantic", "starlette", "uvicorn"})
_PORT = 7717


def _token(_ctx: click.Context, _option: click.Parameter, text: str | None) -> str:
    if text and not (text.isascii() and text.isprintable() and " " not in text):
        raise click.BadParameter("a token has letters, digits and signs, and no blanks")
    return text or ""


@click.command("serve")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, readable=False), metavar="[FOLDER]...")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=_PORT, show_default=True, type=click.IntRange(0, 65_535), help="The port; 0 for any that is free."
)
@click.option("--open", "opens", is_flag=True, help="Open the pages in the browser.")
@click.option("--token", envvar="DOWSE_TOKEN", callback=_token, help="What has to be shown (also DOWSE_TOKEN).")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Another name that it is reached by.")
@index_dir_option
def serve_command(
    folders: tuple[Path, ...],
    host: str,
    port: int,
    opens: bool,
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

    def told(address: str) -> None:
        remark(f"{address} answers for {', '.join(shelf.names)} (Ctrl-C stops)")
        if opens:
            shown = f"{address}?token={token}" if token else address
            threading.Thread(target=webbrowser.open, args=(shown,), daemon=True).start()

    serve(shelf, listen(host, port), token=token, hosts=hosts, is_up=told)
