"""What every fusion does besides the arithmetic: bring the hits of one unit together with their evidence."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.hit import Evidence, Hit, Hits, ranked
from ..model.ref import Ref

_Place = tuple[str, int, Hit]  # list, rank, and the hit there
Parts = dict[Ref, dict[str, float]]  # for each unit, what each list adds to its score


def merged(lists: Mapping[str, Hits], parts: Parts, *, label: str) -> Hits:
    """One hit a unit, its score the sum of its parts, its `why` the raw values and ranks in each list, then the parts.

    Equal scores are ordered by the first list's order, then the second's.
    """
    places: dict[Ref, list[_Place]] = {}
    for name, hits in lists.items():
        for rank, hit in enumerate(hits, start=1):
            places.setdefault(hit.ref, []).append((name, rank, hit))
    return ranked(_joined(found, parts[ref], label) for ref, found in places.items())


def _joined(places: list[_Place], parts: Mapping[str, float], label: str) -> Hit:
    """The hits of one unit as one; built in one go, since a search joins hundreds."""
    first = places[0][2]
    return Hit(
        ref=first.ref,
        head=first.head,
        score=min(1.0, max(0.0, sum(parts.values()))),
        why=(
            *(reason for _, _, hit in places for reason in hit.why),
            *(Evidence(name, hit.score, rank) for name, rank, hit in places),
            *(Evidence(f"{label}.{name}", value) for name, value in parts.items()),
        ),
        spot=next((hit.spot for _, _, hit in places if hit.spot is not None), None),
        matched_chunks=max(hit.matched_chunks for _, _, hit in places),
        snippet=first.snippet,
    )
