"""Drops what scores too low."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.hit import Hits
from ..ports.pipeline import Run


@dataclass(frozen=True, slots=True)
class MinScore:
    """Hits with a score of at least `least`."""

    least: float = 0.3  # in [0, 1]

    def __post_init__(self) -> None:
        if not 0 <= self.least <= 1:
            raise ValueError("least is to be from 0 to 1")

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        """The hits that reach the threshold."""
        return tuple(hit for hit in hits if hit.score >= self.least)
