"""The protocols of a profile's steps, and the run of a search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Literal, Protocol, Self

from ..model.hit import Hits
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..query.ast import Expr, Query
from .models import Embedder, PairScorer
from .storage import Granularity, Question, Reader


@dataclass(frozen=True, slots=True)
class Run:
    """One running search: the state that every step may read."""

    query: Query
    where: Expr  # the filter of the query, the profile and the options together
    reader: Reader
    now: float  # seconds since the epoch
    limit: int
    embedder: Embedder | None = None
    scorer: PairScorer | None = None
    anchors: tuple[Ref, ...] = ()  # documents and sections that hits should be similar to
    added: tuple[str, ...] = ()  # words that a rewrite added to the query
    related: tuple[str, ...] = ()  # documents that hits should be linked with
    granularity: Granularity = "document"  # the parts that are ranked
    seeds: tuple[tuple[str, float], ...] = ()  # the best documents of the lists so far, with their scores in [0, 1]
    deadline: float = inf  # by the clock; from then on the search leaves out what it can
    clock: Callable[[], float] = time.monotonic
    vaults: tuple[str, ...] = ()  # that are searched together, with which the paths of documents begin
    words: tuple[str, ...] | None = None  # of the query that score in the profile; None: see retrieval.keyword
    coming: Embedder | None = None  # that of the coming vectors, if they may order the best semantic hits
    marks: bool = True  # whether snippets say which of their words match

    @property
    def is_late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline < inf and self.clock() >= self.deadline


class Prefetching(Protocol):
    """A step that knows what it will ask: the questions of several steps are asked in one round trip.

    A rewrite, a retriever or a stage may have this method; a step without it asks when it runs.
    """

    def questions(self, hits: Hits, run: Run, /) -> Iterable[Question]:
        """What the step asks when it is given these hits; a retriever is given none."""


class Rewrite(Protocol):
    """Expands the query of a running search."""

    def __call__(self, run: Run, /) -> Run:
        """The run, perhaps with words added."""


class Retriever(Protocol):
    """Query to a list."""

    @property
    def name(self) -> str:
        """The name of this list in evidence."""

    def __call__(self, run: Run, /) -> Hits:
        """Candidates, best first."""


class Fusion(Protocol):
    """Lists to one list."""

    def __call__(self, lists: Mapping[str, Hits], /) -> Hits:
        """One hit a ref, scores in [0, 1], best first."""


StageRole = Literal["limit", "threshold", "confidence", "rerank", "recency", "duplicates", "snippet"]
"""The task of a stage that options, notes and explanations refer to.

`limit`: cuts the list to the limit; its `most` is the default limit.  `threshold`: drops hits with a score below its
`least`.  `confidence`: scales the scores by confidence.  `rerank`: rescores with a pair scorer.  `recency`: boosts
recent documents.  `duplicates`: folds near-duplicates.  `snippet`: cuts the snippets.
"""


class Stage(Protocol):
    """A list to a list.

    A stage may have four class attributes.  `position` is a number: a stage that is added to a profile runs before the
    first stage with a higher position.  `switch` is the label under which a page offers to add the stage.  `role` is a
    StageRole.  `is_optional` is true where a late search leaves the stage out.
    """

    def __call__(self, hits: Hits, run: Run, /) -> Hits:
        """The hits, changed, reordered or fewer."""


@dataclass(frozen=True, slots=True)
class QueryTraits:
    """Traits of a search that change how some stages work."""

    is_linked: bool = False  # `related:` names a document
    is_by_similarity: bool = False  # by meaning alone, so the most similar documents are always an answer
    is_one_word: bool = False  # without a sentence encoder, whose vectors are more than those of single words
    is_encoded_word: bool = False  # whether it is one word for a sentence encoder
    weighs_keyword: bool = True  # whether the keyword list has a part in the score
    is_in_other_language: bool = False  # than English, of which the bundled vectors know hardly a word


class Adaptive(Protocol):
    """A stage that depends on the traits of a search; a stage without this method runs in the same way for all."""

    def adapted(self, traits: QueryTraits, /) -> Self | None:
        """The stage for such a search; None if the stage does not apply to it."""


def has_role(part: object, role: StageRole) -> bool:
    """Whether the part is a stage of that role."""
    return getattr(part, "role", None) == role


def added(stages: tuple[Stage, ...], stage: Stage) -> tuple[Stage, ...]:
    """The stages with this one, at its position; at the end if no stage has a higher position."""
    at = next((n for n, each in enumerate(stages) if is_before(type(stage), type(each))), len(stages))
    return (*stages[:at], stage, *stages[at:])


def is_before(stage: type, other: type) -> bool:
    """Whether the one kind of stage, when it is added, runs before the other; never before one without a position."""
    own: int | None = getattr(stage, "position", None)
    its: int | None = getattr(other, "position", None)
    return own is not None and its is not None and own < its
