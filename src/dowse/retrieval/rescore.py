"""Order the best semantic hits by the vectors of a coming embedding space, as far as they are stored.

During a change of the embedding model, the active vectors find and score the hits, and the embedder of the coming
vectors decides on the order of those that have such a vector.  Each of these gets the score of the hit whose place the
hit takes: the scores of two models do not compare, and a hit without a coming vector keeps its score and its place.
"""

from __future__ import annotations

from ..model.errors import ModelError
from ..model.hit import Evidence, Hit, Hits
from ..ports.pipeline import Run

RESCORE = "rescore"  # evidence: the cosine by the coming vector, with the rank among the rescored hits


def rescored(hits: Hits, most: int, text: str, run: Run) -> Hits:
    """The hits, those with a coming vector among the first `most` in the order of its embedder for the text.

    Unchanged without a coming embedder, after its failure and when the run is late.
    """
    if run.coming is None or not most or not text or run.is_late:
        return hits
    first = hits[:most]
    vectors = run.reader.coming_vectors(hit.ref for hit in first)
    if not vectors:  # the model need not be loaded
        return hits
    try:
        (query,) = run.coming.embed([text], as_query=True)
    except ModelError:  # the answer has a note
        return hits
    cosines = {
        place: float(vector @ query)
        for place, hit in enumerate(first)
        if (vector := vectors.get(hit.ref)) is not None and len(vector) == len(query)
    }
    ordered = list(hits)
    for rank, (place, best) in enumerate(zip(cosines, sorted(cosines, key=lambda of: -cosines[of]), strict=True), 1):
        reason = Evidence(RESCORE, cosines[best], rank, (run.coming.name,))
        ordered[place] = _in_place(first[best], first[place].score, reason)
    return tuple(ordered)


def count_rescored(hits: Hits) -> int:
    """The number of hits that `rescored` has ordered."""
    return sum(reason.source == RESCORE for hit in hits for reason in hit.why)


def _in_place(hit: Hit, score: float, reason: Evidence) -> Hit:
    # Before the other evidence: the fusion adds its rank to the cosine of the active vectors, which is the last.
    return hit._replace(score=score, why=(reason, *hit.why))
