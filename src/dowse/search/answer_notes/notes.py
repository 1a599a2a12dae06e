"""Notes on an answer, other than those on syntax errors in the query."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.hit import Hit, Hits, keyword_score
from ...ports.pipeline import Run
from ...ports.questions import MatchQuestion, SelectQuestion
from ...ports.storage import FieldWeights, Question
from ...query.ast import Expr, MatchAll, Note, Query
from ...query.extract import similarity_targets
from ...retrieval.keyword import MOST_WORDS, Keyword, all_words, inflected_words_of, scoring_words
from ...stages.pinned_hits import is_pinned
from ..binding import BoundQuery
from ..profile import Profile
from ..visibility import VisibilityRule
from .query_notes import query_notes
from .scope_notes import scope_notes
from .unknown_values import unknown_value_notes


def answer_notes(
    selection: Expr,
    bound: BoundQuery,
    hits: Hits,
    run: Run,
    profile: Profile,
    *,
    candidates: Hits,
    lacks_word_match: bool,
) -> Iterator[Note]:
    """Notes by importance; `selection` is that of the query and the options before binding.

    `candidates`: the hits before the stages. `lacks_word_match`: no hit contains a word of the query.
    """
    query = run.query
    count = len(all_words(query.where))
    yield from query_notes(query, selection, count)
    # A year is also a number: the two conditions have one note on their property.
    yield from dict.fromkeys(unknown_value_notes(query, selection, (*hits, *candidates), run.reader, bound.folders))
    if not hits:
        yield from scope_notes(query, selection, bound.original_leaves)
    for reason in _relevant_exclusions(selection, bound, query):
        best = _best_excluded(query, reason.where, run, profile)
        if best is None:
            continue
        if lacks_word_match:
            subject, verb = ("documents with these words", "find") if count else ("the selected documents", "list")
            yield Note(0, f"{subject} are {reason.what}; add {reason.remedy} to {verb} them")
        elif count and reason.is_offered and _is_better(best, hits):
            yield Note(0, f"a better match is {reason.what}; add {reason.remedy} to find it")


def excluded_questions(selection: Expr, bound: BoundQuery, run: Run, profile: Profile) -> Iterator[Question]:
    """The questions of `answer_notes` about documents that are left out."""
    for reason in _relevant_exclusions(selection, bound, run.query):
        yield _best_question(run.query, reason.where, run, profile)


def _relevant_exclusions(selection: Expr, bound: BoundQuery, query: Query) -> tuple[VisibilityRule, ...]:
    has_filter = selection != MatchAll() and not similarity_targets(query.where)
    return bound.exclusions if all_words(query.where) or has_filter else ()


def _is_better(excluded: Hit, hits: Hits) -> bool:
    """Whether an excluded document matches the words better than all hits, none of which has the query as a name."""
    if hits and is_pinned(hits[0]):
        return False
    return excluded.score > max(map(keyword_score, hits), default=0.0)


def _best_excluded(query: Query, where: Expr, run: Run, profile: Profile) -> Hit | None:
    """The document within `where` with the best BM25 score; any for a query without words, None without documents."""
    return next(iter(_best_question(query, where, run, profile).of(run.reader)), None)


def _best_question(query: Query, where: Expr, run: Run, profile: Profile) -> MatchQuestion | SelectQuestion:
    terms = tuple(scoring_words(query.where)[:MOST_WORDS])
    if not terms:
        return SelectQuestion(where, 1)
    keyword = (each for each in profile.retrievers if isinstance(each, Keyword))
    weights = next((each.weights_in(run.reader) for each in keyword), FieldWeights())
    return MatchQuestion(terms, where, 1, weights, inflected_words_of(query))
