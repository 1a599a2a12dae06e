"""Keeps the best."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.hit import Hits
from ..ports.pipeline import Run


@dataclass(frozen=True, slots=True)
class Limit:
    """As many hits as were asked for; `most` is how many a profile wants when nobody says."""

    most: int | None = None

    def __post_init__(self) -> None:
        if self.most is not None and self.most < 1:
            raise ValueError("most is to be 1 at least")

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The first hits."""
        return hits[: run.limit]
