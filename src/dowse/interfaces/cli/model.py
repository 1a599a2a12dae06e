"""`dowse model`: list, pull, use and benchmark models."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ...app.models import ModelList, PulledModel, list_models, preset_named, pull_model
from .model_bench import bench_command
from .model_use import use_command
from .terminal import ProgressLine, echo_json, echo_lines, remark

_MEGABYTE = 1_000_000  # bytes
_STOPPED = 130  # the exit code after Ctrl-C


@click.group("model")
def model_command() -> None:
    """List, download, use and benchmark embedding models.

    \b
      dowse model list
      dowse model pull minilm
      dowse model use minilm ~/notes
      dowse model bench static minilm
    """


model_command.add_command(use_command)
model_command.add_command(bench_command)


@model_command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(as_json: bool) -> None:
    """List the models that can be pulled, whether each is pulled, and other kinds.

    In a vault, also lists models that its index names but that are not used until you confirm them.
    """
    found = list_models()
    if as_json:
        echo_json(found.to_dict())
    else:
        echo_lines(_lines(found))


@model_command.command("pull")
@click.argument("name")
@click.option("--verify", is_flag=True, help="Verify checksums; download damaged files again.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def pull_command(name: str, verify: bool, as_json: bool) -> None:
    """Download a model from huggingface.co; later runs use the local copy.

    HF_ENDPOINT sets a mirror and HF_TOKEN an access token. Files that were complete before an interruption are kept.
    Models are stored in the folder DOWSE_MODELS, or else in your data folder.

    \b
      dowse model pull minilm
      dowse model pull minilm --verify
    """
    preset = preset_named(name)
    try:
        with ProgressLine(Path(preset.name)) as progress:
            told = sys.stderr.isatty()

            def seen(done: int, total: int) -> None:
                nonlocal told
                if not told:
                    told = True
                    remark(f"pulling {preset.name}, {total / _MEGABYTE:,.0f} MB")
                progress("model", done // _MEGABYTE, total // _MEGABYTE)

            pulled = pull_model(name, verify=verify, progress=seen)
    except KeyboardInterrupt:
        remark("stopped; finished files are kept, and the next pull continues from there")
        sys.exit(_STOPPED)
    if as_json:
        echo_json(pulled.to_dict())
    else:
        echo_lines(_pulled_lines(pulled, verified=verify))


def _lines(found: ModelList) -> Iterator[str]:
    width = max(len(each.name) for each in found.models)
    for kind in ("embedder", "reranker"):
        yield f"{kind.capitalize()}s to pull:"
        for each in found.models:
            if each.kind == kind:
                state = "pulled" if each.pulled else f"{each.megabytes:,} MB"
                yield f"  {each.name:<{width}}  {state:>7}  {each.about}"
        yield ""
    yield "Others:"
    width = max(len(way.name) for way in found.ways)
    for way in found.ways:
        yield f"  {way.name:<{width}}  {way.about}"
        yield f"  {'':<{width}}  needs {way.needs}"
    yield ""
    yield f"Pulled models are stored in {found.folder}"
    if found.remarks:
        yield from ("", "Not confirmed:", *(f"  {line}" for line in found.remarks))


def _pulled_lines(pulled: PulledModel, *, verified: bool) -> Iterator[str]:
    if pulled.mended:
        yield f"damaged and pulled again: {', '.join(pulled.mended)}"
    state = "was already pulled" if pulled.was_there else "is pulled"
    checked = ", checksums verified" if verified or not pulled.was_there else ""
    yield f"{pulled.name} {state}{checked}: {pulled.size_bytes / _MEGABYTE:,.1f} MB in {pulled.folder}"
