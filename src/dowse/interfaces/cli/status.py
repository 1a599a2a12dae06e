"""`dowse status`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.missing_index import status_of_folder
from ...app.status import registered_vaults
from ..presenters.vault_tables import all_status_lines, status_lines
from .shared_flags import folder_argument, index_dir_option, place_arguments
from .terminal import echo_remark, echo_result, style_for


@click.command("status", epilog="Exit code 0: done, 1: no vault is registered (--all), 2: error.")
@folder_argument
@click.option("--all", "all_vaults", is_flag=True, help="Show every registered vault.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; with --all one list.")
@index_dir_option
def status_command(folder: Path | None, all_vaults: bool, as_json: bool, index_dir: Path | None) -> None:
    """Show index size and state, broken links and skipped files.

    \b
      dowse status ~/notes
      dowse status --all
    """
    if all_vaults:
        if folder is not None:
            raise click.UsageError(f"--all and {folder} cannot be combined: --all shows every registered vault.")
        _show_all(as_json=as_json, index_dir=index_dir)
        return
    result = status_of_folder(folder, index_dir=index_dir)
    lines = status_lines(result, style_for(Path(result.folder)), where=place_arguments(folder, index_dir))
    echo_result(result, lines, as_json=as_json)


def _show_all(*, as_json: bool, index_dir: Path | None) -> None:
    entries = registered_vaults(index_dir=index_dir, links=True)
    echo_result([entry.detail for entry in entries], all_status_lines(entries, style_for(Path.cwd())), as_json=as_json)
    if not entries:
        echo_remark("no vault is registered; register one with `dowse vault add ~/notes`")
        sys.exit(1)
