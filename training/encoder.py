"""Writes the int8 encoder of packages/dowse-minilm: all-MiniLM-L6-v2 as an ONNX graph, made from its weights.

The matrices of the layers have 7 bits and a scale for each column, the word vectors 8 bits and a scale for each row.
ONNX Runtime multiplies integers; the inputs of each product are rounded to 8 bits with a scale for each token.

- A scale for each token, not for the whole batch as `quantize_dynamic` has: a text has the same vector whatever else
  is in its batch, and one token with large values costs the others no precision.
- 7 bits for weights: processors without VNNI add two products of 8 bits in 16 bits, which overflow for 8-bit weights.
- The queries, keys and values of a layer are one product.

The graph has standard operators of opset 17 alone.  The same weights give the same bytes: no tracer names its nodes.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from distill import DistillError, model_folder
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

Floats = NDArray[np.float32]

_OPSET, _IR = 17, 8  # ONNX Runtime 1.13 and later
_HEADS, _LAYERS, _DIM = 12, 6, 384
_WEIGHT_LIMIT = 64  # 2 · 255 · 64 = 32,640 fits into 16 bits
_GELU_FLOOR = 0.17  # GELU returns at least -0.16998
_COPIED = ("tokenizer.json", "config.json", "sentence_bert_config.json", "1_Pooling/config.json")


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the files, or compares them with --check; 1 when a file differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, help="folder for the files: packages/dowse-minilm/src/dowse_minilm")
    parser.add_argument("--check", action="store_true", help="compare the folder with what would be written")
    options = parser.parse_args(arguments)
    try:
        source = model_folder()
    except DistillError as error:
        print(f"encoder: {error}", file=sys.stderr)
        return 2
    made = content(source)
    different = [name for name, data in made.items() if options.check and _read(options.out / name) != data]
    for name, data in made.items():
        if not options.check:
            (options.out / name).parent.mkdir(parents=True, exist_ok=True)
            (options.out / name).write_bytes(data)
        print(f"{name} {len(data)} {hashlib.sha256(data).hexdigest()}")
    for name in different:
        print(f"encoder: {options.out / name} differs", file=sys.stderr)
    return 1 if different else 0


def content(source: Path) -> Mapping[str, bytes]:
    """The files of the encoder, by name, from the folder of the sentence transformer."""
    weights = load_file(source / "model.safetensors")
    graph = Graph({name.removeprefix("bert."): array.astype(np.float32) for name, array in weights.items()})
    copied = {name: (source / name).read_bytes() for name in _COPIED}
    return {"model.onnx": graph.model().SerializeToString(deterministic=True), **copied}


class Graph:
    """The nodes and constants of the transformer, added one operation after the other."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._weights = weights
        self._nodes: list[NodeProto] = []
        self._constants: dict[str, NDArray[np.generic]] = {}
        self._count = 0

    def model(self) -> onnx.ModelProto:
        """The checked model: input_ids and attention_mask to last_hidden_state."""
        mask = self._mask()
        x = self._embedded()
        for layer in range(_LAYERS):
            x = self._layer(x, mask, f"encoder.layer.{layer}")
        self._nodes[-1].output[0] = "last_hidden_state"
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
            for name in ("input_ids", "attention_mask")
        ]
        output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["texts", "tokens", _DIM])
        constants = [numpy_helper.from_array(np.asarray(v, order="C"), name) for name, v in self._constants.items()]
        graph = helper.make_graph(self._nodes, "all-MiniLM-L6-v2", inputs, [output], constants)
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR, producer_name="dowse"
        )
        onnx.checker.check_model(model, full_check=True)
        return model

    def _embedded(self) -> str:
        """Word, position and type vectors; a text has the type 0 throughout."""
        rows = self._weights["embeddings.word_embeddings.weight"]
        scales = np.maximum(np.abs(rows).max(axis=1, keepdims=True) / 127, np.float32(1e-12))
        words = self._constant("words", np.rint(rows / scales).astype(np.int8))
        taken = self._floats(self._add("Gather", words, "input_ids"))
        scaled = self._add("Mul", taken, self._add("Gather", self._constant("word_scales", scales), "input_ids"))
        places = self._weights["embeddings.position_embeddings.weight"]
        places = places + self._weights["embeddings.token_type_embeddings.weight"][0]
        length = self._add("Shape", "input_ids", start=1, end=2)
        start = self._constant("start", np.array([0], np.int64))
        placed = self._add("Slice", self._constant("positions", places), start, length)
        return self._normed(self._add("Add", scaled, placed), "embeddings.LayerNorm")

    def _layer(self, x: str, mask: str, name: str) -> str:
        """Attention and the feed-forward part, each added to its input and normalised."""
        attended = self._attended(x, mask, f"{name}.attention.self")
        weight, bias = self._dense(f"{name}.attention.output.dense")
        x = self._normed(
            self._add("Add", x, self._product(self._rounded(attended), weight, bias, f"{name}.attended")),
            f"{name}.attention.output.LayerNorm",
        )
        weight, bias = self._dense(f"{name}.intermediate.dense")
        inner = self._gelu(self._product(self._rounded(x), weight, bias, f"{name}.inner"))
        weight, bias = self._dense(f"{name}.output.dense")
        outer = self._product(self._rounded_gelu(inner), weight, bias, f"{name}.outer", floor=_GELU_FLOOR)
        return self._normed(self._add("Add", x, outer), f"{name}.output.LayerNorm")

    def _attended(self, x: str, mask: str, name: str) -> str:
        narrow = np.float32((_DIM // _HEADS) ** -0.5)  # of the products of queries and keys
        parts = [self._dense(f"{name}.{part}") for part in ("query", "key", "value")]
        weight = np.concatenate([parts[0][0] * narrow, parts[1][0], parts[2][0]], axis=1)
        bias = np.concatenate([parts[0][1] * narrow, parts[1][1], parts[2][1]])
        made = self._product(self._rounded(x), weight, bias, name)
        split = self._constant("heads", np.array([0, 0, 3, _HEADS, _DIM // _HEADS], np.int64))
        apart = self._add("Transpose", self._add("Reshape", made, split), perm=[2, 0, 3, 1, 4])
        query, key, value = (
            self._add("Gather", apart, self._constant(f"part{n}", np.array(n, np.int64)), axis=0) for n in range(3)
        )
        near = self._add("MatMul", query, self._add("Transpose", key, perm=[0, 1, 3, 2]))
        shares = self._add("Softmax", self._add("Add", near, mask), axis=-1)
        joined = self._add("Transpose", self._add("MatMul", shares, value), perm=[0, 2, 1, 3])
        return self._add("Reshape", joined, self._constant("joined", np.array([0, 0, _DIM], np.int64)))

    def _product(self, rounded: tuple[str, str, str], weight: Floats, bias: Floats, name: str, floor: float = 0) -> str:
        """The product with the rounded weights, plus the bias; `floor` was added to the inputs."""
        scales = np.abs(weight).max(axis=0) / np.float32(_WEIGHT_LIMIT)
        integers = np.rint(weight / scales).astype(np.int8)
        bias = bias - np.float32(floor) * (integers * scales).sum(axis=0, dtype=np.float32)
        data, zero, scale = rounded
        matrix = self._constant(f"{name}.weight", integers)
        summed = self._floats(self._add("MatMulInteger", data, matrix, zero))
        scaled = self._add("Mul", self._add("Mul", summed, scale), self._constant(f"{name}.scale", scales))
        return self._add("Add", scaled, self._constant(f"{name}.bias", bias))

    def _rounded(self, x: str) -> tuple[str, str, str]:
        """Unsigned integers around 128, the zero point and the scale of each token."""
        largest = self._largest(self._add("Abs", x))
        scale = self._add("Mul", largest, self._constant("per_127", np.float32(1 / 127)))
        ratio = self._add("Div", x, scale)
        shifted = self._add("Add", self._add("Round", ratio), self._constant("middle", np.float32(128)))
        zero = self._constant("zero_128", np.uint8(128))
        return self._add("Cast", shifted, to=TensorProto.UINT8), zero, scale

    def _rounded_gelu(self, x: str) -> tuple[str, str, str]:
        """As above, of numbers that are at least -0.17: all 8 bits are for the numbers above that."""
        shifted = self._add("Add", x, self._constant("floor", np.float32(_GELU_FLOOR)))
        scale = self._add("Mul", self._largest(shifted), self._constant("per_255", np.float32(1 / 255)))
        integers = self._add("Cast", self._add("Round", self._add("Div", shifted, scale)), to=TensorProto.UINT8)
        return integers, self._constant("zero_0", np.uint8(0)), scale

    def _largest(self, x: str) -> str:
        """The largest number of each token, above 0."""
        return self._add(
            "Max", self._add("ReduceMax", x, axes=[-1], keepdims=1), self._constant("tiny", np.float32(1e-9))
        )

    def _gelu(self, x: str) -> str:
        """The GELU x · (1 + erf(x / √2)) / 2, in the form that ONNX Runtime fuses."""
        error = self._add("Erf", self._add("Div", x, self._constant("root", np.float32(2**0.5))))
        grown = self._add("Mul", x, self._add("Add", error, self._constant("one", np.float32(1))))
        return self._add("Mul", grown, self._constant("half", np.float32(0.5)))

    def _mask(self) -> str:
        """0 for tokens and -10,000 for padding, added to the products of queries and keys."""
        seen = self._floats("attention_mask")
        missing = self._add("Sub", seen, self._constant("one", np.float32(1)))
        far = self._add("Mul", missing, self._constant("far", np.float32(1e4)))
        return self._add("Unsqueeze", far, self._constant("axes", np.array([1, 2], np.int64)))

    def _normed(self, x: str, name: str) -> str:
        scale = self._constant(f"{name}.weight", self._weights[f"{name}.weight"])
        bias = self._constant(f"{name}.bias", self._weights[f"{name}.bias"])
        return self._add("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-12)

    def _dense(self, name: str) -> tuple[Floats, Floats]:
        """The matrix, one column for each output, and the bias."""
        return self._weights[f"{name}.weight"].T, self._weights[f"{name}.bias"]

    def _floats(self, x: str) -> str:
        return self._add("Cast", x, to=TensorProto.FLOAT)

    def _constant(self, name: str, value: NDArray[np.generic] | np.generic) -> str:
        self._constants.setdefault(name, np.asarray(value))
        return name

    def _add(self, operation: str, *inputs: str, **attributes: object) -> str:
        self._count += 1
        output = f"{operation}_{self._count}"
        self._nodes.append(helper.make_node(operation, list(inputs), [output], name=output, **attributes))
        return output


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


if __name__ == "__main__":
    raise SystemExit(main())
