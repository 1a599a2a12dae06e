"""Boost source files of which many parts match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from ...model.hit import Hits
from ...model.parameter import Slider, check, parameter
from ...model.value_class import dataclass
from ...ports.pipeline import QueryTraits, Run
from ...ports.storage import Question
from ...retrieval.keyword import terms_of_run
from ...retrieval.sections import part_questions, summed_scores
from .code_hits import boosted, has_code, is_code

FILE_AGGREGATE = "file_aggregate"  # evidence: how much of the file matches, as a share of the best file

_MOST_COUNTED = 50  # files whose chunks are counted by words; of more nDCG changes by 0.0001


@dataclass(frozen=True, slots=True)
class FileAggregate:
    """`score + boost · best · chunks / most` for source code: `chunks` of the file are among the semantic candidates,
    `most` of any file, and `best` is the best score of a source file.

    Without semantic candidates, as in fulltext mode, `score + boost_by_words · best · sum / most`: `sum` is that of the
    BM25 scores of the chunks of the file, counted from the positions of the words in the index, and `most` the greatest
    one.  Only the 50 files with the best keyword scores are counted.

    Where no source file has several chunks among the candidates, none is boosted: the best one would only be lifted
    above other documents.

    All scores are then divided by the best if that exceeds 1; in a question for instructions source code is ordered
    alone, see `boosted`.  The constants are measured on semble's public benchmark of code search; docs/quality.md.
    """

    position: ClassVar[int] = 36  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        0.3,
        "boost of the source file with the most matching parts, as a share of the best score",
        minimum=0,
        maximum=10,
        slider=Slider("file boost", 0.05, maximum=1),
    )
    boost_by_words: float = parameter(
        0.5,
        "the same without semantic candidates: boost of the file whose parts match best by keyword",
        minimum=0,
        maximum=10,
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        counted = _counted_by_words(hits)
        if counted:
            yield from part_questions(counted, terms_of_run(run), "chunk")

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        if not has_code(hits):
            return hits
        most = max((hit.matched_chunks for hit in hits if is_code(hit)), default=0)
        if most == 1:
            return hits
        if most:
            shares = [hit.matched_chunks / most for hit in hits]
            return boosted(hits, shares, run, boost=self.boost, evidence=FILE_AGGREGATE)
        counted = _counted_by_words(hits)
        sums = summed_scores(counted, terms_of_run(run), run.reader, "chunk") if counted else {}
        greatest = max(sums.values(), default=0.0)
        if not greatest:
            return hits
        shares = [sums.get(hit.ref.doc, 0.0) / greatest for hit in hits]
        return boosted(hits, shares, run, boost=self.boost_by_words, evidence=FILE_AGGREGATE)


def _counted_by_words(hits: Hits) -> tuple[str, ...]:
    """The source files with the best keyword scores, in whatever order; none if there are semantic candidates."""
    if any(hit.matched_chunks for hit in hits):
        return ()
    scores = {
        hit.ref.doc: reason.value for hit in hits if is_code(hit) for reason in hit.why if reason.source == "keyword"
    }
    return tuple(sorted(scores, key=lambda doc: (-scores[doc], doc))[:_MOST_COUNTED])
