"""Keeps the best."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.hit import Hits
from ..ports import Run


@dataclass(frozen=True, slots=True)
class Limit:
    """As many hits as were asked for, or `most` when the profile says how many."""

    most: int | None = None

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The first hits."""
        return hits[: run.limit if self.most is None else min(self.most, run.limit)]
