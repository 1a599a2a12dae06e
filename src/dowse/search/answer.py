"""The answer of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.hit import Hits
from ..model.search_mode import Mode
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..query.ast import Expr, MatchAll, Note, Query
from ..query.describe import sentence
from ..query.extract import conjunction, selecting
from .corrections.unknown_words import UnknownWords
from .hit_count import HitCount, is_exact
from .profile import Profile
from .reasons.effective_settings import EffectiveSetting, UnusedStep
from .reasons.filter_counts import FilterCount
from .trace import TraceStep

if TYPE_CHECKING:
    from .graph_analytics import Community


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits, with the notes that explain them, and the trace if the request has `explain`.

    The lists of all steps have a thousand objects more than the hits, among which each garbage collection searches.
    """

    query: Query
    profile: str
    mode: Mode
    hits: Hits
    hit_count: HitCount  # before the cut to the limit
    planned: Profile  # the profile as it ran
    where: Expr  # the combined selection of the query, the profile and the options
    limit: int
    has_reranker: bool = False  # whether a pair scorer was available
    added: tuple[str, ...] = ()  # words that a rewrite added to the query
    notes: tuple[Note, ...] = ()
    unknown: UnknownWords = UnknownWords()
    nearest: Hits | None = None  # for want of a hit, when no searched document contains a word of the query
    searched_for: str = ""  # the corrected query whose hits these are; empty: they are those of the query
    nearest_of: str = ""  # the corrected query that these are hits of; empty: they are the nearest in meaning
    absence: str = ""  # which words these are, as a clause
    folded: int = 0  # near-duplicates of hits that are no hits
    is_weak: bool = False  # whether none of the hits is likely to answer the query
    options: Expr = MatchAll()  # the selection of the options
    left_out: tuple[str, ...] = ()  # kinds of documents that are excluded by default
    steps: tuple[TraceStep, ...] = ()  # if the request has `explain`, as below
    filters: tuple[FilterCount, ...] = ()  # the matches of each filter
    settings: tuple[EffectiveSetting, ...] = ()
    unused: tuple[UnusedStep, ...] = ()
    communities: tuple[Community, ...] = ()  # in place of hits, for a query with `communities:`

    @property
    def reading(self) -> str:
        """The parsed query and the options as a sentence."""
        if not self.query.communities:
            return sentence(conjunction(self.query.where, self.options), left_out=self.left_out)
        if selecting(self.query.where) == MatchAll() and not self.planned.retrievers:
            return "communities of all documents"
        return f"communities of {sentence(self.query.where).removesuffix(', newest first')}"

    @property
    def total(self) -> int:
        """The number of hits before the cut to the limit."""
        return self.hit_count.count

    @property
    def is_list(self) -> bool:
        """Whether the query only selects: the hits are then all matches, or the first of them."""
        return is_exact(self.query)


@dataclass(frozen=True, slots=True)
class Execution:
    """An executed search: the answer and its run, which is valid as long as its reader is open."""

    answer: Answer
    run: Run
