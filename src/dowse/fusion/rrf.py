"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), scaled to [0, 1]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..model.hit import Hits
from .merge import Parts, merged


@dataclass(frozen=True, slots=True)
class Rrf:
    """`score = Σ w / (k + rank)`, divided by the greatest sum there can be: rank 1 in every list that has hits.

    Raw sums of two lists never exceed 2/61 = 0.033, so no threshold made for cosine fits them; hence the division.
    `k` is 60 in the paper.  `absent_rank` stands for the rank of a unit that a list does not hold (local-rag: 999);
    without it such a unit gets nothing from that list.
    """

    k: float = 60.0
    weights: Mapping[str, float] = field(default_factory=dict)  # 1 for a list that is not named
    absent_rank: int | None = None

    def __call__(self, lists: Mapping[str, Hits]) -> Hits:
        """Scores in [0, 1]: 1 is the first of every list."""
        lists = {name: hits for name, hits in lists.items() if hits}  # no vectors yet must not halve every score
        most = sum(self._share(name, 1) for name in lists) or 1.0
        ranks = {name: {hit.ref: rank for rank, hit in enumerate(hits, start=1)} for name, hits in lists.items()}
        parts: Parts = {ref: {} for ranking in ranks.values() for ref in ranking}
        for ref, sums in parts.items():
            for name, ranking in ranks.items():
                rank = ranking.get(ref, self.absent_rank)
                if rank is not None:
                    sums[name] = self._share(name, rank) / most
        return merged(lists, parts, label="rrf")

    def _share(self, name: str, rank: int) -> float:
        return self.weights.get(name, 1.0) / (self.k + rank)
