"""Collapse chunk hits to the granularity of the profile: one hit for each document or section, by its best chunk."""

from __future__ import annotations

from ..model.hit import Hit, Hits, ranked
from ..model.ref import Ref
from ..ports.storage import Granularity


def fold(hits: Hits, granularity: Granularity) -> Hits:
    """One hit for each document or section: the score of its best hit, that hit as `spot`, the chunk count of all.

    A hit that is the only one of its document or section, and refers to it, is unchanged.
    """
    best: dict[Ref, Hit] = {}
    counted: dict[Ref, int] = {}
    for hit in hits:
        whole = _whole(hit.ref, granularity)
        counted[whole] = counted.get(whole, 0) + hit.matched_chunks
        if whole not in best or hit.score > best[whole].score:
            best[whole] = hit
    return ranked(_folded(hit, whole, counted[whole]) for whole, hit in best.items())


def _folded(hit: Hit, whole: Ref, count: int) -> Hit:
    if hit.ref == whole and hit.matched_chunks == count:
        return hit
    spot = hit.spot if hit.ref == whole else hit.ref
    return Hit(whole, hit.head, hit.score, hit.why, spot, count, hit.snippet)


def _whole(ref: Ref, granularity: Granularity) -> Ref:
    return Ref(ref.doc) if granularity == "document" else Ref(ref.doc, ref.section)
