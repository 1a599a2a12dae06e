"""Boost documents that were changed recently."""

from __future__ import annotations

from typing import ClassVar

from ..model.hit import Hit, Hits
from ..model.parameter import Slider, Switch, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run, StageRole
from .scaling import within_one

_DAY = 86_400.0  # seconds


@dataclass(frozen=True, slots=True)
class TimeBoost:
    """`score · (1 + max_boost · 0.5^(age / half_life))`, all divided by the best if that exceeds 1.

    The formula and the defaults are Temoa's: +20 % today, +10 % after 90 days, +5 % after 180 days.  A date in the
    future counts as now; a document without a date counts as very old.
    """

    position: ClassVar[int] = 70  # see ports.Stage
    is_optional: ClassVar[bool] = True
    role: ClassVar[StageRole] = "recency"
    switch: ClassVar[Switch] = Switch("recency", "boosts recently changed documents")

    half_life_days: float = parameter(
        90.0, "days until the boost is halved", above=0, slider=Slider("half-life", 1, minimum=1, maximum=365)
    )
    max_boost: float = parameter(
        0.2,
        "boost of a document that was changed now, as a share of its score",
        minimum=0,
        slider=Slider("recency boost", 0.05, maximum=2),
    )

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the factors as evidence."""
        return within_one(self._boosted(hit, run.now) for hit in hits)

    def _boosted(self, hit: Hit, now: float) -> Hit:
        factor = self.factor((now - hit.head.modified) / _DAY)
        return hit.scored(hit.score * factor, "time_boost", factor)

    def factor(self, age_days: float) -> float:
        """The factor for the score of a document of that age, 1 or more."""
        return 1.0 + self.max_boost * float(0.5 ** (max(0.0, age_days) / self.half_life_days))
