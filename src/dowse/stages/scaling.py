"""Scale boosted scores into [0, 1]."""

from __future__ import annotations

from collections.abc import Iterable

from ..model.hit import Hit, Hits, ranked


def within_one(hits: Iterable[Hit]) -> Hits:
    """The hits, best first, all divided by the best score if that exceeds 1."""
    in_order = ranked(hits)
    best = in_order[0].score if in_order else 0.0
    return tuple(hit.with_score(hit.score / best) for hit in in_order) if best > 1 else in_order
