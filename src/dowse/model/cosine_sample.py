"""The cosines of random pairs of vectors of one index, as quantiles."""

from __future__ import annotations

from typing import NamedTuple

POINTS = 101  # quantiles, one for each percent of the pairs


class CosineSample(NamedTuple):
    """Quantiles from the smallest to the greatest cosine, at equal steps; none if the index has too few vectors."""

    quantiles: tuple[float, ...] = ()  # ascending
    vectors: int = 0  # chunks with a vector when the sample was taken

    def cosine_above(self, share: float) -> float | None:
        """The cosine that `share` of the pairs exceed; None without quantiles."""
        if not self.quantiles:
            return None
        place = (1.0 - share) * (len(self.quantiles) - 1)
        low = min(int(place), len(self.quantiles) - 2)
        return self.quantiles[low] + (place - low) * (self.quantiles[low + 1] - self.quantiles[low])
