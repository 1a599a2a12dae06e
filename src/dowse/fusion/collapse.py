"""Chunk hits to the unit that is ranked: a document is ranked once, by its best chunk."""

from __future__ import annotations

from ..model.hit import Hit, Hits, ranked
from ..model.ref import Ref
from ..ports.storage import Unit


def fold(hits: Hits, unit: Unit) -> Hits:
    """One hit a unit, with the score of the best of its hits, its place as `spot`, and the chunks of all of them.

    A hit that alone is the unit already stays as it is.
    """
    best: dict[Ref, Hit] = {}
    counted: dict[Ref, int] = {}
    for hit in hits:
        whole = _whole(hit.ref, unit)
        counted[whole] = counted.get(whole, 0) + hit.matched_chunks
        if whole not in best or hit.score > best[whole].score:
            best[whole] = hit
    return ranked(_folded(hit, whole, counted[whole]) for whole, hit in best.items())


def _folded(hit: Hit, whole: Ref, count: int) -> Hit:
    if hit.ref == whole and hit.matched_chunks == count:
        return hit
    spot = hit.spot if hit.ref == whole else hit.ref
    return Hit(whole, hit.head, hit.score, hit.why, spot, count, hit.snippet)


def _whole(ref: Ref, unit: Unit) -> Ref:
    return ref.document if unit == "document" else Ref(ref.doc, ref.section)
