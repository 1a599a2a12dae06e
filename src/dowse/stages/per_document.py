"""Keeps one document from filling the list."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..model.hit import Hit, Hits
from ..ports import Run


@dataclass(frozen=True, slots=True)
class PerDocument:
    """At most `most` hits of a document: its best, since the hits come best first."""

    most: int = 1

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        """The hits without those beyond `most` of their document."""
        seen: Counter[str] = Counter()

        def is_wanted(hit: Hit) -> bool:
            seen[hit.ref.doc] += 1
            return seen[hit.ref.doc] <= self.most

        return tuple(hit for hit in hits if is_wanted(hit))
