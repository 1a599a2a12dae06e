"""`dowse status`."""

from __future__ import annotations

from pathlib import Path

import click

from ...app import open_vault
from ...finding import other_files
from ...pipeline.link_report import doubtful
from ..render.json import status_json
from ..render.text import status_lines
from .options import folder_argument, index_dir_option
from .terminal import echo_json, echo_lines, style_for


@click.command("status")
@folder_argument
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@index_dir_option
def status_command(folder: Path | None, as_json: bool, index_dir: Path | None) -> None:
    """Say what the index holds, how fresh it is, how its links stand, and which files were skipped or oddly read."""
    vault = open_vault(folder, index_dir=index_dir)
    status = vault.status()
    wrong = doubtful(vault.engine, files=other_files(vault.root))
    if as_json:
        echo_json(status_json(status, wrong))
    else:
        echo_lines(status_lines(status, wrong, style_for(vault.root)))
