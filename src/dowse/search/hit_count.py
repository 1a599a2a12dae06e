"""The number of hits of a search before its limit, and whether more documents may match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..analysis.tokens import words
from ..model.hit import SEMANTIC, Hit, Hits
from ..model.value_class import dataclass
from ..ports.pipeline import Run, has_role
from ..ports.questions import CountQuestion
from ..query.ast import And, ExactPhrase, Expr, MatchCase, Near, Not, Or, Query, Should, Word
from ..query.extract import node_types
from ..retrieval.keyword import words_of_run
from .profile import Profile
from .trace import TraceStep
from .visibility import REASONS

_VISIBLE = frozenset(Not(reason.where) for reason in REASONS)


@dataclass(frozen=True, slots=True)
class HitCount:
    """The number of hits; a minimum if a list of candidates ended before the last match."""

    count: int
    is_minimum: bool = False
    by_word: int | None = None  # of them, hits that contain a word of the query; None if unknown, or true of all


def is_exact(query: Query) -> bool:
    """Whether everything that the query selects belongs to the answer: nothing in it only ranks."""
    return node_types(query.where).isdisjoint((Should, Near))


def count_questions(profile: Profile, run: Run) -> Iterator[CountQuestion]:
    """The question of `ranked_total`, for a query of required words alone: any other takes too long to count."""
    items = run.where.items if isinstance(run.where, And) else (run.where,)
    is_of_words = all(item in _VISIBLE or _is_of_words(item) for item in items)
    if profile.retrievers and profile.granularity == "document" and is_exact(run.query) and is_of_words:
        yield CountQuestion(run.where)


def ranked_total(hits: Hits, profile: Profile, run: Run, steps: Sequence[TraceStep]) -> HitCount:
    """The total of a ranked list after these steps, which are all before the limit."""
    known = set(map(id, profile.stages))
    stages = [step for step in steps if id(step.part) in known]
    folded = sum(step.before - step.after for step in stages if has_role(step.part, "duplicates"))
    has_threshold = any(has_role(stage, "threshold") and getattr(stage, "least", 0.0) > 0 for stage in profile.stages)
    # Without a threshold, which documents in no list would not reach, and if no stage dropped a hit by its score.
    if not has_threshold and len(hits) + folded == (stages[0].before if stages else len(hits)):
        for question in count_questions(profile, run):
            return HitCount(max(len(hits), question.of(run.reader) - folded))
    is_cut = {step.name: step.is_cut for step in steps}
    by_word = None if is_cut.get("keyword", True) else sum(map(_is_by_word, hits))
    return HitCount(len(hits), bool(hits) and _is_partial(run, is_cut), by_word)


def _is_partial(run: Run, is_cut: Mapping[str, bool]) -> bool:
    """Whether the lists, of which some are cut at their maximum, may lack a document that matches the query."""
    if not is_exact(run.query):
        return any(cut for name, cut in is_cut.items() if name != SEMANTIC)  # every document is near in some degree
    if "selected" in is_cut:
        return is_cut["selected"]
    return is_cut.get("keyword", True) or not _requires_word(run)


def _is_of_words(where: Expr) -> bool:
    if isinstance(where, And | Or):
        return all(map(_is_of_words, where.items))
    return isinstance(where, Word)


def _requires_word(run: Run) -> bool:
    """Whether each selected document contains a word that keyword search looks up."""
    asked = frozenset(words_of_run(run))
    items = run.where.items if isinstance(run.where, And) else (run.where,)
    texts = (item.text for item in items if isinstance(item, Word | ExactPhrase | MatchCase))
    return any(not asked.isdisjoint(words(text)) for text in texts)


def _is_by_word(hit: Hit) -> bool:
    return any(reason.source == "keyword" for reason in hit.why)
