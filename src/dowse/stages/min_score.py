"""Drop hits below a threshold."""

from __future__ import annotations

from typing import ClassVar

from ..model.hit import Hits
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run, StageRole


@dataclass(frozen=True, slots=True)
class MinScore:
    """Hits with a score of at least `least`."""

    position: ClassVar[int] = 80  # see ports.Stage
    role: ClassVar[StageRole] = "threshold"

    least: float = parameter(
        0.3, "score below which hits are dropped", minimum=0, maximum=1, slider=Slider("minimum score", 0.05)
    )

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        """The hits that reach the threshold."""
        return tuple(hit for hit in hits if hit.score >= self.least)
