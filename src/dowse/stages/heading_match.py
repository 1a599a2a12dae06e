"""Boost documents with a section whose heading is the query: "how should I name a note" asks for that section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from ..analysis.heading_stems import asked_stems
from ..model.hit import Hit, Hits
from ..model.parameter import Slider, check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from ..ports.questions import HeadedQuestion
from ..ports.storage import Question
from ..query.ast import OneOf
from ..query.extract import conjunction, natural_text
from .scaling import within_one

HEADING_MATCH = "heading_match"  # evidence: the share of the document among those with the heading
_LEAST_STEMS = 2  # of a heading; one word such as "Installation" is the heading of many, or better a title
_MOST_NAMESAKES = 8  # documents; a heading of more says nothing about any of them


@dataclass(frozen=True, slots=True)
class HeadingMatch:
    """`score + boost / n`, all divided by the best if that exceeds 1, for each of the n documents with a section whose
    heading has the words of the query and no others, but for stop words and endings.

    The query has two content words at least.  A document that is in no list is added if the filters select it; source
    code has no headings.  The snippet then shows the section.  Runs after fusion and before Confidence.
    """

    position: ClassVar[int] = 40  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        0.5,
        "boost of the only document with a section whose heading is the query",
        minimum=0,
        maximum=10,
        slider=Slider("heading boost", 0.05, maximum=1),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. A search by meaning alone, or for linked documents, does not compare words."""
        return None if traits.is_by_similarity or traits.is_linked else self

    def questions(self, _hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if stems := _stems(run):
            yield HeadedQuestion(stems)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        docs = _headed(run)
        if not 0 < len(docs) <= _MOST_NAMESAKES:
            return hits
        share = 1 / len(docs)
        listed = {hit.ref.doc for hit in hits}
        missing = frozenset(docs) - listed
        selected = run.reader.select(conjunction(run.where, OneOf(missing)), len(missing)) if missing else ()
        added = (Hit(Ref(hit.head.path), hit.head, 0.0) for hit in selected)
        wanted = frozenset(docs)
        return within_one(
            hit.scored(hit.score + self.boost * share, HEADING_MATCH, share) if hit.ref.doc in wanted else hit
            for hit in (*hits, *added)
        )


def _stems(run: Run) -> tuple[str, ...]:
    stems = asked_stems(natural_text(run.query.where))
    return stems if len(stems) >= _LEAST_STEMS else ()


def _headed(run: Run) -> Sequence[str]:
    """The documents with a section of that heading."""
    stems = _stems(run)
    return tuple(dict.fromkeys(ref.doc for ref in run.reader.headed(stems))) if stems else ()
