"""Fusion by a weighted sum of min–max scaled scores."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.hit import Hits
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from .merge import merged


@dataclass(frozen=True, slots=True)
class Weighted:
    """`score = Σ w · (s − min) / (max − min)` over the lists, divided by the sum of the weights of the lists.

    A list adds nothing to a reference that it does not contain, so the best semantic hit scores 0.3, not 1, if no
    document contains a word of the query.  `lists` must not contain a list that could not be made.  If all
    scores of a list are equal, each counts as 1.  The default weights are Metis's for keyword queries.
    """

    weights: Mapping[str, float] = parameter(
        {"keyword": 0.7, "semantic": 0.2, "graph": 0.1},
        "weight of each list, 0 for a list that is not named",
        minimum=0,
        slider=Slider("weight", 0.05, maximum=1),
    )

    def __post_init__(self) -> None:
        check(self)

    def weight_of(self, name: str) -> float:
        """The weight of the list of that name."""
        return self.weights.get(name, 0.0)

    def __call__(self, lists: Mapping[str, Hits]) -> Hits:
        """Scores in [0, 1]: 1 for the best of every list."""
        total = sum(map(self.weight_of, lists)) or 1.0
        added: dict[str, list[float]] = {}
        for name, hits in lists.items():
            share = self.weight_of(name) / total
            added[name] = [share * scaled for scaled in min_max([hit.score for hit in hits])]
        return merged(lists, added, label="weighted")


def min_max(scores: list[float]) -> list[float]:
    """The scores scaled so that the lowest is 0 and the highest 1; equal scores are all 1."""
    if not scores:
        return []
    least, greatest = min(scores), max(scores)
    if least == greatest:
        return [1.0] * len(scores)
    return [(score - least) / (greatest - least) for score in scores]
