"""`dowse model use`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from ...app.model_switch import choose, embed_behind, is_reranker
from ...app.vault import Vault, open_vault
from ...model.errors import ModelError
from ..presenters.to_text import counted
from .shared_flags import folder_argument, index_dir_option
from .terminal import ProgressLine, echo_lines, remark

_PATIENCE = 3600.0  # seconds for another process that embeds the vault


@click.command("use")
@click.argument("name")
@folder_argument
@click.option("--rerank", "reranks", is_flag=True, help="Take a folder's model for reranking instead of for vectors.")
@click.option("--wait", is_flag=True, help="Embed before this command ends, with progress, instead of behind it.")
@index_dir_option
def use_command(name: str, folder: Path | None, reranks: bool, wait: bool, index_dir: Path | None) -> None:
    """Make the vectors of a vault with another model.

    Your choice is recorded for this index. All chunks are embedded anew in the background; until they are done the
    old vectors answer, then the new ones at once. Interrupted or failed, it goes on with the next `dowse index`. A
    model that reranks, such as ms-marco-minilm, is used by profiles that rerank, and by `dowse search --rerank`.

    \b
      dowse model use minilm ~/notes
      dowse model use ./my-model ~/notes --wait
      dowse model use ollama:nomic-embed-text
      dowse model use static
      dowse model use ms-marco-minilm
    """
    vault = open_vault(folder, index_dir=index_dir)
    chosen = choose(vault, name, reranks=reranks)
    if reranks or is_reranker(chosen):
        echo_lines([f"{vault.name}: {chosen} reranks from now on, where a profile or --rerank asks for it"])
        return
    answering = vault.meaning.answering(vault.engine).name
    if answering == chosen and not vault.engine.pending(1):
        echo_lines([f"{vault.name}: {chosen} answers already"])
    elif wait:
        _embed(vault, chosen)
    else:
        _embed_behind(vault, chosen, answering, index_dir)


def _embed(vault: Vault, chosen: str) -> None:
    with ProgressLine(vault.root) as progress:
        said = vault.sync(progress=progress).remarks
        if any(line.startswith("another process") for line in said):
            said = vault.embed(patience=_PATIENCE, progress=progress)
    for line in said:
        remark(line)
    if vault.meaning.answering(vault.engine).name != chosen:
        raise ModelError(f"{chosen} does not answer yet in {vault.name}; `dowse index` goes on with it")
    echo_lines([f"{vault.name}: {chosen} answers, {counted(vault.engine.counts().embedded, 'chunk')} embedded"])


def _embed_behind(vault: Vault, chosen: str, answering: str, index_dir: Path | None) -> None:
    chunks = vault.engine.counts().chunks
    log = embed_behind(vault, index_dir=index_dir)
    what = counted(chunks, "chunk") if chunks else "the notes"
    until = f"{answering} answers until it is done"
    echo_lines([f"{vault.name}: {chosen} embeds {what} in the background; {until}"])
    told = (vault.root, "--index-dir", index_dir) if index_dir else (vault.root,)
    again = f" {shlex.join(map(str, told))}"
    remark(
        f"`dowse status{again}` says how far it is, and {log} what went wrong if it stops; `dowse index{again}` goes on"
    )
