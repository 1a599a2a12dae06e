"""A search in which a stage takes part, for the tests of stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dowse.analysis.tokens import tokens
from dowse.model.document import Document
from dowse.model.hit import Evidence, Hit
from dowse.model.ref import Ref
from dowse.ports.models import PairScorer
from dowse.ports.pipeline import Run
from tests.retrieval.asking import asking, holding


@dataclass(frozen=True, slots=True)
class Shared:
    """Scores a text by the share of the query's words that it holds."""

    name: str = "shared"

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        asked = set(tokens(query))
        return [len(asked & set(tokens(text))) / max(1, len(asked)) for text in texts]


def run(query: str, *documents: Document, now: float = 0.0, scorer: PairScorer | None = None) -> Run:
    """The query, asked of an engine that holds the documents."""
    return replace(asking(query, holding(*documents)), now=now, scorer=scorer)


def found(document: Document, score: float, *why: Evidence) -> Hit:
    """The document as a hit."""
    return Hit(Ref(document.head.path), document.head, score, why)


def reasons(hit: Hit) -> dict[str, float]:
    """The evidence by its source."""
    return {reason.source: reason.value for reason in hit.why}
