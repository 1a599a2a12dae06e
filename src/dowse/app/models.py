"""The models with a short name: which exist, which were pulled, and the download of one."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import field
from pathlib import Path
from typing import Annotated

from ..model.errors import DowseError, ModelError
from ..model.value_class import dataclass
from ..modelhub.hub import DownloadProgress, hub_of, pull, remove_damaged
from ..modelhub.packaged import PACKAGED, installed_folder
from ..modelhub.presets import PRESETS, Preset
from ..modelhub.store import folder_of, is_whole, manifest_of, models_folder
from .location import in_a_vault, location_of
from .results.json_fields import INTERNAL, Description, Result
from .sessions.index_folders import is_indexed


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownModel(Result):
    """A model with a short name that can be pulled, or installed with a package."""

    name: Annotated[str, Description("the name for `dowse model pull`")]
    kind: Annotated[str, Description("`embedder` or `reranker`")]
    about: Annotated[str, Description("a one-line description")]
    repo: Annotated[str, Description("its repository on the hub")]
    dim: Annotated[int, Description("dimensions of a vector; 1 for a reranker")]
    megabytes: Annotated[int, Description("approximate size of the download, in millions of bytes")]
    extra: Annotated[str | None, Description("the extra that installs it, as in `pip install 'dowse[minilm]'`")]
    pulled: Annotated[bool, Description("whether it is completely downloaded")]
    installed: Annotated[bool, Description("whether the package with the model is installed")]
    folder: Annotated[str | None, Description("its folder; that of the download, if the model is installed too")]
    size_bytes: Annotated[int, Description("size on disk; 0 if it is not on this machine")]
    commit: Annotated[str | None, Description("the downloaded version")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PulledModel(Result):
    """A model that was pulled."""

    name: Annotated[str, Description("the model")]
    repo: Annotated[str, Description("its repository")]
    commit: Annotated[str, Description("the version")]
    folder: Annotated[str, Description("its folder")]
    size_bytes: Annotated[int, Description("its size on disk")]
    was_there: Annotated[bool, Description("whether it was already completely downloaded")]
    mended: Annotated[tuple[str, ...], Description("damaged files that were downloaded again")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalModel(Result):
    """Models that are not pulled."""

    name: Annotated[str, Description("their names")]
    about: Annotated[str, Description("a one-line description")]
    needs: Annotated[str, Description("their requirements")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelList(Result):
    """All models, and those that an index names without confirmation."""

    folder: Annotated[str, Description("the folder of pulled models")]
    models: Annotated[tuple[KnownModel, ...], Description("the presets of `dowse model pull`")]
    ways: Annotated[tuple[ExternalModel, ...], Description("models that `dowse model pull` does not handle")]
    unconfirmed: Annotated[
        tuple[str, ...],
        Description(
            "models that the index of the vault around the working folder names and that dowse does not use until you "
            "confirm them"
        ),
    ]
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # one for each model that is not confirmed


WAYS = (
    ExternalModel(name="static", about="embedding model, built in: token vectors, no network runs", needs="nothing"),
    ExternalModel(name="maxsim", about="reranker, built in: the token vectors of `static`", needs="nothing"),
    ExternalModel(
        name="onnx:FOLDER",
        about="embedding model or reranker: a folder with model.onnx and tokenizer.json",
        needs="pip install 'dowse[onnx]'",
    ),
    ExternalModel(
        name="st:NAME",
        about="embedding model for sentence-transformers, by name or folder",
        needs="pip install 'dowse[st]'",
    ),
    ExternalModel(name="ollama:MODEL", about="embedding model in Ollama, at OLLAMA_HOST", needs="ollama pull MODEL"),
    ExternalModel(
        name="openai:MODEL",
        about="embedding model behind OpenAI's API, at OPENAI_BASE_URL",
        needs="OPENAI_API_KEY, or your own server",
    ),
)


def list_models() -> ModelList:
    """All models, and those that the index of the vault around the working folder names without confirmation."""
    unconfirmed = _unconfirmed_here()
    return ModelList(
        folder=str(models_folder(os.environ)),
        models=tuple(known_models()),
        ways=WAYS,
        unconfirmed=tuple(unconfirmed),
        remarks=tuple(unconfirmed.values()),
    )


def known_models() -> Iterator[KnownModel]:
    """All models with a short name. Makes no request."""
    for preset in PRESETS.values():
        folder = folder_of(preset.name, os.environ)
        manifest = manifest_of(folder) if is_whole(folder) else None
        packaged = PACKAGED.get(preset.name)
        installed = installed_folder(preset.name)
        used = folder if manifest else installed
        installed_bytes = packaged.bytes if packaged and installed else 0
        yield KnownModel(
            name=preset.name,
            kind=preset.kind,
            about=preset.about,
            repo=preset.repo,
            dim=preset.dim,
            megabytes=preset.megabytes,
            extra=packaged.extra if packaged else None,
            pulled=manifest is not None,
            installed=installed is not None,
            folder=str(used) if used else None,
            size_bytes=manifest.bytes if manifest else installed_bytes,
            commit=manifest.commit if manifest else None,
        )


def _unconfirmed_here() -> Mapping[str, str]:
    """The models that the index of the vault around the working folder names; none where it cannot be opened."""
    if not in_a_vault(Path.cwd()):
        return {}
    from .sessions.vault_session import open_session  # noqa: PLC0415  # most calls are made outside of a vault

    with suppress(DowseError):
        place = location_of()
        if is_indexed(place):
            with closing(open_session(place.root)) as vault:
                return vault.config.unconfirmed(vault.engine)
    return {}


def preset_named(name: str) -> Preset:
    """The preset of that name, also as `onnx:NAME`. Raises ModelError for an unknown name."""
    way, _, rest = name.rpartition(":")
    if way in {"", "onnx"} and rest in PRESETS:
        return PRESETS[rest]
    match way:
        case "ollama":
            raise ModelError(f"run `ollama pull {rest}`: Ollama downloads its own models")
        case "openai" | "st":
            raise ModelError(f"{name} needs no pull: `dowse model use {name}` uses it directly")
    close = difflib.get_close_matches(rest, PRESETS, n=1)
    hint = f"did you mean {close[0]}?" if close else "`dowse model list` shows the known models"
    raise ModelError(f"{name} is not a known model; {hint}")


def pull_model(name: str, *, verify: bool, progress: DownloadProgress) -> PulledModel:
    """Downloads the model unless it exists; with `verify`, compares checksums and downloads damaged files again.

    Raises ModelError.
    """
    preset = preset_named(name)
    folder = folder_of(preset.name, os.environ)
    mended = tuple(remove_damaged(folder)) if verify and manifest_of(folder) is not None else ()
    came = False

    def seen(done: int, total: int) -> None:
        nonlocal came
        came = True
        progress(done, total)

    manifest = pull(preset, folder, hub=hub_of(os.environ), progress=seen)
    return PulledModel(
        name=preset.name,
        repo=manifest.repo,
        commit=manifest.commit,
        folder=str(folder),
        size_bytes=manifest.bytes,
        was_there=not came,
        mended=mended,
    )
