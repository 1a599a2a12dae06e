"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), scaled to [0, 1]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..model.hit import Hits
from ..model.ref import Ref
from .merge import Parts, merged

_FIRST_SHARE, _FIRST_LEAST = 0.1, 3  # of the keyword list: strong by rank
_NEAR_BEST = 0.8  # of its best score: strong by score


@dataclass(frozen=True, slots=True)
class Rrf:
    """`score = Σ w / (k + rank)`, divided by the greatest sum there can be: rank 1 in every list that has hits.

    Raw sums of two lists never exceed 2/61 = 0.033, so no threshold made for cosine fits them; hence the division.
    `k` is 60 in the paper.  `absent_rank` stands for the rank of a unit that a list does not hold (local-rag: 999);
    without it such a unit gets nothing from that list.

    `lift` is for an exact mention that meaning missed, which a sum over lists buries (Temoa's special handling of
    such results, with numbers of ours): the keyword part of a strong keyword hit is multiplied by `1 + lift`, if there
    are hits by meaning and it is none.  Strong is what stands in the first tenth of the keyword list, or in its first
    three, or has 80 % of its best score.  A sum above 1 counts as 1.
    """

    k: float = 60.0
    weights: Mapping[str, float] = field(default_factory=dict)  # 1 for a list that is not named
    absent_rank: int | None = None
    lift: float = 0.0

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
        for ref in _missed(lists) if self.lift else ():
            parts[ref]["keyword"] *= 1 + self.lift
        return merged(lists, parts, label="rrf")

    def _share(self, name: str, rank: int) -> float:
        return self.weights.get(name, 1.0) / (self.k + rank)


def _missed(lists: Mapping[str, Hits]) -> list[Ref]:
    """Strong keyword hits that are no hits by meaning; none where there is no list of either."""
    words, near = lists.get("keyword", ()), {hit.ref for hit in lists.get("semantic", ())}
    if not words or not near:
        return []
    first = max(_FIRST_LEAST, int(_FIRST_SHARE * len(words)))
    enough = _NEAR_BEST * words[0].score if words[0].score > 0 else float("inf")
    strong = (hit for rank, hit in enumerate(words, start=1) if rank <= first or hit.score >= enough)
    return [hit.ref for hit in strong if hit.ref not in near]
