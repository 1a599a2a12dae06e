"""`dowse index`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from ...app.index_ownership import adopt
from ...app.location import location_of
from ...app.vault import open_vault
from ..presenters.to_json import state_json
from ..presenters.to_text import counted
from .shared_flags import folder_argument, index_dir_option
from .terminal import ProgressLine, echo_json, echo_lines, remark


@click.command("index", epilog="Exit code 0: done, 1: the words are indexed and the embedder failed, 2: error.")
@folder_argument
@click.option("--full", is_flag=True, help="Read every file again, changed or not.")
@click.option("--similar", is_flag=True, help="Compare all passages too, for `dowse related`, however long it takes.")
@click.option(
    "--chunker", default="", metavar="NAME", help="Cut texts by section, window or paragraph; the index remembers it."
)
@click.option("--embedder", default="", metavar="NAME", help="What makes the vectors, as in onnx:minilm.")
@click.option("--force", is_flag=True, help="Take the index for this folder's, even if it was made for another one.")
@click.option("--watch", is_flag=True, help="Then go on, and read what changes as it changes; Ctrl-C stops.")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON; with --watch one object a line.")
@index_dir_option
def index_command(
    folder: Path | None,
    full: bool,
    similar: bool,
    chunker: str,
    embedder: str,
    force: bool,
    watch: bool,
    as_json: bool,
    index_dir: Path | None,
) -> None:
    """Bring the index of a folder up to date.

    Searching does this by itself; use this before a first search of a big folder, or from a timer. With --watch a line
    says what was read each time that files have changed, until Ctrl-C (exit code 130); it needs watchfiles:
    pip install 'dowse[watch]'

    \b
      dowse index ~/notes
      dowse index ~/notes --full
      dowse index ~/notes --similar
      dowse index ~/notes --chunker window
      dowse index ~/notes --watch
    """
    if watch:
        from .index_watch import keep_fresh, require  # noqa: PLC0415  # here, since most who index do not watch

        require()
    if force:
        adopt(location_of(folder, index_dir=index_dir))
    vault = open_vault(folder, index_dir=index_dir, chunker=chunker, embedder=embedder)
    started = time.perf_counter()
    with ProgressLine(vault.root) as progress:
        state = vault.sync(full=full, similar=similar, progress=progress)
    seconds = time.perf_counter() - started
    counts = vault.engine.counts()
    if as_json:
        echo_json(
            {
                "vault": vault.name,
                "documents": counts.documents,
                "chunks": counts.chunks,
                "embedded": counts.embedded,
                "seconds": round(seconds, 2),
                "index": state_json(state),
            },
            indent=None if watch else 2,
        )
    else:
        held = f"{counted(counts.documents, 'document')}, {counted(counts.chunks, 'chunk')}"
        changed = f"{counted(state.changed, 'file')} changed" if state.changed else "nothing changed"
        echo_lines([f"{vault.name}: {held}; {changed}; {seconds:.1f} s"])
    for line in state.remarks:
        remark(line)
    if watch:
        keep_fresh(vault, index_dir=index_dir, as_json=as_json)
    sys.exit(1 if vault.space.has_failed(vault.engine) else 0)
