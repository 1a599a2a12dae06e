"""Notes on hits that are only similar or below a minimum, and whether hits are likely to answer a query."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import floor

from ...analysis.dates.dated_paths import date_of_path
from ...analysis.dates.query_dates import query_dates
from ...analysis.dates.query_periods import query_periods
from ...analysis.phrase_match import holds_phrase
from ...model.errors import ModelError
from ...model.hit import Hit, Hits, cosine_of
from ...model.option_spelling import spelled
from ...ports.pipeline import Run, has_role
from ...query.ast import Note, Should
from ...query.extract import natural_text, node_types
from ...retrieval.compound_names import names_of_period
from ...retrieval.keyword import all_words
from ...retrieval.semantic import Semantic
from ...stages.confidence import CONFIDENCE
from ...stages.pinned_hits import is_pinned
from ..corrections.known_words import days_of_hits
from ..corrections.unknown_words import UnknownWords
from ..plan import Request
from ..trace import TraceStep, hit_counts
from .word_notes import absence

_ONLY_SIMILAR = "the hits are only semantically similar"
_NOT_SIMILAR = "no document is similar enough"
_LOW_CONFIDENCE = 0.21  # confidence; see docs/quality.md


def is_semantic_only(run: Run, steps: Sequence[TraceStep]) -> bool:
    """Whether keyword search found no natural word of the query, but semantic search has hits."""
    counts = hit_counts(steps)
    if counts.get("keyword") != 0 or not counts.get("semantic"):
        return False
    has_words = Should in node_types(run.query.where) and bool(all_words(run.query.where))
    return has_words and not any(map(is_pinned, steps[-1].hits))


def similarity_notes(run: Run, steps: Sequence[TraceStep], request: Request) -> Iterator[Note]:
    """A note on a minimum cosine that dropped every candidate of semantic search."""
    is_stated_as_score = request.min_similarity is None and request.min_score is not None
    option = "min_score" if request.mode == "vector" and is_stated_as_score else "min_similarity"
    for step in steps:
        if step.hits or not isinstance(step.part, Semantic) or not step.part.minimum:
            continue
        try:  # the snapshot has the answer
            candidates = replace(step.part, least=-1.0)(run)
        except ModelError:
            continue
        if candidates:
            best = max(map(cosine_of, candidates))
            yield Note(
                0,
                f"{len(candidates):,} passages found by meaning, all below the minimum cosine {step.part.minimum}; "
                f"the best cosine is {_cut(best)}; {spelled(option, request.interface)} sets the minimum"
                + ("; the hits match by word or by name" if steps[-1].hits else ""),
            )


def _cut(score: float) -> str:
    """The score with as many digits as are of use, cut: rounding could reach the threshold."""
    return f"{floor(score * 1e3) / 1e3:g}"


def confidence_notes(
    run: Run,
    steps: Sequence[TraceStep],
    hits: Hits,
    request: Request,
    *,
    unknown: UnknownWords,
    stated: Collection[str],
) -> Iterator[Note]:
    """The note on a minimum score that drops all hits, on hits by meaning alone, or on hits with a low score.

    `stated` are words that have another note.
    """
    dropping_step = next((step for step in steps if step.before and not step.hits), None)
    semantic_only = is_semantic_only(run, steps)
    if dropping_step and has_role(dropping_step.part, "threshold"):
        least: float = getattr(dropping_step.part, "least", 0.0)
        best = max(hit.score for given in dropping_step.given for hit in given)
        yield Note(
            0,
            f"{dropping_step.before:,} found, all below the minimum score {least:g}; the best score is {_cut(best)}; "
            f"{spelled('min_score', request.interface)} sets the minimum",
        )
    elif semantic_only and (hits or (dropping_step and has_role(dropping_step.part, "confidence"))):
        if not unknown.corrected:
            needs_word = getattr(dropping_step and dropping_step.part, "needs_word", False)
            outcome = _ONLY_SIMILAR if hits else "" if needs_word else _NOT_SIMILAR
            if run.query.text.strip() not in stated:  # by another note
                joint = "; " if hits else ", and " if outcome else ""
                outcome = f"{absence(run, unknown, stated)}{joint}{outcome}"
            if outcome:
                yield Note(0, outcome, is_about_index=True)
        elif hits:
            yield Note(0, _ONLY_SIMILAR)
    elif is_weak(run, hits):
        yield Note(0, "low confidence: few query terms match and semantic similarity is low")


def is_weak(run: Run, hits: Hits) -> bool:
    """Whether there are hits, none of which is likely to answer the query."""
    is_low = bool(hits) and all(_confidence(hit) < _LOW_CONFIDENCE for hit in hits)
    return is_low and not days_of_hits(run, hits) and not _has_asked_period(run, hits)


def _has_asked_period(run: Run, hits: Hits) -> bool:
    """Whether a hit has a date of the period that the query names, `q3 2022`, in its file name, title or aliases, or
    that or another date of the query in its folders and its file name together.
    """
    text = natural_text(run.query.where)
    periods = query_periods(text)
    dates = (*(date for date, _ in query_dates(text)), *(date for period in periods for date in period.dates))
    if dates and any(date_of_path(hit.head.path).startswith(dates) for hit in hits):
        return True
    names = [name for hit in hits for name in (hit.head.name, hit.head.title, *hit.head.aliases)] if periods else ()
    forms = (form for period in periods for form in names_of_period(period))
    return any(holds_phrase(name, form) for form in forms for name in names)


def _confidence(hit: Hit) -> float:
    """The confidence of the hit, in [0, 1]; 1 without the stage `confidence`, and for a pinned hit."""
    confidence = next((reason.value for reason in hit.why if reason.source == CONFIDENCE), 1.0)
    return 1.0 if is_pinned(hit) else confidence
