"""Boosts of source code that keep the scores of code and prose comparable."""

from __future__ import annotations

from collections.abc import Callable

from ..model.hit import Hit, Hits, ranked

_GAIN = 0.5  # share of the gain of the best source file that stays


def is_code(hit: Hit) -> bool:
    """Whether the hit is source code."""
    return hit.head.kind == "code"


def reordered(hits: Hits, share: Callable[[Hit], float], *, boost: float, evidence: str) -> Hits:
    """`score + boost · best · share` for source code, scaled so that its best score rises by half of that; best first.

    `best` is the best score of source code, which becomes 1 at most.  Other documents keep their scores.  A boost that
    only code can have orders code first of all; with the whole gain, and with none of it, one of code and prose loses
    in an index of both, see docs/quality.md.
    """
    best = max((hit.score for hit in hits if is_code(hit)), default=0.0)
    if best <= 0:
        return hits
    shares = {hit.ref: share(hit) for hit in hits if is_code(hit)}
    scores = {hit.ref: hit.score + boost * best * shares[hit.ref] for hit in hits if is_code(hit)}
    highest = max(scores.values())
    scale = min(best + _GAIN * (highest - best), max(best, 1.0)) / highest
    return ranked(
        _scored(hit, scores[hit.ref] * scale, evidence, shares[hit.ref]) if is_code(hit) else hit for hit in hits
    )


def _scored(hit: Hit, score: float, evidence: str, share: float) -> Hit:
    return hit.scored(score, evidence, share) if share else hit._replace(score=score)
