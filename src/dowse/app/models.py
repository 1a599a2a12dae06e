"""Models by name: which there are, which were pulled, and pulling one."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..model.errors import ModelError
from ..modelhub.hub import DownloadProgress, hub_of, pull, set_aside
from ..modelhub.presets import PRESETS, Preset
from ..modelhub.store import folder_of, is_whole, manifest_of, models_folder


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model that has a short name, and the folder it lies in once it was pulled."""

    preset: Preset
    folder: Path
    bytes: int = 0  # of the disk; 0 when it was not pulled
    commit: str = ""

    @property
    def pulled(self) -> bool:
        """Whether it is there, whole."""
        return bool(self.bytes)


@dataclass(frozen=True, slots=True)
class PulledModel:
    """A model that is there now."""

    name: str
    repo: str
    commit: str
    folder: Path
    bytes: int
    was_there: bool
    mended: tuple[str, ...] = ()  # files that were damaged and came anew


@dataclass(frozen=True, slots=True)
class ExternalModel:
    """A model that is not pulled by us."""

    name: str
    about: str
    needs: str


WAYS = (
    ExternalModel("static", "embedder, built in: token vectors, no model runs", "nothing"),
    ExternalModel("maxsim", "reranker, built in: the token vectors of `static`", "nothing"),
    ExternalModel(
        "onnx:FOLDER",
        "embedder or reranker: any folder with model.onnx and tokenizer.json",
        "pip install 'dowse[onnx]'",
    ),
    ExternalModel(
        "st:NAME", "embedder: what sentence-transformers loads, by name or folder", "pip install 'dowse[st]'"
    ),
    ExternalModel("ollama:MODEL", "embedder in Ollama, at OLLAMA_HOST", "ollama pull MODEL"),
    ExternalModel(
        "openai:MODEL", "embedder behind OpenAI's API, at OPENAI_BASE_URL", "OPENAI_API_KEY, or a server of your own"
    ),
)


def pulled_into() -> Path:
    """The folder that models are pulled into; need not exist."""
    return models_folder(os.environ)


def known_models() -> Iterator[KnownModel]:
    """All models that have a short name. Looks at the disk only."""
    for preset in PRESETS.values():
        folder = folder_of(preset.name, os.environ)
        manifest = manifest_of(folder)
        if manifest is not None and is_whole(folder):
            yield KnownModel(preset, folder, manifest.bytes, manifest.commit)
        else:
            yield KnownModel(preset, folder)


def preset_named(name: str) -> Preset:
    """The preset, also as `onnx:NAME`. Raises ModelError when there is none."""
    way, _, rest = name.rpartition(":")
    if way in {"", "onnx"} and rest in PRESETS:
        return PRESETS[rest]
    match way:
        case "ollama":
            raise ModelError(f"Ollama pulls its models itself: ollama pull {rest}")
        case "openai" | "st":
            raise ModelError(f"{name} is not pulled; it is had from there when it is first used")
    close = difflib.get_close_matches(rest, PRESETS, n=1)
    hint = f"did you mean {close[0]}?" if close else "`dowse model list` says which there are"
    raise ModelError(f"there is no model {name} to pull; {hint}")


def pull_model(name: str, *, verify: bool, progress: DownloadProgress) -> PulledModel:
    """The model, downloaded unless it is there; to verify, its files are read and damaged ones come anew.

    Raises ModelError.
    """
    preset = preset_named(name)
    folder = folder_of(preset.name, os.environ)
    mended = tuple(set_aside(folder)) if verify and manifest_of(folder) is not None else ()
    came = False

    def seen(done: int, total: int) -> None:
        nonlocal came
        came = True
        progress(done, total)

    manifest = pull(preset, folder, hub=hub_of(os.environ), progress=seen)
    return PulledModel(preset.name, manifest.repo, manifest.commit, folder, manifest.bytes, not came, mended)
