"""`dowse model use`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from ...app.model_switch import choose, embed_behind, is_reranker
from ...app.vault_session import VaultSession, open_session
from ...model.errors import ModelError
from ..presenters.to_text import counted
from .shared_flags import folder_argument, index_dir_option
from .terminal import ProgressLine, echo_lines, remark

_PATIENCE = 3600.0  # seconds for another process that embeds the vault


@click.command("use")
@click.argument("name")
@folder_argument
@click.option("--rerank", "reranks", is_flag=True, help="Use the model in this folder as the reranker.")
@click.option("--wait", is_flag=True, help="Embed in the foreground, with progress.")
@index_dir_option
def use_command(name: str, folder: Path | None, reranks: bool, wait: bool, index_dir: Path | None) -> None:
    """Change the embedding model or the reranker of a vault.

    The choice is stored for this index. All chunks are re-embedded in the background; searches use the old vectors
    until the new ones are complete. After an interruption or failure, the next `dowse index` continues. A reranker,
    such as ms-marco-minilm, is used by profiles that rerank and by `dowse search --rerank`.

    \b
      dowse model use minilm ~/notes
      dowse model use ./my-model ~/notes --wait
      dowse model use ollama:nomic-embed-text
      dowse model use static
      dowse model use ms-marco-minilm
    """
    vault = open_session(folder, index_dir=index_dir)
    chosen = choose(vault, name, reranks=reranks)
    if reranks or is_reranker(chosen):
        echo_lines([f"{vault.name}: {chosen} is now the reranker for profiles that rerank and for --rerank"])
        return
    answering = vault.meaning.answering(vault.engine).name
    if answering == chosen and not vault.engine.pending(1):
        echo_lines([f"{vault.name}: {chosen} is already in use"])
    elif wait:
        _embed(vault, chosen)
    else:
        _embed_behind(vault, chosen, answering, index_dir)


def _embed(vault: VaultSession, chosen: str) -> None:
    with ProgressLine(vault.root) as progress:
        said = vault.sync(progress=progress).remarks
        if any(line.startswith("another process") for line in said):
            said = vault.embed(patience=_PATIENCE, progress=progress)
    for line in said:
        remark(line)
    if vault.meaning.answering(vault.engine).name != chosen:
        raise ModelError(f"{chosen} is not complete in {vault.name}; run `dowse index` to continue")
    echo_lines([f"{vault.name}: {chosen} is in use, {counted(vault.engine.counts().embedded, 'chunk')} embedded"])


def _embed_behind(vault: VaultSession, chosen: str, answering: str, index_dir: Path | None) -> None:
    chunks = vault.engine.counts().chunks
    log = embed_behind(vault, index_dir=index_dir)
    what = counted(chunks, "chunk") if chunks else "the notes"
    until = f"searches use {answering} until it is done"
    echo_lines([f"{vault.name}: {chosen} embeds {what} in the background; {until}"])
    told = (vault.root, "--index-dir", index_dir) if index_dir else (vault.root,)
    again = f" {shlex.join(map(str, told))}"
    remark(
        f"see the progress with `dowse status{again}` and errors in {log}; "
        f"if embedding stops, continue with `dowse index{again}`"
    )
