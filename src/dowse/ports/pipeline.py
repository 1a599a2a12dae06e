"""The steps that a profile is made of, and the search they run in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from ..model.hit import Hits
from ..model.ref import Ref
from ..query.ast import Expr, Query
from .models import Embedder, PairScorer
from .storage import Question, Reader


@dataclass(frozen=True, slots=True)
class Run:
    """One running search: the state that every step may read."""

    query: Query
    where: Expr  # what the query, the profile and the options select together
    reader: Reader
    now: float  # seconds since the epoch
    limit: int
    embedder: Embedder | None = None
    scorer: PairScorer | None = None
    anchors: tuple[Ref, ...] = ()  # documents and sections that the query wants others to be like
    added: tuple[str, ...] = ()  # words that a rewrite put beside those of the query
    related: tuple[str, ...] = ()  # documents that the query wants others to be linked with
    seeds: tuple[tuple[str, float], ...] = ()  # the best documents of the lists so far, with their scores in [0, 1]


class Prefetching(Protocol):
    """A step that knows what it will ask: the questions of several steps are asked in one round trip.

    A rewrite, a retriever or a stage may have this method; a step without it asks when it runs.
    """

    def questions(self, hits: Hits, run: Run, /) -> Iterable[Question]:
        """What the step asks when it is given these hits; a retriever is given none."""


class Rewrite(Protocol):
    """A search under way to one that asks for more."""

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


class Stage(Protocol):
    """A list to a list."""

    def __call__(self, hits: Hits, run: Run, /) -> Hits:
        """The hits, changed, reordered or fewer."""
