"""`dowse index`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.index import IndexRequest, index_vault, open_to_index
from ...app.location import is_file, vault_of_file
from ..presenters.text_style import pluralize
from .shared_flags import folder_argument, index_dir_option
from .terminal import ProgressLine, echo_json, echo_lines, echo_remark


@click.command("index", epilog="Exit code 0: done, 1: text is indexed but the embedding model failed, 2: error.")
@folder_argument
@click.option("--full", is_flag=True, help="Read every file again, even unchanged ones.")
@click.option("--similar", is_flag=True, help="Also compute similar passages for `dowse related`; can take minutes.")
@click.option(
    "--chunker", default="", metavar="NAME", help="Chunker: section, window or paragraph; stored with the index."
)
@click.option("--embedder", default="", metavar="NAME", help="Embedding model, as in onnx:minilm.")
@click.option("--force", is_flag=True, help="Use this index for the folder even if it was built for a different one.")
@click.option("--watch", is_flag=True, help="Keep running and index files as they change; stop with Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; with --watch one object per line.")
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
    """Update the index of a folder, or of one file in a folder.

    A search updates the index too; use this command before the first search of a large folder, or from a timer. With
    --watch the command keeps running until Ctrl-C (exit code 130) and prints a line for each update; this needs
    watchfiles: pip install 'dowse[watch]'

    \b
      dowse index ~/notes
      dowse index ~/notes/Ideas.md
      dowse index ~/notes --full
      dowse index ~/notes --similar
      dowse index ~/notes --chunker window
      dowse index ~/notes --watch
    """
    file = ""
    if folder is not None and is_file(folder):
        if full or watch:
            raise click.UsageError(f"--{'full' if full else 'watch'} needs a folder; {folder} is a file.")
        folder, file = vault_of_file(folder)
    if watch:
        from .index_watch import require_watchfiles, watch_and_index  # noqa: PLC0415  # here, since most who index do not watch

        require_watchfiles()
    vault = open_to_index(folder, index_dir=index_dir, chunker=chunker, embedder=embedder, force=force)
    with ProgressLine(vault.root) as progress:
        result = index_vault(vault, IndexRequest(full=full, similar=similar, file=file), progress=progress)
    if as_json:
        echo_json(result.to_dict(), indent=None if watch else 2)
    else:
        counts = f"{pluralize(result.documents, 'document')}, {pluralize(result.chunks, 'chunk')}"
        if result.index.changed:
            changed = f"{pluralize(result.index.changed, 'file')} changed"
        else:
            changed = f"{pluralize(result.made, 'chunk')} embedded" if result.made else "nothing changed"
        echo_lines([f"{result.vault}: {counts}; {changed}; {result.seconds:.1f} s"])
    echo_remark(*result.remarks)
    if watch:
        watch_and_index(vault, index_dir=index_dir, as_json=as_json)
    sys.exit(1 if result.has_failed else 0)
