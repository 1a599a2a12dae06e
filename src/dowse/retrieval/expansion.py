"""Expand a short query by words of its first results: pseudo-relevance feedback (Rocchio, 1971), as in Temoa."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from ..analysis.distinctive_words import distinctive_words
from ..analysis.term_matching import own_terms
from ..analysis.tokens import stem
from ..model.index_counts import RelevanceFeedback, WordCount
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import CountQuestion, MatchQuestion, NearestQuestion
from ..ports.storage import FieldWeights, Reader
from ..query.ast import MatchAll, Word
from .keyword import MOST_LISTED, Keyword, inflected_terms_of, scoring_words
from .semantic import Semantic


@dataclass(frozen=True, slots=True)
class Expansion:
    """Add the `terms` most distinctive words of the first `documents` results to a query of fewer than `below` words.

    Words rank by TF-IDF: the sum of 1 + ln(frequency) over these documents, times ln(documents / documents with the
    word), without other forms of the words of the query.  The results are those of keyword search, or of semantic
    search if keyword search has none.
    """

    below: int = parameter(3, "queries with fewer words than this are expanded", minimum=1)
    documents: int = parameter(5, "number of documents to take words from", minimum=1, maximum=MOST_LISTED)
    terms: int = parameter(3, "number of words to add", minimum=1)

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, run: Run) -> Run:
        """The run with the added words; the same run if the query is long enough or has no results."""
        asked = scoring_words(run.query.where)
        if not 0 < len(asked) < self.below:
            return run
        known = frozenset((*map(stem, asked), *own_terms(inflected_terms_of(run))))
        found = self._feedback(Keyword(self.documents, FieldWeights()), known, run)
        if not found.words:
            found = self._feedback(Semantic(self.documents), known, run)
        return replace(run, added=(*run.added, *_ranked(found)[: self.terms]))

    def _feedback(self, probe: Keyword | Semantic, known: frozenset[str], run: Run) -> RelevanceFeedback:
        asked = (each for each in probe.questions((), run) if isinstance(each, MatchQuestion | NearestQuestion))
        return next((run.reader.feedback(question, known) for question in asked), RelevanceFeedback(0, ()))


def telling_words(texts: Iterable[str], known: Iterable[str], reader: Reader) -> list[str]:
    """The words of the texts with stems outside `known`, most distinctive first, in their most frequent spelling."""
    words = distinctive_words(texts, known)
    reader.prefetch([CountQuestion(MatchAll()), *(CountQuestion(Word(word)) for word in words)])
    counts = tuple(WordCount(word, weight, reader.count(Word(word))) for word, weight in words.items())
    return _ranked(RelevanceFeedback(reader.count(MatchAll()), counts))


def _ranked(found: RelevanceFeedback) -> list[str]:
    scores = {
        word: weight * math.log((1 + found.documents) / (1 + documents)) for word, weight, documents in found.words
    }
    return sorted(scores, key=lambda word: (-scores[word], word))
