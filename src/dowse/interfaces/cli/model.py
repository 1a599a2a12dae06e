"""`dowse model`: which models there are, and having them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

import click

from ...app.index_ownership import is_indexed
from ...app.location import in_a_vault, location_of
from ...app.models import WAYS, KnownModel, PulledModel, known_models, preset_named, pull_model, pulled_into
from ...app.results.json_fields import Json
from ...app.vault_session import open_session
from ...model.errors import DowseError
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
    known, unconfirmed = list(known_models()), _unconfirmed_here()
    if as_json:
        echo_json({**_list_json(known), "unconfirmed": list[Json](unconfirmed)})
    else:
        told = ["", "Not confirmed:", *(f"  {line}" for line in unconfirmed.values())] if unconfirmed else []
        echo_lines((*_lines(known), *told))


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
        echo_json(_pulled_json(pulled))
    else:
        echo_lines(_pulled_lines(pulled, verified=verify))


def _unconfirmed_here() -> Mapping[str, str]:
    """The models that the index of the vault around the working folder names; none where it cannot be opened."""
    if not in_a_vault(Path.cwd()):
        return {}
    with suppress(DowseError):
        place = location_of()
        if is_indexed(place):
            with closing(open_session(place.root)) as vault:
                return vault.space.unconfirmed(vault.engine)
    return {}


def _lines(known: Iterable[KnownModel]) -> Iterator[str]:
    rows = list(known)
    width = max(len(each.preset.name) for each in rows)
    for kind in ("embedder", "reranker"):
        yield f"{kind.capitalize()}s to pull:"
        for each in rows:
            preset = each.preset
            if preset.kind == kind:
                state = "pulled" if each.pulled else f"{preset.megabytes:,} MB"
                yield f"  {preset.name:<{width}}  {state:>7}  {preset.about}"
        yield ""
    yield "Others:"
    width = max(len(way.name) for way in WAYS)
    for way in WAYS:
        yield f"  {way.name:<{width}}  {way.about}"
        yield f"  {'':<{width}}  needs {way.needs}"
    yield ""
    yield f"Pulled models are stored in {pulled_into()}"


def _pulled_lines(pulled: PulledModel, *, verified: bool) -> Iterator[str]:
    if pulled.mended:
        yield f"damaged and pulled again: {', '.join(pulled.mended)}"
    state = "was already pulled" if pulled.was_there else "is pulled"
    checked = ", checksums verified" if verified or not pulled.was_there else ""
    yield f"{pulled.name} {state}{checked}: {pulled.bytes / _MEGABYTE:,.1f} MB in {pulled.folder}"


def _list_json(known: Iterable[KnownModel]) -> dict[str, Json]:
    return {
        "folder": str(pulled_into()),
        "models": [_known_json(each) for each in known],
        "ways": [{"name": way.name, "about": way.about, "needs": way.needs} for way in WAYS],
    }


def _known_json(known: KnownModel) -> dict[str, Json]:
    preset = known.preset
    return {
        "name": preset.name,
        "kind": preset.kind,
        "about": preset.about,
        "repo": preset.repo,
        "dim": preset.dim,
        "megabytes": preset.megabytes,
        "pulled": known.pulled,
        "folder": str(known.folder) if known.pulled else None,
        "size_bytes": known.bytes,
        "commit": known.commit or None,
    }


def _pulled_json(pulled: PulledModel) -> dict[str, Json]:
    return {
        "name": pulled.name,
        "repo": pulled.repo,
        "commit": pulled.commit,
        "folder": str(pulled.folder),
        "size_bytes": pulled.bytes,
        "was_there": pulled.was_there,
        "mended": list(pulled.mended),
    }
