"""The constants and the inverse document frequency of BM25."""

from __future__ import annotations

import math

K1, B = 1.2, 0.75  # those of FTS5's bm25()


def inverse_document_frequency(documents: int, holding: int) -> float:
    """`ln(1 + (N − df + ½) / (df + ½))`, as Lucene computes it (BM25Similarity): above 0 for every word.

    Without the 1, as in FTS5, the logarithm is below 0 for a word in more than half of the documents.
    """
    return math.log1p(max(documents - holding + 0.5, 0.0) / (holding + 0.5))
