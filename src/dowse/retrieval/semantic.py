"""Chunks by meaning: cosine between the query's vector and theirs."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.hit import Hits
from ..ports import Run
from ..query.reading import meaning


@dataclass(frozen=True, slots=True)
class Semantic:
    """The best `limit` chunks with a cosine of at least `least`."""

    limit: int = 150
    least: float = 0.0  # cosine

    @property
    def name(self) -> str:
        """What evidence of this list is called."""
        return "semantic"

    def __call__(self, run: Run) -> Hits:
        """By cosine, best first; nothing without an embedder, or when the query has no words."""
        text = meaning(run.query.where)
        if run.embedder is None or not text:
            return ()
        (vector,) = run.embedder.embed([text], as_query=True)
        if not vector.any():
            return ()
        return tuple(hit for hit in run.reader.nearest(vector, run.where, self.limit) if hit.score >= self.least)
