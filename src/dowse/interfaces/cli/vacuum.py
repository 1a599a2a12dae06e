"""`dowse vacuum`."""

from __future__ import annotations

from pathlib import Path

import click

from ...app.maintenance import vacuum
from ...app.missing_index import open_indexed
from .shared_flags import folder_argument, index_dir_option
from .terminal import echo_json, echo_lines, echo_remark


@click.command("vacuum", epilog="Exit code 0: done, 2: error.")
@folder_argument
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@index_dir_option
def vacuum_command(folder: Path | None, as_json: bool, index_dir: Path | None) -> None:
    """Shrink the index file of a folder.

    The content of the index stays the same, and searches continue to work meanwhile. The command needs disk space for
    a copy. `dowse doctor` recommends it after many changed or deleted notes, or after a change of embedding model.

    \b
      dowse vacuum ~/notes
    """
    result = vacuum(open_indexed(folder, index_dir=index_dir))
    if as_json:
        echo_json(result.to_dict())
    else:
        sizes = f"{result.before_bytes / 1e6:,.1f} MB → {result.after_bytes / 1e6:,.1f} MB"
        echo_lines([f"{result.vault}: {sizes}; {result.seconds:.1f} s"])
    echo_remark(*result.remarks)
