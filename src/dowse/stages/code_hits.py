"""Boosts of source code, in one list with other documents."""

from __future__ import annotations

from collections.abc import Callable

from ..model.hit import Hit, Hits
from .scaling import within_one


def is_code(hit: Hit) -> bool:
    """Whether the hit is source code."""
    return hit.head.kind == "code"


def boosted(hits: Hits, share: Callable[[Hit], float], *, boost: float, evidence: str) -> Hits:
    """`score + boost · best · share` for source code, with `best` the best score of source code; best first.

    All scores are then divided by the best if that exceeds 1, so that other documents keep their order.
    """
    best = max((hit.score for hit in hits if is_code(hit)), default=0.0)
    if best <= 0:
        return hits
    return within_one(_boosted(hit, boost * best, share(hit), evidence) if is_code(hit) else hit for hit in hits)


def _boosted(hit: Hit, most: float, share: float, evidence: str) -> Hit:
    return hit.scored(hit.score + most * share, evidence, share) if share else hit
