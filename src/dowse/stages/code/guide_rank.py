"""Put a guide among the first hits beside source code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import ClassVar, Self

from ...analysis.code.source_paths import is_test_path
from ...analysis.code.symbol_names import is_symbol_name
from ...analysis.folding import fold
from ...analysis.heading_stems import MOST_HEADINGS, HeadingPattern, asked_stems, heading_stems
from ...analysis.question_words import asks_for_workings
from ...model.hit import Hit, Hits
from ...model.parameter import check, parameter
from ...model.value_class import dataclass
from ...ports.pipeline import QueryTraits, Run
from ...query.extract import natural_text
from ...retrieval.keyword import inflected_terms_of
from .code_boost import GUIDE
from .code_hits import is_guide

GUIDE_RANK = "guide_rank"  # evidence: the rank

_FEWEST = 2  # words of a query; one word is in many headings, and often a name of the code
_MOST_COMPARED = 3  # guides whose headings are read

_Leading = tuple[Hit, tuple[str, ...]]  # a guide, and the heading for which it is the first hit, unless it is the title


@dataclass(frozen=True, slots=True)
class GuideRank:
    """The best guide that CodeBoost has marked ranks at least `rank`-th, with the score of the hit in this place.

    The first of the best three guides of which the title or a heading has all words of the query, two at least, and few
    others, is the first hit, whose snippet shows the section of this heading.  Else, for two words at least, the best
    guide is if its score before the boosts of source code is at least the share `lead` of the best source code; but not
    for a question how something works or where it is done.

    A guide is neither source code nor a list of changes, a licence or a list of authors, nor a file of tests.  The
    boosts of source code are for those who look for its place, and lift several files above the page that explains the
    matter to users; a list with both serves either.  The name of a symbol asks for source code.  Measured on questions
    for the documentation of eight repositories, docs/quality.md.
    """

    position: ClassVar[int] = 44  # see ports.Stage
    is_optional: ClassVar[bool] = True

    rank: int = parameter(3, "the last rank that the best guide may have", minimum=1)
    heading: float = parameter(
        0.6, "least share of the words of a heading in the query, with which its guide is first", above=0, maximum=1
    )
    lead: float = parameter(
        1.4,
        "least score of the best guide, as a share of the best of source code before its boosts, with which it is "
        "first",
        minimum=0,
        maximum=10,
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits, with the rank as evidence of a guide that is raised."""
        text = natural_text(run.query.where)
        if is_symbol_name(text):
            return hits
        if found := self._leading(hits, text, run):
            leading, headings = found
            first = leading.with_score(hits[0].score).because(GUIDE_RANK, 1.0, names=headings)
            return (first, *(hit for hit in hits if hit is not leading))
        if any(map(_is_answer, hits[: self.rank])):
            return hits
        raised = next(filter(_is_marked, hits[self.rank :]), None)
        if raised is None:
            return hits
        others = [hit for hit in hits if hit is not raised]
        at = self.rank - 1
        return (*others[:at], raised.scored(others[at].score, GUIDE_RANK, self.rank), *others[at:])

    def _leading(self, hits: Hits, text: str, run: Run) -> _Leading | None:
        """The guide below source code that is to be first, if any, and the heading for which it is."""
        stems = frozenset(asked_stems(text))
        if len(stems) < _FEWEST or not hits or hits[0].head.kind != "code":
            return None
        marked = list(islice(filter(_is_marked, hits), _MOST_COMPARED))
        if headed := self._headed(marked, stems, run):
            return headed
        if marked and _share(marked[0]) >= self.lead and not asks_for_workings(text):
            return marked[0], ()
        return None

    def _headed(self, marked: Sequence[Hit], stems: frozenset[str], run: Run) -> _Leading | None:
        """The first of these guides of which a heading has all words of the query, and few others; and that heading,
        unless it is the title.
        """
        documents = run.reader.documents([hit.ref.doc for hit in marked]) if marked else {}
        asked = HeadingPattern([*stems], inflected_terms_of(run))
        for hit in marked:
            units = documents[hit.ref.doc].units if hit.ref.doc in documents else ()
            for each in (hit.head.title, *(unit.title for unit in islice(units, MOST_HEADINGS))):
                folded = each.lower() if each.isascii() else fold(each)
                # This leaves out most headings at a tenth of the time.
                if all(map(folded.__contains__, asked.beginnings)) and self._is_asked(each, asked):
                    return hit, () if each == hit.head.title else (each,)
        return None

    def _is_asked(self, heading: str, asked: HeadingPattern) -> bool:
        wanted, stems = frozenset(asked.stems), frozenset(asked.of(heading_stems(heading)))
        return wanted <= stems and len(wanted) >= self.heading * len(stems)


def _is_answer(hit: Hit) -> bool:
    return is_guide(hit) and not is_test_path(hit.head.path)


def _share(hit: Hit) -> float:
    """The score of a marked guide before the boosts of source code, as a share of the best of that."""
    return next(reason.value for reason in hit.why if reason.source == GUIDE)


def _is_marked(hit: Hit) -> bool:
    return any(reason.source == GUIDE for reason in hit.why) and not is_test_path(hit.head.path)
