"""The configuration in the folder of an ONNX model: inputs, outputs and limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from ..model.errors import ModelError
from ..model.value_class import dataclass

Pooling = Literal["mean", "cls"]

MODEL_FILES = ("model.onnx", "onnx/model.onnx")  # the layouts of other programs
_TOKENIZER = "tokenizer.json"
_MOST_TOKENS = 512  # of a model that does not say; what BERT takes
_LONGEST_JSON = 1_000_000  # bytes; the tokenizer's file is read by its own library
_SAMPLES = 64  # pieces of a model's file that its digest is made of
_SAMPLE = 4096  # bytes


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model, its tokenizer, and its prompts and limits."""

    path: Path
    model: Path
    tokenizer: Path
    pooling: Pooling = "mean"
    query_prefix: str = ""
    document_prefix: str = ""
    max_tokens: int = _MOST_TOKENS  # longer texts are cut
    dim: int = 0  # dimensions of the output; 0 when the folder does not state them

    @property
    def revision(self) -> str:
        """A digest of the weights and of all that changes a vector.

        Of the model's file, 64 pieces spread over it are read and its size: to read 500 MB before every search takes
        longer than the search, and no two trainings agree in all of them.
        """
        digest = blake2b(digest_size=8)
        digest.update(repr((self.pooling, self.query_prefix, self.document_prefix, self.max_tokens)).encode())
        digest.update(self.tokenizer.read_bytes())
        for file in sorted({self.model, *self.model.parent.glob(f"{self.model.name}*data")}):
            _sample(file, digest.update)
        return digest.hexdigest()


def model_folder(path: Path, **said: object) -> ModelFolder:
    """The model in `path`; the values in `said`, by field name, override those in the folder.

    Raises ModelError when a file is missing or makes no sense.
    """
    if not path.is_dir():
        raise ModelError(f"there is no folder {path}; a model is a folder with model.onnx and tokenizer.json")
    model = next((path / name for name in MODEL_FILES if (path / name).is_file()), None)
    if model is None:
        raise ModelError(f"{path} has no model.onnx (nor {MODEL_FILES[1]}); export the model to ONNX into it")
    tokenizer = path / _TOKENIZER
    if not tokenizer.is_file():
        raise ModelError(f"{path} has no {_TOKENIZER}; save the model's fast tokenizer into it")
    config = _read(path / "config.json")
    prompts = _table(_read(path / "config_sentence_transformers.json").get("prompts"))
    found: dict[str, object] = {
        "pooling": _pooling(path / "1_Pooling" / "config.json"),
        "query_prefix": _text(prompts.get("query")),
        "document_prefix": _text(prompts.get("document") or prompts.get("passage")),
        "max_tokens": _max_tokens(path, config),
        "dim": _whole(config.get("hidden_size") or config.get("n_embd") or config.get("dim")),
    }
    return ModelFolder(path, model, tokenizer, **{**found, **said})  # type: ignore[arg-type]  # by the fields' names


def _max_tokens(path: Path, config: Mapping[str, object]) -> int:
    """The token limit of the training, at most the number of positions."""
    stated_limit = _whole(_read(path / "sentence_bert_config.json").get("max_seq_length"))
    stated_limit = stated_limit or _whole(_read(path / "tokenizer_config.json").get("model_max_length"))
    positions = _whole(config.get("max_position_embeddings"))
    if config.get("model_type") in {"roberta", "xlm-roberta", "camembert", "mpnet"}:
        positions -= 2  # the first two are never used: positions begin behind the padding's
    limits = [
        limit for limit in (stated_limit, positions) if 0 < limit < 1_000_000
    ]  # an absent limit is written as 1e30
    return min(limits, default=_MOST_TOKENS)


def _pooling(path: Path) -> Pooling:
    said = _read(path)
    ways = [
        name.removeprefix("pooling_mode_") for name, value in said.items() if name.startswith("pooling_mode_") and value
    ]
    ways = ways or [_text(said.get("pooling_mode"))] if said else ["mean_tokens"]
    match ways:
        case ["mean_tokens" | "mean"]:
            return "mean"
        case ["cls_token" | "cls"]:
            return "cls"
    raise ModelError(
        f"{path}: the model uses the pooling {' and '.join(ways) or 'nothing'}; known are mean_tokens and cls_token"
    )


def _read(path: Path) -> Mapping[str, object]:
    """The JSON table in the file; empty for a missing file."""
    try:
        if path.stat().st_size > _LONGEST_JSON:
            raise ModelError(f"{path} is too large for a configuration file")
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ModelError(f"{path} cannot be read ({error})") from error
    if not isinstance(value, dict):
        raise ModelError(f"{path} is not a JSON object")
    return value


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: object) -> int:
    return int(value) if isinstance(value, int | float) and 0 < value < 1e18 else 0


def _sample(file: Path, tell: object) -> None:
    assert callable(tell)
    size = file.stat().st_size
    tell(size.to_bytes(8, "little"))
    with file.open("rb") as data:
        for n in range(_SAMPLES):
            data.seek(max(0, (size - _SAMPLE) * n // (_SAMPLES - 1)))
            tell(data.read(_SAMPLE))
