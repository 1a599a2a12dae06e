"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), scaled to [0, 1]."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.hit import Hits
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from .merge import merged

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
        added = {name: [self._share(name, n + 1) / most for n in range(len(hits))] for name, hits in lists.items()}
        for rank in _missed(lists) if self.lift else ():
            added["keyword"][rank - 1] += self.lift * self._share("semantic", rank) / most
        last = self.absent_rank
        absent = {} if last is None else {name: self._share(name, last) / most for name in lists}
        return merged(lists, added, label="rrf", absent=absent)

    def _share(self, name: str, rank: int) -> float:
        return self.weight_of(name) / (self.k + rank)


def _missed(lists: Mapping[str, Hits]) -> list[int]:
    """The ranks of strong keyword hits without a semantic match; empty without one of the lists."""
    words, near = lists.get("keyword", ()), {hit.ref for hit in lists.get("semantic", ())}
    if not words or not near:
        return []
    first = max(_FIRST_LEAST, int(_FIRST_SHARE * len(words)))
    enough = _NEAR_BEST * words[0].score if words[0].score > 0 else float("inf")
    ranks = enumerate(words, start=1)
    return [n for n, hit in ranks if (n <= first or hit.score >= enough) and hit.ref not in near]
