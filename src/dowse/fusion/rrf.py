"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), scaled to [0, 1]."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.hit import Hits
from ..model.parameter import Slider, check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from .merge import ScoreParts, merged

_FIRST_SHARE, _FIRST_LEAST = 0.1, 3  # of the keyword list: strong by rank
_NEAR_BEST = 0.8  # of its best score: strong by score


@dataclass(frozen=True, slots=True)
class Rrf:
    """`score = Σ w / (k + rank)`, divided by the greatest possible sum: rank 1 in every list with hits.

    The division is needed since raw sums of two lists never exceed 2/61 = 0.033, below any threshold for cosines.
    `k` is 60 in the paper.  `absent_rank` is the rank of a reference that a list does not contain (local-rag:
    999); by default such a list adds nothing.

    `lift` raises an exact mention without a semantic match, which a sum over lists ranks too low (Temoa handles such
    results specially; the numbers are dowse's): a strong keyword hit without a semantic hit gets `lift` times the part
    that a semantic hit of the same rank has, if there are semantic hits.  With 1 its score is that of agreeing lists.
    Strong hits are those in the first tenth or among the first three of the keyword list, and those with 80 % of its
    best score.
    """

    k: float = parameter(
        60.0,
        "rank constant; higher values flatten the advantage of the top ranks",
        above=0,
        slider=Slider("rank damping", 1, minimum=1, maximum=120),
    )
    weights: Mapping[str, float] = parameter(
        {}, "weight of each list, 1 for a list that is not named", minimum=0, slider=Slider("weight", 0.1, maximum=2)
    )
    absent_rank: int | None = parameter(
        None, "rank of a hit in a list that does not have the hit; by default such a list adds nothing", minimum=1
    )
    lift: float = parameter(
        0.0,
        "boost of strong keyword matches without a semantic match",
        minimum=0,
        slider=Slider("exact lift", 0.05, maximum=1),
    )

    def __post_init__(self) -> None:
        check(self)

    def weight_of(self, name: str) -> float:
        """The weight of the list of that name."""
        return self.weights.get(name, 1.0)

    def __call__(self, lists: Mapping[str, Hits]) -> Hits:
        """Scores in [0, 1]: 1 for rank 1 in every list."""
        lists = {name: hits for name, hits in lists.items() if hits}  # no vectors yet must not halve every score
        most = sum(self._share(name, 1) for name in lists) or 1.0
        ranks = {name: {hit.ref: rank for rank, hit in enumerate(hits, start=1)} for name, hits in lists.items()}
        parts: ScoreParts = {ref: {} for ranking in ranks.values() for ref in ranking}
        for ref, sums in parts.items():
            for name, ranking in ranks.items():
                rank = ranking.get(ref, self.absent_rank)
                if rank is not None:
                    sums[name] = self._share(name, rank) / most
        for rank, ref in _missed(lists) if self.lift else ():
            parts[ref]["keyword"] += self.lift * self._share("semantic", rank) / most
        return merged(lists, parts, label="rrf")

    def _share(self, name: str, rank: int) -> float:
        return self.weight_of(name) / (self.k + rank)


def _missed(lists: Mapping[str, Hits]) -> list[tuple[int, Ref]]:
    """Strong keyword hits without a semantic match, each with its rank; empty without one of the lists."""
    words, near = lists.get("keyword", ()), {hit.ref for hit in lists.get("semantic", ())}
    if not words or not near:
        return []
    first = max(_FIRST_LEAST, int(_FIRST_SHARE * len(words)))
    enough = _NEAR_BEST * words[0].score if words[0].score > 0 else float("inf")
    ranks = enumerate(words, start=1)
    return [(n, hit.ref) for n, hit in ranks if (n <= first or hit.score >= enough) and hit.ref not in near]
