"""Embedders by the names that users give them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.errors import ModelError
from ..modelhub.presets import PRESETS, Preset
from ..ports.models import Embedder
from .static import StaticEmbedder

if TYPE_CHECKING:
    from ..onnx.folder import ModelFolder

EMBEDDER_KINDS: Mapping[str, str] = {
    "static": "the bundled token vectors: nothing to install, nothing to fetch",
    "onnx:NAME": "a sentence encoder by ONNX Runtime: a preset of `dowse model list`, or a folder with model.onnx",
    "st:NAME": "whatever sentence-transformers loads: a name on the model hub, or a folder",
    "ollama:MODEL": "a model of an Ollama that runs; OLLAMA_HOST says where",
    "openai:MODEL": "any server with OpenAI's /v1/embeddings; OPENAI_BASE_URL and OPENAI_API_KEY say which",
}

_BUNDLED = ("static", "maxsim")

ModelStamp = tuple[tuple[str, int, int], ...]  # (file, time of change, size) of each that is there

# What a model is made of; more may be there, and only these change a vector.
_FILES = (
    *("model.onnx", "model.onnx_data", "model.onnx.data", "model.safetensors"),
    *("onnx/model.onnx", "onnx/model.onnx_data", "onnx/model.onnx.data"),
    *("tokenizer.json", "tokenizer_config.json", "config.json"),
    *("config_sentence_transformers.json", "sentence_bert_config.json", "1_Pooling/config.json"),
)


def whole_name(name: str, *, here: Path) -> str:
    """The name as it is kept: a preset's and a folder's get their kind, a folder its whole path.

    Raises ModelError when it is neither, nor could be the path of a folder.
    """
    kind, _, rest = name.partition(":")
    if not rest and name not in _BUNDLED:
        kind, rest = "onnx", name
        if name not in PRESETS and Path(name).name == name and not (here / name).is_dir():
            raise ModelError(f"there is no model {name!r}, nor a folder of that name here; {_hint(name)}")
    if kind in {"onnx", "st"} and rest not in PRESETS and (Path(rest).expanduser().is_dir() or kind == "onnx"):
        rest = str(here / Path(rest).expanduser())
    return f"{kind}:{rest}" if rest else kind


def embedder_named(name: str, *, environment: Mapping[str, str]) -> Embedder:
    """The embedder of that name; no model is loaded and no server asked before it is used.

    Raises ModelError when there is none such, or it is not on this machine.
    """
    kind, _, rest = name.partition(":")
    match kind:
        case "static" if not rest:
            return StaticEmbedder()
        case "onnx" if rest:
            from .onnx import OnnxEmbedder  # noqa: PLC0415  # here, so that a search by the bundled vectors starts without it

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
    raise ModelError(f"there is no embedder {name!r}; there are {', '.join(EMBEDDER_KINDS)}")


def stamp_of(name: str, *, environment: Mapping[str, str]) -> ModelStamp:
    """By what it is seen that a model's files are others than before; empty for a model without files of its own."""
    kind, _, rest = name.partition(":")
    if kind not in {"onnx", "st"}:
        return ()
    from ..modelhub.store import folder_of  # noqa: PLC0415  # as above

    folder = folder_of(rest, environment) if rest in PRESETS and kind == "onnx" else Path(rest).expanduser()
    return tuple((file, found.st_mtime_ns, found.st_size) for file in _FILES if (found := _stat(folder / file)))


def onnx_folder(name: str, *, environment: Mapping[str, str], kind: str = "embedder") -> ModelFolder:
    """The folder of a preset that was pulled, or the one named. Raises ModelError when it is not there, or no model."""
    from ..modelhub.store import folder_of, is_whole  # noqa: PLC0415  # as above
    from ..onnx.folder import model_folder  # noqa: PLC0415  # as above

    preset = PRESETS.get(name)
    if preset is None:
        # The notes' own settings may name presets, and this would be a folder that came along with the notes.
        if Path(name).name == name:
            raise ModelError(f"there is no model {name!r} (a folder is written with its path, ./{name}); {_hint(name)}")
        return model_folder(Path(name).expanduser())
    if preset.kind != kind:
        raise ModelError(
            f"{name} is {'a reranker' if preset.kind == 'reranker' else 'an embedder'}, not one to {_USES[kind]}"
        )
    folder = folder_of(name, environment)
    if not is_whole(folder):
        raise ModelError(f"{name} is not on this machine; `dowse model pull {name}` fetches it ({preset.megabytes} MB)")
    return model_folder(folder, **_said(preset))


def _hint(name: str) -> str:
    if name in {"st", "ollama", "openai"}:
        return f"write {name}:MODEL"
    close = get_close_matches(name, (*PRESETS, *_BUNDLED), n=1)
    return f"did you mean {close[0]}?" if close else "`dowse model list` says which there are"


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


_USES = {"embedder": "turn texts into vectors", "reranker": "rerank with"}


def _said(preset: Preset) -> Mapping[str, object]:
    said: dict[str, object] = {"max_tokens": preset.max_tokens}
    if preset.kind == "embedder":
        said |= {"query_prefix": preset.query_prefix, "document_prefix": preset.document_prefix, "dim": preset.dim}
        said |= {"pooling": preset.pooling}
    return said
