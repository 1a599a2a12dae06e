"""`dowse vacuum`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from ...app.maintenance import vacuum
from ...app.vault import open_vault
from .shared_flags import folder_argument, index_dir_option
from .terminal import echo_json, echo_lines


@click.command("vacuum", epilog="Exit code 0: done, 2: error.")
@folder_argument
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
@index_dir_option
def vacuum_command(folder: Path | None, as_json: bool, index_dir: Path | None) -> None:
    """Make the index of a folder as small as it can be.

    Nothing in it changes, and searches go on meanwhile. It needs room on the disk for a copy. `dowse doctor` says when
    it is worth it: after many notes have been changed or deleted, or after another embedder.

    \b
      dowse vacuum ~/notes
    """
    vault = open_vault(folder, index_dir=index_dir)
    started = time.perf_counter()
    done = vacuum(vault)
    seconds = time.perf_counter() - started
    if as_json:
        echo_json(
            {"vault": vault.name, "before_bytes": done.before, "after_bytes": done.after, "seconds": round(seconds, 2)}
        )
    else:
        echo_lines([f"{vault.name}: {done.before / 1e6:,.1f} MB → {done.after / 1e6:,.1f} MB; {seconds:.1f} s"])
