"""A BERT of one layer and sixteen dimensions, as an ONNX folder and as a formula in numpy that it is compared with."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

Floats = NDArray[np.float32]

_WORDS = ["the", "a", "query:", "passage:", "tax", "carbon", "water", "boat", "fox", "lazy", "quick", "dog", "keys"]
_VOCABULARY = {
    token: n for n, token in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *_WORDS, *"abcdefghijklmnopqrstuvwxyz"])
}
_DIM, _INNER, _POSITIONS = 16, 32, 24


@dataclass(frozen=True, slots=True)
class TinyBert:
    """Weights at random, the same ones for the same seed."""

    seed: int = 1
    scale: float = 1.0
    weights: dict[str, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shapes = {
            "words": (len(_VOCABULARY), _DIM), "places": (_POSITIONS, _DIM), "types": (2, _DIM),
            "q": (_DIM, _DIM), "k": (_DIM, _DIM), "v": (_DIM, _DIM), "up": (_DIM, _INNER), "down": (_INNER, _DIM),
            "head": (_DIM, 1), "two": (_DIM, 2),
        }  # fmt: skip
        random = np.random.default_rng(self.seed)
        self.weights.update({n: random.normal(size=s).astype(np.float32) * self.scale for n, s in shapes.items()})
        self.weights.update({"one": np.ones(_DIM, np.float32), "zero": np.zeros(_DIM, np.float32)})

    def hidden(self, ids: list[int], types: list[int] | None = None) -> Floats:
        """What the last layer gives for one text: (tokens, 16)."""
        w = self.weights
        x = _norm(w["words"][ids] + w["places"][: len(ids)] + w["types"][types or [0] * len(ids)])
        near = (x @ w["q"]) @ (x @ w["k"]).T * np.float32(_DIM**-0.5)
        shares = np.exp(near - near.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        x = _norm(x + shares @ (x @ w["v"]))
        result: Floats = _norm(x + np.maximum(x @ w["up"], 0) @ w["down"])
        return result

    def save(self, folder: Path, *, gives: str = "hidden", **config: object) -> Path:
        """The folder with model.onnx, tokenizer.json and config.json; `gives` hidden, one score, or two, or a sentence
        and then its tokens, as exports of sentence encoders do.
        """
        folder.mkdir(parents=True, exist_ok=True)
        onnx.save(_model(self.weights, gives), str(folder / "model.onnx"))
        tokenizer().save(str(folder / "tokenizer.json"))
        told = {"model_type": "bert", "hidden_size": _DIM, "max_position_embeddings": _POSITIONS, **config}
        (folder / "config.json").write_text(json.dumps(told), "utf-8")
        return folder


def tokenizer() -> Tokenizer:
    """Wordpieces of a few words and all letters."""
    made = Tokenizer(models.WordPiece(_VOCABULARY, unk_token="[UNK]"))  # noqa: S106  # a token of text
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return made


def _norm(x: Floats) -> Floats:
    mean, spread = x.mean(axis=-1, keepdims=True), x.var(axis=-1, keepdims=True)
    result: Floats = ((x - mean) / np.sqrt(spread + np.float32(1e-5))).astype(np.float32)
    return result


def _model(weights: dict[str, Floats], gives: str) -> onnx.ModelProto:
    node = helper.make_node
    nodes = [
        node("Gather", ["words", "input_ids"], ["w"]),
        node("Gather", ["types", "token_type_ids"], ["t"]),
        node("Shape", ["input_ids"], ["length"], start=1, end=2),
        node("Slice", ["places", "from", "length"], ["p"]),
        node("Add", ["w", "t"], ["wt"]),
        node("Add", ["wt", "p"], ["wtp"]),
        node("LayerNormalization", ["wtp", "one", "zero"], ["x"]),
        *(node("MatMul", ["x", name], [f"x{name}"]) for name in "qkv"),
        node("Transpose", ["xk"], ["xkt"], perm=[0, 2, 1]),
        node("MatMul", ["xq", "xkt"], ["products"]),
        node("Mul", ["products", "narrow"], ["near"]),
        node("Cast", ["attention_mask"], ["seen"], to=TensorProto.FLOAT),
        node("Sub", ["seen", "unit"], ["unseen"]),
        node("Mul", ["unseen", "much"], ["far"]),
        node("Unsqueeze", ["far", "axis"], ["wide"]),
        node("Add", ["near", "wide"], ["masked"]),
        node("Softmax", ["masked"], ["shares"], axis=-1),
        node("MatMul", ["shares", "xv"], ["context"]),
        node("Add", ["x", "context"], ["x2"]),
        node("LayerNormalization", ["x2", "one", "zero"], ["x3"]),
        node("MatMul", ["x3", "up"], ["inner"]),
        node("Relu", ["inner"], ["bent"]),
        node("MatMul", ["bent", "down"], ["outer"]),
        node("Add", ["x3", "outer"], ["x4"]),
        node("LayerNormalization", ["x4", "one", "zero"], ["hidden"]),
        node("Gather", ["hidden", "first"], ["cls"], axis=1),
        node("Identity", ["cls"], ["sentence_embedding"]),
        node("Identity", ["hidden"], ["token_embeddings"]),
        node("MatMul", ["cls", "head"], ["score"]),
        node("MatMul", ["cls", "two"], ["classes"]),
    ]
    constants = {
        **weights,
        "narrow": np.float32(_DIM**-0.5), "unit": np.float32(1), "much": np.float32(1e9),
        "from": np.array([0]), "axis": np.array([1]), "first": np.array(0),
    }  # fmt: skip
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "s"]) for name in
              ("input_ids", "attention_mask", "token_type_ids")]  # fmt: skip
    last: dict[str, dict[str, tuple[str | int, ...]]] = {
        "hidden": {"hidden": ("b", "s", _DIM)}, "score": {"score": ("b", 1)}, "classes": {"classes": ("b", 2)},
        "sentence": {"sentence_embedding": ("b", _DIM), "token_embeddings": ("b", "s", _DIM)},
    }  # fmt: skip
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in last[gives].items()]
    graph = helper.make_graph(
        nodes, "tiny", inputs, outputs,
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()],
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return model
