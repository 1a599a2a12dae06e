"""A transformer that reads query and text together and scores their relevance (Nogueira and Cho, 2019)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..model.errors import ModelError
from ..onnx.folder import ModelFolder
from ..onnx.session import Session


class CrossEncoder:
    """The sigmoid of the logit of a pair; implements `PairScorer`.

    For models with two classes, the softmax of the second.  May be shared between threads.
    """

    def __init__(self, name: str, folder: ModelFolder, *, threads: int = 0) -> None:
        self._name = name
        self._folder = folder
        self._session = Session(folder, threads=threads)

    @property
    def name(self) -> str:
        """The name that the user gave."""
        return self._name

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, in [0, 1]. Raises ModelError when the model fails or is not a cross-encoder."""
        encodings = self._session.encoded([(query, text) for text in texts])
        scores = [0.0] * len(texts)
        for places in self._session.batches(encodings):
            output, _ = self._session.run([encodings[place] for place in places])
            if output.ndim != 2 or output.shape[1] not in {1, 2}:
                shape = " × ".join(map(str, output.shape))
                raise ModelError(
                    f"{self._folder.model} returned {shape} numbers for {len(places)} pairs; a cross-encoder returns "
                    "one or two for each"
                )
            logits = output[:, -1] - (output[:, 0] if output.shape[1] == 2 else 0.0)
            for place, logit in zip(places, logits.tolist(), strict=True):
                scores[place] = float(1.0 / (1.0 + np.exp(-np.clip(logit, -80, 80))))
        return scores
