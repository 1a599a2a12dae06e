"""A transformer that reads query and text together and says how well they fit (Nogueira and Cho, 2019)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..model.errors import ModelError
from ..onnx.folder import ModelFolder
from ..onnx.session import Session


class CrossEncoder:
    """`1 / (1 + e^-x)` of the one number that the model gives a pair; implements `PairScorer`.

    Of models with two classes it is the share of the second.  May be shared between threads.
    """

    def __init__(self, name: str, folder: ModelFolder, *, threads: int = 0) -> None:
        self._name = name
        self._folder = folder
        self._session = Session(folder, threads=threads)

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self._name

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, in [0, 1]. Raises ModelError when the model fails or is none of this kind."""
        encodings = self._session.encoded([(query, text) for text in texts])
        scores = [0.0] * len(texts)
        for places in self._session.batches(encodings):
            output, _ = self._session.run([encodings[place] for place in places])
            if output.ndim != 2 or output.shape[1] not in {1, 2}:
                raise ModelError(
                    f"{self._folder.model} gives {' × '.join(map(str, output.shape))} numbers for {len(places)} pairs; "
                    "a cross-encoder gives one or two for each"
                )
            told = output[:, -1] - (output[:, 0] if output.shape[1] == 2 else 0.0)
            for place, logit in zip(places, told.tolist(), strict=True):
                scores[place] = float(1.0 / (1.0 + np.exp(-np.clip(logit, -80, 80))))
        return scores
