"""What every fusion does besides the arithmetic: bring the hits of one unit together with their evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..model.hit import Evidence, Hit, Hits, ranked
from ..model.ref import Ref

Parts = dict[Ref, dict[str, float]]  # for each unit, what each list adds to its score


def merged(lists: Mapping[str, Hits], parts: Parts, *, label: str) -> Hits:
    """One hit a unit, its score the sum of its parts, its `why` the raw values and ranks in each list, then the parts.

    Equal scores are ordered by the first list's order, then the second's.
    """
    gathered: dict[Ref, Hit] = {}
    for name, hits in lists.items():
        for rank, hit in enumerate(hits, start=1):
            evidence = Evidence(name, hit.score, rank)
            known = gathered.get(hit.ref)
            gathered[hit.ref] = _joined(known, hit, evidence) if known else replace(hit, why=(*hit.why, evidence))
    return ranked(
        replace(
            hit,
            score=min(1.0, max(0.0, sum(parts[ref].values()))),
            why=(*hit.why, *(Evidence(f"{label}.{name}", value) for name, value in parts[ref].items())),
        )
        for ref, hit in gathered.items()
    )


def _joined(known: Hit, other: Hit, evidence: Evidence) -> Hit:
    return replace(
        known,
        why=(*known.why, *other.why, evidence),
        spot=known.spot or other.spot,
        matched_chunks=max(known.matched_chunks, other.matched_chunks),
    )
