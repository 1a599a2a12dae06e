"""Scale boosted scores into [0, 1]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model.hit import Evidence, Hit, Hits, made_of, ranked


def within_one(hits: Iterable[Hit]) -> Hits:
    """The hits, best first, all divided by the best score if that exceeds 1."""
    in_order = ranked(hits)
    best = in_order[0].score if in_order else 0.0
    return tuple(hit.with_score(hit.score / best) for hit in in_order) if best > 1 else in_order


def rescored_within_one(hits: Sequence[Hit], scores: Sequence[float], reasons: Sequence[Evidence | None]) -> Hits:
    """The hits with these scores, each with the reason if it has one; otherwise as `within_one`.

    Each hit is made once instead of twice: three stages score hundreds of hits of each search of source code.
    """
    order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    best = scores[order[0]] if order else 0.0
    made = list[Hit]()
    for n in order:
        ref, head, score, why, spot, matched_chunks, snippet = hits[n]
        score, reason = scores[n] / best if best > 1 else scores[n], reasons[n]
        why = (*why, reason) if reason else why
        made.append(made_of(Hit, (ref, head, score, why, spot, matched_chunks, snippet)))
    return tuple(made)
