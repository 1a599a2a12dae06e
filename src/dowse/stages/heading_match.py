"""Boost documents with a section whose heading is the query: "how should I name a note" asks for that section."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from ..analysis.folding import fold
from ..analysis.heading_stems import asked_stems, heading_stems
from ..analysis.tokens import beginning, words
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

HEADING_MATCH = "heading_match"  # evidence: the share of the boost
_WHOLE = 2  # words more than one, from which on the share is 1: two words may be the heading of a remark
_QUESTION = 4  # words of a query, with its stop words, whose two content words are no remark's
_MOST_NAMESAKES = 8  # documents; a heading of more says nothing about any of them


@dataclass(frozen=True, slots=True)
class HeadingMatch:
    """`score + boost · share / n`, all divided by the best if above 1, for each of the n selected documents with a
    section whose heading has the words of the query and no others, but for stop words and endings.

    The share of one or two content words, or of an identifier such as SECRET_KEY, is a half, and 1 from three words on
    or of two in a question of four, "how do I name a note".  One word lifts nothing if it is the title of a hit.  A
    document that is in no list is added; source code has no headings.  The snippet then shows the section.  Runs after
    fusion and before Confidence.
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

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        stems = _stems(run)
        if stems and hits:  # a search that finds nothing by word finds no heading
            yield HeadedQuestion(stems)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        docs = _headed(run) if hits else frozenset()
        if not docs or _is_title(_stems(run), hits):
            return hits
        selected = run.reader.select(conjunction(run.where, OneOf(docs)), _MOST_NAMESAKES + 1)
        if not 0 < len(selected) <= _MOST_NAMESAKES:
            return hits
        share = _share(natural_text(run.query.where), len(_stems(run))) / len(selected)
        listed = {hit.ref.doc for hit in hits}
        added = (Hit(Ref(hit.head.path), hit.head, 0.0) for hit in selected if hit.head.path not in listed)
        wanted = {hit.head.path for hit in selected}
        return within_one(
            hit.scored(hit.score + self.boost * share, HEADING_MATCH, share) if hit.ref.doc in wanted else hit
            for hit in (*hits, *added)
        )


def _share(question: str, content: int) -> float:
    """The share of a query with so many content words."""
    is_question = content == _WHOLE and len(words(question)) >= _QUESTION
    return 1.0 if is_question else min(1.0, max(1, content - 1) / _WHOLE)


def _stems(run: Run) -> tuple[str, ...]:
    """The stems of the heading that the query may be; none if sections or chunks are ranked, by their own texts."""
    return asked_stems(natural_text(run.query.where)) if run.granularity == "document" else ()


def _is_title(stems: tuple[str, ...], hits: Hits) -> bool:
    """Whether the query is one word that is the title of a hit, but for its ending: that document is meant."""
    titles = (hit.head.title for hit in hits)
    return len(stems) == 1 and any(
        beginning(stems[0]) in fold(title) and heading_stems(title) == stems for title in titles
    )


def _headed(run: Run) -> frozenset[str]:
    """The documents with a section of that heading."""
    stems = _stems(run)
    return frozenset(ref.doc for ref in run.reader.headed(stems)) if stems else frozenset()
