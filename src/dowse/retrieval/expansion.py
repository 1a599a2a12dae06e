"""Expand a short query by words of its first results: pseudo-relevance feedback (Rocchio, 1971), as in Temoa."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ..analysis.folding import UNSPACED
from ..analysis.stopwords import STOP_WORDS
from ..analysis.tokens import query_words, stem
from ..model.hit import Hits
from ..model.parameter import check, parameter
from ..ports.pipeline import Run
from ..ports.questions import CountQuestion
from ..ports.storage import FieldWeights, Reader
from ..query.ast import MatchAll, Word
from .keyword import MOST_LISTED, Keyword, scoring_words
from .semantic import Semantic

_MOST_COUNTED = 20  # words whose documents are counted; each takes a look into the index
_LEAST_LETTERS = 3
_MOST_CHARACTERS = 20_000  # of one document; what it is about is said by then


@dataclass(frozen=True, slots=True)
class Expansion:
    """Add the `terms` most distinctive words of the first `documents` results to a query of fewer than `below` words.

    Words rank by TF-IDF: the sum of 1 + ln(frequency) over these documents, times ln(documents / documents with the
    word).  The results are those of keyword search, or of semantic search if keyword search has none.
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
        texts = _texts(self._found(run), run.reader)
        best = telling_words(texts, {stem(word) for word in asked}, run.reader)
        return replace(run, added=(*run.added, *best[: self.terms]))

    def _found(self, run: Run) -> Hits:
        probe = Keyword(self.documents, FieldWeights())(run)
        return probe or Semantic(self.documents)(run)[: self.documents]


def _texts(hits: Hits, reader: Reader) -> list[str]:
    documents = reader.documents(dict.fromkeys(hit.ref.doc for hit in hits))
    return [f"{document.head.title}\n{document.text[:_MOST_CHARACTERS]}" for document in documents.values()]


def telling_words(texts: Iterable[str], known: Iterable[str], reader: Reader) -> list[str]:
    """The words of the texts with stems outside `known`, most distinctive first, in their most frequent spelling."""
    written: dict[str, Counter[str]] = {}
    weight: dict[str, float] = {}
    for text in texts:
        counted = Counter(word.casefold() for word in query_words(text) if _is_word(word))
        for word, count in counted.items():
            written.setdefault(stem(word), Counter())[word] += count
            weight[stem(word)] = weight.get(stem(word), 0.0) + 1 + math.log(count)
    new = sorted(weight.keys() - set(known), key=lambda each: (-weight[each], each))[:_MOST_COUNTED]
    scores = _scored({_usual(written[each]): weight[each] for each in new}, reader)
    return sorted(scores, key=lambda word: (-scores[word], word))


def _scored(candidates: Mapping[str, float], reader: Reader) -> dict[str, float]:
    everything = MatchAll()
    reader.prefetch([CountQuestion(everything), *(CountQuestion(Word(word)) for word in candidates)])
    total = reader.count(everything)
    return {
        word: weight * math.log((1 + total) / (1 + reader.count(Word(word)))) for word, weight in candidates.items()
    }


def _is_word(word: str) -> bool:
    if UNSPACED.match(word):
        return len(word) > 1
    return len(word) >= _LEAST_LETTERS and word.isalpha() and word.casefold() not in STOP_WORDS


def _usual(written: Counter[str]) -> str:
    return min(written, key=lambda word: (-written[word], word))
