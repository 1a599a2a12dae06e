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
    best = max((hit.score for hit in hits if hit.head.kind == "code"), default=0.0)
    if best <= 0:
        return hits
    most, raised = boost * best, list[Hit]()
    for hit in hits:  # a plain loop: three stages score hundreds of hits of each search
        of_hit = share(hit) if hit.head.kind == "code" else 0.0
        raised.append(hit.scored(hit.score + most * of_hit, evidence, of_hit) if of_hit else hit)
    return within_one(raised)
