"""Sentence encoders through ONNX Runtime: any folder with model.onnx and tokenizer.json."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..model.errors import ModelError
from ..onnx.folder import ModelFolder
from ..onnx.session import Session

if TYPE_CHECKING:
    from ..onnx.session import Output, Tokens
    from ..ports.models import Matrix


class OnnxEmbedder:
    """A transformer with mean pooling, or with the vector of the first token; implements `Embedder`.

    May be shared between threads. The first text loads the model.
    """

    def __init__(self, name: str, folder: ModelFolder, *, threads: int = 0) -> None:
        self._name = name
        self._folder = folder
        self._session = Session(folder, threads=threads)

    @property
    def name(self) -> str:
        """The name that the user gave."""
        return self._name

    @cached_property
    def revision(self) -> str:
        """A digest of the weights, the tokenizer, the pooling and the prefixes."""
        return self._folder.revision

    @property
    def dim(self) -> int:
        """Dimensions of a vector; 0 when the folder does not state them."""
        return self._folder.dim

    @property
    def batch(self) -> int:
        """The best number of texts for one call: enough to form batches of similar length."""
        return 64

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """One row a text: (len(texts), dim) float32, rows of L2 norm 1. Raises ModelError when the model fails."""
        prefix = self._folder.query_prefix if as_query else self._folder.document_prefix
        encodings = self._session.encoded([prefix + text for text in texts])
        rows: dict[int, Output] = {}
        for places in self._session.batches(encodings):
            pooled = self._pooled(*self._session.run([encodings[place] for place in places]))
            rows.update(zip(places, pooled, strict=True))
        if not rows:
            return np.zeros((0, self.dim), np.float32)
        matrix: Matrix = np.stack([rows[place] for place in range(len(texts))])
        if not np.isfinite(matrix).all():
            raise ModelError(f"{self._folder.model} returned NaN or infinity; try another file of the model")
        matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), np.float32(1e-12))
        return matrix

    def _pooled(self, output: Output, mask: Tokens) -> Output:
        """One vector a text, from (texts, tokens, dim), or from (texts, dim) where the model pools itself."""
        if output.ndim == 2:
            return output
        if output.ndim != 3:
            raise ModelError(
                f"{self._folder.model} returned an array of {output.ndim} dimensions; a sentence encoder returns 3 or 2"
            )
        if self._folder.pooling == "cls":
            return output[:, 0]
        weights = mask[:, :, None].astype(np.float32)
        pooled: Output = (output * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), np.float32(1))
        return pooled
