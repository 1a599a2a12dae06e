"""Collapse chunk hits to the granularity of the profile: one hit for each document, section or chunk."""

from __future__ import annotations

from ..model.hit import Hit, Hits, made_of, ranked
from ..model.ref import Ref
from ..ports.storage import Granularity


def fold(hits: Hits, granularity: Granularity) -> Hits:
    """One hit for each document, section or chunk: the score of its best hit, that hit as `spot`, the count of all.

    A hit that is the only one of its document or section, and refers to it, is unchanged.
    """
    best: dict[Ref, Hit] = {}
    counted: dict[Ref, int] = {}
    for hit in hits:
        whole = _whole(hit.ref, granularity)
        known = best.get(whole)
        if known is None:
            best[whole], counted[whole] = hit, hit.matched_chunks
            continue
        counted[whole] += hit.matched_chunks
        if hit.score > known.score:
            best[whole] = hit
    return ranked(_folded(hit, whole, counted[whole]) for whole, hit in best.items())


def _folded(hit: Hit, whole: Ref, count: int) -> Hit:
    if hit.ref == whole and hit.matched_chunks == count:
        return hit
    spot = hit.spot if hit.ref == whole else hit.ref
    return made_of(Hit, (whole, hit.head, hit.score, hit.why, spot, count, hit.snippet))


def _whole(ref: Ref, granularity: Granularity) -> Ref:
    doc, section, part = ref
    if granularity == "chunk" or (part is None and (not section or granularity != "document")):
        return ref
    return made_of(Ref, (doc, "" if granularity == "document" else section, None))
