"""`dowse status`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.results.json_fields import as_json as to_json
from ...app.sessions.vault_session import open_session
from ...app.status import registered_vaults, status
from ..presenters.vault_tables import all_status_lines, status_lines
from .shared_flags import folder_argument, index_dir_option
from .terminal import echo_json, echo_remark, echo_styled, style_for


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
    result = status(open_session(folder, index_dir=index_dir))
    if as_json:
        echo_json(result.to_dict())
    else:
        echo_styled(status_lines(result, style_for(Path(result.folder))))


def _show_all(*, as_json: bool, index_dir: Path | None) -> None:
    entries = registered_vaults(index_dir=index_dir, links=True)
    if as_json:
        echo_json(to_json([entry.detail for entry in entries]))
    else:
        echo_styled(all_status_lines(entries, style_for(Path.cwd())))
    if not entries:
        echo_remark("no vault is registered; register one with `dowse vault add ~/notes`")
        sys.exit(1)
