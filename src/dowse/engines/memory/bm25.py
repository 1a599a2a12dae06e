"""BM25 over weighted fields, as FTS5 computes it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ...analysis.tokens import Token

_K1, _B = 1.2, 0.75  # those of FTS5's bm25()
_LEAST_IDF = 1e-6  # as in FTS5, for words in more than half of the documents

Fields = tuple[Sequence[Token], ...]


def bm25(phrases: Sequence[Token], documents: Mapping[str, Fields], weights: Sequence[float]) -> dict[str, float]:
    """The score of each document that contains any of the phrases; one for each field in `weights`."""
    total: defaultdict[str, float] = defaultdict(float)
    length = {path: sum(map(len, fields)) for path, fields in documents.items()}
    average = sum(length.values()) / max(1, len(documents))
    for phrase in phrases:
        found = {
            path: frequency
            for path, fields in documents.items()
            if (frequency := _frequency(phrase, fields, weights)) is not None
        }
        spread = (len(documents) - len(found) + 0.5) / (len(found) + 0.5)
        idf = max(math.log(spread), _LEAST_IDF)
        for path, frequency in found.items():
            total[path] += idf * frequency * (_K1 + 1) / (frequency + _K1 * (1 - _B + _B * length[path] / average))
    return total


def _frequency(phrase: Token, fields: Sequence[Sequence[Token]], weights: Sequence[float]) -> float | None:
    """The frequency of the phrase, weighted by field; None when it does not occur."""
    counts = [places(phrase, tokens) for tokens in fields]
    if not any(counts):
        return None
    return sum(weight * count for weight, count in zip(weights, counts, strict=True))


def places(phrase: Token, tokens: Sequence[Token]) -> int:
    """The number of positions at which the phrase begins."""
    return sum(
        all(wanted in tokens[at + step] for step, wanted in enumerate(phrase))
        for at in range(len(tokens) - len(phrase) + 1)
    )
