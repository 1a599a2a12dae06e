"""`dowse model use`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from ...app.model_switch import SwitchRequest, SwitchResult, switch_model
from ...app.sessions.vault_session import open_session
from ..presenters.text_style import pluralize
from .shared_flags import folder_argument, index_dir_option
from .terminal import ProgressLine, echo_lines, echo_remark


@click.command("use")
@click.argument("name")
@folder_argument
@click.option("--rerank", "is_reranker", is_flag=True, help="Use the model in this folder as the reranker.")
@click.option("--wait", is_flag=True, help="Embed in the foreground, with progress.")
@index_dir_option
def use_command(name: str, folder: Path | None, is_reranker: bool, wait: bool, index_dir: Path | None) -> None:
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
    with ProgressLine(vault.root) as progress:
        result = switch_model(vault, SwitchRequest(name, is_reranker, wait, index_dir), progress=progress)
    echo_remark(*result.remarks)
    echo_lines([f"{result.vault}: {_outcome(result)}"])
    if result.state == "embedding":
        status_arguments = (result.root, "--index-dir", index_dir) if index_dir else (result.root,)
        options = f" {shlex.join(map(str, status_arguments))}"
        echo_remark(
            f"see the progress with `dowse status{options}` and errors in {result.log}; "
            f"if embedding stops, continue with `dowse index{options}`"
        )


def _outcome(result: SwitchResult) -> str:
    match result.state:
        case "reranks":
            return f"{result.model} is now the reranker for profiles that rerank and for --rerank"
        case "in use":
            return f"{result.model} is already in use"
        case "embedded":
            return f"{result.model} is in use, {pluralize(result.chunks, 'chunk')} embedded"
        case "embedding":
            scope = pluralize(result.chunks, "chunk") if result.chunks else "the notes"
            return f"{result.model} embeds {scope} in the background; searches use {result.answering} until it is done"
