"""BM25 over weighted fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ...analysis.bm25_formula import K1, B, inverse_document_frequency
from ...analysis.tokens import Token
from ..bm25_parameters import BOILERPLATE_FREQUENCY, DECIMALS

Fields = tuple[Sequence[Token], ...]


def bm25(
    phrases: Sequence[Token],
    documents: Mapping[str, Fields],
    weights: Sequence[float],
    boilerplate: Mapping[str, Mapping[int, Sequence[Token]]],
) -> dict[str, float]:
    """The score of each document that contains any of the phrases; one for each field in `weights`.

    `boilerplate` has the tokens of fields that do not count for terms, and no documents without such tokens.
    """
    total: defaultdict[str, float] = defaultdict(float)
    length = {path: sum(map(len, fields)) for path, fields in documents.items()}
    average = sum(length.values()) / max(1, len(documents))
    for phrase in phrases:
        found = {
            path: frequency
            for path, fields in documents.items()
            if (frequency := _frequency(phrase, fields, weights, boilerplate.get(path, {}))) is not None
        }
        idf = inverse_document_frequency(len(documents), sum(each != BOILERPLATE_FREQUENCY for each in found.values()))
        for path, frequency in found.items():
            total[path] += idf * frequency * (K1 + 1) / (frequency + K1 * (1 - B + B * length[path] / average))
    return {path: round(score, DECIMALS) for path, score in total.items()}


def _frequency(
    phrase: Token,
    fields: Sequence[Sequence[Token]],
    weights: Sequence[float],
    boilerplate: Mapping[int, Sequence[Token]],
) -> float | None:
    """The frequency of the phrase, weighted by field; None when it does not occur."""
    counts = [places(phrase, tokens) for tokens in fields]
    if not any(counts):
        return None
    if len(phrase) == 1:
        for field, tokens in boilerplate.items():
            counts[field] = max(0, counts[field] - places(phrase, tokens))
        if not any(counts):
            return BOILERPLATE_FREQUENCY
    return sum(weight * count for weight, count in zip(weights, counts, strict=True))


def places(phrase: Token, tokens: Sequence[Token]) -> int:
    """The number of positions at which the phrase begins."""
    return sum(
        all(wanted in tokens[at + step] for step, wanted in enumerate(phrase))
        for at in range(len(tokens) - len(phrase) + 1)
    )
