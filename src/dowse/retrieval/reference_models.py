"""The embedding models for which reference systems state minimum cosines, and equivalents for the model in use.

Cosines of different models do not compare: of the same texts, those of one model lie around 0.1 and those of another
around 0.6.  The equivalent of a cosine is the cosine that the same share of random pairs of chunks exceeds.
docs/quality.md describes how the shares were obtained.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Literal

from ..model.cosine_sample import CosineSample
from ..model.lazy_pattern import lazy_pattern
from ..model.value_class import dataclass

ReferenceModel = Literal["none", "minilm", "nomic"]

_BUNDLED = "static"
# Parts of the names of embedders that use the same model; Ollama's all-minilm has 22m parameters unless it says 33m.
_NAMES = {
    "minilm": lazy_pattern(r"all-minilm-l6-v2|onnx:minilm|ollama:all-minilm(:latest|:22m|:l6-v2|$)"),
    "nomic": lazy_pattern(r"nomic-embed-text|onnx:nomic"),
}
# Of the bundled vectors: a cosine, and the share of random pairs that exceed it; the mean of nine collections.
_SHARES = (
    (-1.0, 1.0), (0.0, 0.938), (0.1, 0.717), (0.2, 0.429), (0.25, 0.31), (0.3, 0.212), (0.35, 0.138),
    (0.4, 0.087), (0.5, 0.033), (0.6, 0.015), (0.7, 0.008), (0.8, 0.005), (1.0, 0.0),
)  # fmt: skip
# What to subtract from a cosine of the model for the cosine of the bundled vectors with the same share.
_OFFSETS = {"minilm": 0.0, "nomic": 0.2}


@dataclass(frozen=True, slots=True)
class SimilarityScale:
    """The cosines of the embedding model in use: its name, and a sample from the index."""

    embedder: str = ""
    sample: Callable[[], CosineSample] = CosineSample  # called when a cosine is translated

    def equivalent(self, cosine: float, reference: ReferenceModel) -> float:
        """The cosine of the model in use that is equivalent to one of the reference model.

        The same cosine if that is the model in use, and without the means to translate.
        """
        if reference == "none" or self._uses(reference):
            return cosine
        share = share_above(cosine, reference)
        equivalent = self.sample().cosine_above(share)
        if equivalent is None and self.embedder == _BUNDLED:  # a small vault
            equivalent = cosine - _OFFSETS[reference]
        return cosine if equivalent is None else round(max(0.0, equivalent), 3)

    def _uses(self, reference: str) -> bool:
        return _NAMES[reference].search(self.embedder.casefold()) is not None


def share_above(cosine: float, reference: str) -> float:
    """The share of random pairs of chunks with a greater cosine by that model, in [0, 1]."""
    place = min(1.0, max(-1.0, cosine - _OFFSETS[reference]))
    for (low, more), (high, less) in pairwise(_SHARES):
        if low <= place <= high:
            return more + (less - more) * (place - low) / (high - low)
    raise AssertionError("the shares cover all cosines")
