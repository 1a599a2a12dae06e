"""Documents by word: BM25 over their fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..analysis.stopwords import telling
from ..analysis.tokens import words
from ..model.hit import Hits
from ..ports import FieldWeights, Run
from ..query.ast import Expr
from ..query.reading import scoring_texts

MOST_WORDS = 256  # of a query; BM25 of more takes longer than anyone waits and adds nothing


@dataclass(frozen=True, slots=True)
class Keyword:
    """The best `limit` documents that hold any telling word of the query; repeated words count again."""

    limit: int = 150
    weights: FieldWeights = field(default_factory=FieldWeights)

    @property
    def name(self) -> str:
        """What evidence of this list is called."""
        return "keyword"

    def __call__(self, run: Run) -> Hits:
        """By BM25, best first; nothing when the query has no words."""
        asked = (*scoring_words(run.query.where), *run.added)[:MOST_WORDS]
        return run.reader.match(asked, run.where, self.limit, weights=self.weights) if asked else ()


def scoring_words(where: Expr) -> Sequence[str]:
    """The words of the query that speak for a document, without stop words unless there are no others."""
    return telling(word for text in scoring_texts(where) for word in words(text))
