"""The models with a short name: their repository on the hub, their pooling and their prefixes.

Each is pinned to a commit, so that a name means the same vectors on each machine and nobody can replace the files.
Of several int8 files the preset uses the one that is correct on all processors: `quint8_avx2` where it exists, since
signed weights overflow on processors without VNNI.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from ..model.value_class import dataclass

ModelKind = Literal["embedder", "reranker"]
PresetPooling = Literal["mean", "cls", "none"]

MODEL_FILE = "model.onnx"  # the local name, whatever the name on the hub
_NEEDED = ("tokenizer.json", "config.json")
_TOLD = ("tokenizer_config.json", "sentence_bert_config.json", "1_Pooling/config.json")  # not every repository has them


@dataclass(frozen=True, slots=True)
class Preset:
    """A model on the hub."""

    name: str
    about: str
    repo: str
    revision: str  # a commit
    onnx: str  # the model's file in the repository
    dim: int  # dimensions of a vector; of a reranker, the number of scores
    pooling: PresetPooling
    max_tokens: int  # longer texts are cut
    megabytes: int  # of all files, in millions of bytes
    query_prefix: str = ""
    document_prefix: str = ""
    kind: ModelKind = "embedder"

    @property
    def files(self) -> Mapping[str, str]:
        """The required files: local name → name in the repository."""
        return {MODEL_FILE: self.onnx, **{name: name for name in _NEEDED}}

    @property
    def more_files(self) -> Mapping[str, str]:
        """The optional files: local name → name in the repository."""
        return {name: name for name in _TOLD if self.kind == "embedder" or "/" not in name}


def _presets() -> Iterator[Preset]:
    minilm = Preset(
        name="minilm",
        about="English, small and fast: all-MiniLM-L6-v2",
        repo="sentence-transformers/all-MiniLM-L6-v2",
        revision="c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
        onnx="onnx/model.onnx",
        dim=384,
        pooling="mean",
        max_tokens=256,
        megabytes=91,
    )
    yield minilm
    yield _int8(minilm, "onnx/model_quint8_avx2.onnx", megabytes=24)
    nomic = Preset(
        name="nomic",
        about="English, long passages: nomic-embed-text-v1.5",
        repo="nomic-ai/nomic-embed-text-v1.5",
        revision="e9b6763023c676ca8431644204f50c2b100d9aab",
        onnx="onnx/model.onnx",
        dim=768,
        pooling="mean",
        # The model accepts 8192, but time grows with the square of the length; the longest chunks have about 600.
        max_tokens=1024,
        megabytes=548,
        query_prefix="search_query: ",
        document_prefix="search_document: ",
    )
    yield nomic
    yield _int8(nomic, "onnx/model_quantized.onnx", megabytes=138)
    arctic = Preset(
        name="arctic-m",
        about="English, trained for retrieval: snowflake-arctic-embed-m-v1.5",
        repo="Snowflake/snowflake-arctic-embed-m-v1.5",
        revision="e58a8f756156a1293d763f17e3aae643474e9b8a",
        onnx="onnx/model.onnx",
        dim=768,
        pooling="cls",
        max_tokens=512,
        megabytes=437,
        query_prefix="Represent this sentence for searching relevant passages: ",
    )
    yield arctic
    yield _int8(arctic, "onnx/model_int8.onnx", megabytes=111)
    e5 = Preset(
        name="e5-small-multilingual",
        about="a hundred languages: multilingual-e5-small",
        repo="intfloat/multilingual-e5-small",
        revision="614241f622f53c4eeff9890bdc4f31cfecc418b3",
        onnx="onnx/model.onnx",
        dim=384,
        pooling="mean",
        max_tokens=512,
        megabytes=487,
        query_prefix="query: ",
        document_prefix="passage: ",
    )
    yield e5
    yield _int8(e5, "onnx/model_qint8_avx512_vnni.onnx", megabytes=136)
    reranker = Preset(
        name="ms-marco-minilm",
        about="English, reads query and passage together: ms-marco-MiniLM-L6-v2",
        repo="cross-encoder/ms-marco-MiniLM-L6-v2",
        revision="c5ee24cb16019beea0893ab7796b1df96625c6b8",
        onnx="onnx/model.onnx",
        dim=1,
        pooling="none",
        max_tokens=512,
        megabytes=92,
        kind="reranker",
    )
    yield reranker
    yield _int8(reranker, "onnx/model_quint8_avx2.onnx", megabytes=24)


def _int8(whole: Preset, onnx: str, *, megabytes: int) -> Preset:
    return replace(whole, name=f"{whole.name}-int8", about=f"{whole.about}, int8", onnx=onnx, megabytes=megabytes)


PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in _presets()}
