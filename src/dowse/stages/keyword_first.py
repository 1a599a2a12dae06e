"""Rank the documents that contain the one word of a query before those that are only similar in meaning."""

from __future__ import annotations

from typing import ClassVar, Self

from ..model.hit import Hit, Hits
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run

KEYWORD_FIRST = "keyword_first"  # evidence: the score of the best document without the word


@dataclass(frozen=True, slots=True)
class KeywordFirst:
    """`max(score, best)` for hits of the keyword list, with `best` the best score of the others; those come after.

    For queries of one word alone: fusion scales the scores of the keyword list, so that the last of three documents
    with the word gets nothing from it and is below the nearest neighbours of the word.  A query of several words
    keeps them: a document may answer it without one of them, and so does one of a word that a rewrite has expanded.
    Runs after fusion and its boosts, before Confidence.
    """

    position: ClassVar[int] = 45  # see ports.Stage

    most: int = parameter(
        100,
        "number of documents with the word above which all keep their places, since the keyword list may not have all",
        minimum=1,
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive."""
        applies = traits.is_one_word and traits.weighs_keyword
        return self if applies and not traits.is_by_similarity and not traits.is_linked else None

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits with the word, then the others; both keep their order."""
        words = tuple(hit for hit in hits if _has_word(hit))
        if run.added or len(words) > self.most:
            return hits
        others = tuple(hit for hit in hits if not _has_word(hit))
        best = max((hit.score for hit in others), default=0.0)
        raised = (hit if hit.score >= best else hit.scored(best, KEYWORD_FIRST, best) for hit in words)
        return (*raised, *others)


def _has_word(hit: Hit) -> bool:
    return any(reason.source == "keyword" for reason in hit.why)
