"""Rerank by late interaction with static token vectors: the best match of each query token in the text.

Khattab and Zaharia, “ColBERT”, SIGIR 2020, with vectors that do not depend on the context, so each is a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..analysis.languages.stopwords import telling
from ..analysis.tokens import words
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from ..ports.models import Matrix, Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.uint16]
    Places = NDArray[np.intp]

_MOST_FACTORS = 1 << 18  # of a product for which OpenBLAS does without threads


class TokenVectors(Protocol):
    """An embedder with access to the vectors of its tokens."""

    def ids(self, text: str) -> Ids:
        """The token ids of the text, in order."""

    def token_vectors(self, ids: Ids) -> Matrix:
        """One row for each id: (len(ids), dim) float32; the norm is the weight of the token, 0 for unknown tokens."""


@dataclass(frozen=True, slots=True)
class MaxSim:
    """`Σ w · max(0, (cos − least) / (1 − least)) / Σ w` over the query's distinct tokens; implements `PairScorer`.

    `cos` is the greatest cosine between the token and any token of the text, and `w` its weight: that in `weights`, or
    the norm of its vector.  Stop words are left out unless the query has no other words.  Most pairs of unrelated
    tokens have a cosine below 0.3, so such a cosine counts as 0.
    """

    vectors: TokenVectors
    least: float = parameter(0.3, "cosine of two tokens up to which they count as unrelated", minimum=-1, below=1)
    weights: Mapping[int, float] | None = None  # by token id

    def __post_init__(self) -> None:
        check(self)

    @property
    def name(self) -> str:
        """The name of the reranker in settings and messages."""
        return "maxsim"

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score for each text, in [0, 1]; 0 for all if the query has no known token."""
        asked, weights = self._asked(query)
        ids = [self.vectors.ids(text) for text in texts]
        filled = [n for n, tokens in enumerate(ids) if len(tokens)]
        scores = np.zeros(len(texts), np.float32)
        if filled and len(asked):
            distinct, places = _distinct(np.concatenate([ids[n] for n in filled]))
            near = np.maximum(0.0, _cosines(asked, self.vectors.token_vectors(distinct)) - self.least)
            starts = np.cumsum([0, *(len(ids[n]) for n in filled[:-1])])
            best = np.array([np.maximum.reduceat(token.take(places), starts) for token in near])  # (tokens, texts)
            scores[filled] = weights @ np.minimum(1.0, best / (1.0 - self.least))
        return [min(1.0, float(score)) for score in scores]

    def _asked(self, query: str) -> tuple[Matrix, Vector]:
        """The normalised vectors of the query tokens and their weights, which sum to 1."""
        ids = np.unique(self.vectors.ids(" ".join(telling(words(query))) or query))
        rows = self.vectors.token_vectors(ids)
        lengths = _lengths(rows)
        weights = np.array([self._weight(int(n), float(length)) for n, length in zip(ids, lengths, strict=True)])
        heavy = (lengths > 0) & (weights > 0)
        kept = weights[heavy]
        return rows[heavy] / lengths[heavy, None], (kept / kept.sum() if len(kept) else kept).astype(np.float32)

    def _weight(self, token: int, length: float) -> float:
        return length if self.weights is None else self.weights.get(token, length)


def _distinct(ids: Ids) -> tuple[Ids, Places]:
    """The distinct ids in order, and the position of each id among them, in a tenth of the time of a sort."""
    seen = np.zeros(1 << 16, np.bool_)
    seen[ids] = True
    distinct = np.flatnonzero(seen)
    place = np.empty(1 << 16, np.intp)
    place[distinct] = np.arange(len(distinct))
    return distinct.astype(np.uint16), place[ids]


def _cosines(directions: Matrix, rows: Matrix) -> Matrix:
    """Between each direction and each row; 0 for zero rows. Dividing the products is faster than scaling the rows.

    BLAS starts threads for a large product, and one of this size waits longer for them than it takes: it is cut.
    """
    lengths = _lengths(rows)
    lengths[lengths == 0] = 1.0
    cosines = np.empty((len(directions), len(rows)), np.float32)
    step = max(1, _MOST_FACTORS // max(1, directions.size))
    for start in range(0, len(rows), step):
        np.matmul(directions, rows[start : start + step].T, out=cosines[:, start : start + step])
    return cosines / lengths


def _lengths(rows: Matrix) -> Vector:
    lengths: Vector = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return lengths
