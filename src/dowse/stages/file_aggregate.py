"""Boost source files of which many parts match."""

from __future__ import annotations

from typing import ClassVar, Self

from ..model.hit import Hits
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from .code_hits import boosted, is_code

FILE_AGGREGATE = "file_aggregate"  # evidence: matched chunks of the file, as a share of those of the best file


@dataclass(frozen=True, slots=True)
class FileAggregate:
    """`score + boost · best · chunks / most` for source code: `chunks` of the file are among the semantic candidates,
    `most` of any file, and `best` is the best score of a source file.

    All scores are then divided by the best if that exceeds 1.  The constant is measured on semble's public benchmark of
    code search; docs/quality.md.
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

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        most = max((hit.matched_chunks for hit in hits if is_code(hit)), default=0)
        if most == 0:
            return hits
        return boosted(hits, lambda hit: hit.matched_chunks / most, boost=self.boost, evidence=FILE_AGGREGATE)
