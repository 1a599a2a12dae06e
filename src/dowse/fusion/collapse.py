"""Collapse chunk hits to the granularity of the profile: one hit for each document, section or chunk."""

from __future__ import annotations

from ..model.hit import Hit, Hits, made_of, ranked
from ..model.ref import Ref
from ..ports.storage import Granularity

_WHOLE = "", None  # section and part of the reference to a whole document


def fold(hits: Hits, granularity: Granularity) -> Hits:
    """One hit for each document, section or chunk: the score of its best hit, that hit as `spot`, the count of all.

    A hit that is the only one of its document or section, and refers to it, is unchanged.
    """
    by_document = granularity == "document"
    if by_document and len({hit[0][0] for hit in hits}) == len(hits) and all(hit[0][1:] == _WHOLE for hit in hits):
        return ranked(hits)
    # By path for documents: a text is hashed once, and a reference each time.
    keys: list[str | Ref] = [hit.ref.doc if by_document else _part(hit.ref, granularity) for hit in hits]
    best: dict[str | Ref, Hit] = {}
    counted: dict[str | Ref, int] = {}
    for key, hit in zip(keys, hits, strict=True):
        known = best.get(key)
        if known is None:
            best[key], counted[key] = hit, hit.matched_chunks
            continue
        counted[key] += hit.matched_chunks
        if hit.score > known.score:
            best[key] = hit
    return ranked([_folded(hit, key, counted[key]) for key, hit in best.items()])


def _folded(hit: Hit, key: str | Ref, count: int) -> Hit:
    whole = made_of(Ref, (key, "", None)) if isinstance(key, str) else key
    if hit.ref == whole and hit.matched_chunks == count:
        return hit
    spot = hit.spot if hit.ref == whole else hit.ref
    return made_of(Hit, (whole, hit.head, hit.score, hit.why, spot, count, hit.snippet))


def _part(ref: Ref, granularity: Granularity) -> Ref:
    """The section or the chunk of the reference."""
    doc, section, part = ref
    return ref if granularity == "chunk" or part is None else made_of(Ref, (doc, section, None))
