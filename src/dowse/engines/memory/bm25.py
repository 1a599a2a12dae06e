"""BM25 over weighted fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence

from ...analysis.bm25_formula import K1, B, inverse_document_frequency
from ...analysis.spelling.inflection import EqualPhrases
from ...analysis.tokens import Token
from ..bm25_parameters import BOILERPLATE_FREQUENCY, CLEAR_LEAD, DECIMALS, LEAD, LEAST_HELD, LEAST_MEAN, MOST_NAMED
from ..indexed_fields import NAMES

Fields = tuple[Sequence[Token], ...]


def bm25(
    phrases: Iterable[EqualPhrases],
    documents: Mapping[str, Fields],
    weights: Sequence[float],
    boilerplate: Mapping[str, Mapping[int, Sequence[Token]]],
    pages: Container[str] = (),
) -> dict[str, float]:
    """The score of each document that contains any of the phrases; one for each field in `weights`.

    `boilerplate` has the tokens of fields that do not count for terms, and no documents without such tokens.  A term
    that a document has in its boilerplate alone and few names have counts in these by their own document frequency.
    The lengths of `pages` count by their own mean if it is greater than that of all documents.
    The document that clearly leads in the phrases that it has is first; see bm25_parameters.
    """
    total: defaultdict[str, float] = defaultdict(float)
    held: defaultdict[str, float] = defaultdict(float)  # by document, the idf of the phrases that it has
    own: defaultdict[str, float] = defaultdict(float)  # of those that the document alone has
    asked = 0.0  # of all phrases
    length = {path: sum(map(len, fields)) for path, fields in documents.items()}
    average = max(sum(length.values()) / max(1, len(length)), LEAST_MEAN)
    of_pages = [size for path, size in length.items() if path in pages]
    page_average = max(average, sum(of_pages) / max(1, len(of_pages)))
    for phrase in phrases:
        found = {
            path: frequency
            for path, fields in documents.items()
            if (frequency := _frequency(phrase, fields, weights, boilerplate.get(path, {}))) is not None
        }
        idf = inverse_document_frequency(len(documents), sum(each != BOILERPLATE_FREQUENCY for each in found.values()))
        added = [(idf, found)]
        if BOILERPLATE_FREQUENCY in found.values():
            named = {
                path: frequency
                for path in found
                if (frequency := _in_names(phrase, documents[path], weights)) is not None
            }
            if len(named) <= MOST_NAMED * len(documents):
                added.append((inverse_document_frequency(len(documents), len(named)) - idf, named))
        asked += idf
        holding = list[str]()
        for n, (factor, frequencies) in enumerate(added):
            for path, frequency in frequencies.items():
                norm = K1 * (1 - B + B * length[path] / (page_average if path in pages else average))
                value = frequency * (K1 + 1) / (frequency + norm)
                total[path] += factor * value
                if not n and value > LEAST_HELD:
                    held[path] += idf
                    holding.append(path)
        if len(holding) == 1:
            own[holding[0]] += idf
    if own:
        leading = max(held, key=held.__getitem__)
        others = max((each for path, each in held.items() if path != leading), default=0.0)
        lead = min(held[leading] - others, own[leading])
        if round(lead, DECIMALS) >= round(CLEAR_LEAD * asked, DECIMALS) > 0:
            total[leading] = max(total.values()) + LEAD
    return {path: round(score, DECIMALS) for path, score in total.items()}


def _in_names(terms: EqualPhrases, fields: Sequence[Sequence[Token]], weights: Sequence[float]) -> float | None:
    """The weighted frequency of the terms in the names of a document; None when none occurs there."""
    counts = {field: _places(terms, fields[field]) for field in NAMES}
    return sum(weights[field] * count for field, count in counts.items()) if any(counts.values()) else None


def _frequency(
    phrases: EqualPhrases,
    fields: Sequence[Sequence[Token]],
    weights: Sequence[float],
    boilerplate: Mapping[int, Sequence[Token]],
) -> float | None:
    """The frequency of all phrases together, weighted by field; None when none occurs."""
    counts = [_places(phrases, tokens) for tokens in fields]
    if not any(counts):
        return None
    if len(phrases[0]) == 1:
        for field, tokens in boilerplate.items():
            counts[field] = max(0, counts[field] - _places(phrases, tokens))
        if not any(counts):
            return BOILERPLATE_FREQUENCY
    return sum(weight * count for weight, count in zip(weights, counts, strict=True))


def _places(phrases: Iterable[Token], tokens: Sequence[Token]) -> int:
    return sum(places(phrase, tokens) for phrase in phrases)


def places(phrase: Token, tokens: Sequence[Token]) -> int:
    """The number of positions at which the phrase begins."""
    return sum(
        all(wanted in tokens[at + step] for step, wanted in enumerate(phrase))
        for at in range(len(tokens) - len(phrase) + 1)
    )
