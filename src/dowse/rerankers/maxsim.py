"""Late interaction with static token vectors: each token of the query scores its nearest token in the text.

Khattab and Zaharia, “ColBERT”, SIGIR 2020, here with vectors that do not depend on the
context, so that each is a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..analysis.stopwords import telling
from ..analysis.tokens import words
from ..model.parameter import check, parameter
from ..ports.models import Matrix, Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.uint16]
    Places = NDArray[np.intp]


class TokenVectors(Protocol):
    """An embedder that exposes the vectors of its tokens."""

    def ids(self, text: str) -> Ids:
        """The token ids of the text, in order."""

    def token_vectors(self, ids: Ids) -> Matrix:
        """One row an id: (len(ids), dim) float32; its length is the weight of the token, zero for the unknown token."""


@dataclass(frozen=True, slots=True)
class MaxSim:
    """`Σ w · max(0, (cos − least) / (1 − least)) / Σ w` over the query's distinct tokens; implements `PairScorer`.

    `cos` is the greatest cosine between the token and any token of the text, and `w` its weight: the one given in
    `weights`, or the length of its vector.  Tokens of stop words are ignored unless the query has no others.  Most
    pairs of unrelated tokens have a cosine below 0.3, which therefore counts as zero.
    """

    vectors: TokenVectors
    least: float = parameter(0.3, "cosine of two tokens up to which they count as unrelated", minimum=-1, below=1)
    weights: Mapping[int, float] | None = None  # by token id

    def __post_init__(self) -> None:
        check(self)

    @property
    def name(self) -> str:
        """What the user calls it."""
        return "maxsim"

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, in [0, 1]; 0 for all when the query has no known token."""
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
        """The unit vectors of the query's tokens and their weights, which add up to 1."""
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
    """The distinct ids, in order, and the place of each id among them: a tenth of the time of sorting."""
    seen = np.zeros(1 << 16, np.bool_)
    seen[ids] = True
    distinct = np.flatnonzero(seen)
    place = np.empty(1 << 16, np.intp)
    place[distinct] = np.arange(len(distinct))
    return distinct.astype(np.uint16), place[ids]


def _cosines(directions: Matrix, rows: Matrix) -> Matrix:
    """Between each direction and each row; 0 for zero rows. To divide the products is faster than to scale the rows."""
    lengths = _lengths(rows)
    lengths[lengths == 0] = 1.0
    cosines: Matrix = (directions @ rows.T) / lengths
    return cosines


def _lengths(rows: Matrix) -> Vector:
    lengths: Vector = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return lengths
