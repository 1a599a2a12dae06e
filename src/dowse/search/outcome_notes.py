"""What the course of a search says about its answer: that nothing fits, or what took everything away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..analysis.stopwords import telling
from ..analysis.tokens import words
from ..model.hit import Hit, Hits
from ..ports.pipeline import Run
from ..query.ast import Expr, MatchAll, Note, Should, walk
from ..query.describe import condition
from ..query.extract import is_by_meaning, scoring_texts
from ..stages.confidence import CONFIDENCE, Confidence
from ..stages.min_score import MinScore
from ..stages.rerank import Rerank
from .profile import Profile
from .trace import TraceStep, held

_ONLY_NEAR = "; what follows is only near in meaning"
_NOT_EVEN_NEAR = ", and nothing is near it in meaning"
_MOST_WORDS = 3  # in a note
_DOUBTFUL = 0.2  # confidence; see docs/quality.md


def outcome(run: Run, planned: Profile, steps: Sequence[TraceStep], *, mode: str, unfiltered: bool) -> Iterator[Note]:
    """Notes in the order of their weight."""
    hits = steps[-1].hits if steps else ()
    if run.added:
        yield Note(0, f"searched for {' '.join((run.query.text, *run.added))}")
    if mode == "fulltext" and is_by_meaning(run.query.where):
        yield Note(0, "similar: and like: go by meaning, which the mode fulltext leaves out")
    if run.scorer is None and any(isinstance(stage, Rerank) for stage in planned.stages):
        yield Note(0, "there is nothing to rerank by; the order is that of the lists")
    if not hits and planned.where != MatchAll() and not unfiltered:
        yield Note(0, f"the profile {planned.name} looks only at documents {condition(planned.where)}")
    yield from _doubt(run, steps, hits)


def is_by_meaning_alone(run: Run, steps: Sequence[TraceStep]) -> bool:
    """Whether no natural word of the query was found, and something is near in meaning all the same."""
    after = held(steps)
    words = any(isinstance(node, Should) for node in walk(run.query.where))
    pinned = steps and any(_is_pinned(hit) for hit in steps[-1].hits)
    return words and not pinned and after.get("keyword") == 0 and after.get("semantic", 0) > 0


def _doubt(run: Run, steps: Sequence[TraceStep], hits: Hits) -> Iterator[Note]:
    lost = next((step for step in steps if step.before and not step.hits), None)
    alone = is_by_meaning_alone(run, steps)
    if lost and isinstance(lost.part, MinScore):
        best = max(hit.score for given in lost.given for hit in given)
        yield Note(0, f"{lost.before} found, all below the score {lost.part.least:g}; the best has {best:.2f}")
    elif alone and (hits or (lost and isinstance(lost.part, Confidence))):
        nothing = "no document holds" if run.where == MatchAll() else "nothing that is searched holds"
        yield Note(0, f"{nothing} {_words(run.query.where)}" + (_ONLY_NEAR if hits else _NOT_EVEN_NEAR))
    elif hits and all(_confidence(hit) < _DOUBTFUL for hit in hits):
        yield Note(0, "low confidence: few query terms match and semantic similarity is low")


def _words(where: Expr) -> str:
    """The words that were looked for, as a note calls them: common ones, which the documents may hold, do not count."""
    written = [word for text in scoring_texts(where) for word in words(text)]
    told = set(telling(written))
    if all(word in told for word in written):
        return "a word of the query"
    return " or ".join(sorted(map(repr, told))) if len(told) <= _MOST_WORDS else "a telling word of the query"


def _confidence(hit: Hit) -> float:
    """How sure it is that the hit is to the point; 1 where no step says, and for what the query calls by its name."""
    said = next((reason.value for reason in hit.why if reason.source == CONFIDENCE), 1.0)
    return 1.0 if _is_pinned(hit) else said


def _is_pinned(hit: Hit) -> bool:
    return any(reason.source == "pin" for reason in hit.why)
