"""Notes on the outcome of a search: what dropped hits, which options have no effect, words that no document has."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ...analysis.code.stack_frames import beside_places
from ...analysis.tokens import words
from ...model.option_spelling import spelled
from ...ports.pipeline import Run, has_role
from ...query.ast import Expr, MatchAll, Not, Note, Should
from ...query.describe import condition
from ...query.extract import is_by_similarity, node_types, phrases
from ...query.pasted_text import is_pasted
from ...stages.pinned_hits import is_pinned
from ..corrections.unknown_words import UnknownWords
from ..overrides import names_type
from ..plan import Request
from ..profile import Profile
from ..trace import TraceStep, hit_counts
from .confidence_notes import confidence_notes, is_semantic_only, similarity_notes
from .frame_notes import frame_notes
from .question_notes import question_notes
from .word_notes import called_by, unknown_word_notes, wildcard_notes

_NO_QUOTES = dict.fromkeys(map(ord, '"\u201c\u201d\u201e«»')) | dict.fromkeys(map(ord, "「」『』"), " ")


def outcome_notes(
    run: Run,
    planned: Profile,
    steps: Sequence[TraceStep],
    request: Request,
    *,
    unknown: UnknownWords,
    stated: Collection[str] = (),
) -> Iterator[Note]:
    """Notes by importance; `stated` are dates and numbers that only properties have, as other notes say."""
    hits = steps[-1].hits if steps else ()
    if run.added:
        yield Note(0, f"searched for {' '.join((run.query.text, *run.added))}")
    if request.mode == "fulltext" and is_by_similarity(run.query.where):
        yield Note(0, "similar: and like: have no effect in the mode fulltext, which does not search by meaning")
    if request.mode == "fulltext" and request.min_similarity is not None:
        option = spelled("min_similarity", request.interface)
        yield Note(0, f"{option} has no effect in the mode fulltext, which does not search by meaning")
    if run.scorer is None and any(has_role(stage, "rerank") for stage in planned.stages):
        yield Note(0, "no reranker is available; the hits are not reranked")
    if hits and (unweighted := _unweighted(planned)):
        yield Note(0, f"the scores are 0: the weight of {' and '.join(unweighted)} is 0")
    elif hits and _only_weighs_missing_links(planned, steps):
        yield Note(0, "no document is linked with the best hits, and the other lists have the weight 0")
    if not hits and planned.where != MatchAll() and not request.unfiltered:
        yield Note(0, f"the profile {planned.name} {_profile_filter(planned.where)}")
    yield from similarity_notes(run, steps, request)
    quoted = () if hits else phrases(run.query.where)
    is_quoted = bool(quoted)
    says_all = not (hits or is_quoted) or is_semantic_only(run, steps)
    answered = tuple(question_notes(run))
    is_copied = Should in node_types(run.query.where) and is_pasted(run.query.text)
    if not (answered or is_copied):  # else the unknown words are those of the question, or nobody has written them
        lacking = () if unknown.corrected else tuple(frame_notes(run, hits))
        yield from lacking
        beside = beside_places(run.query.text) if lacking or any(map(is_pinned, hits)) else run.query.text
        known = {*stated, *called_by(run.query.text, hits)}
        yield from unknown_word_notes(unknown, run.query.text, beside, says_all=says_all, stated=known)
    yield from () if is_copied else wildcard_notes(run.query.text)
    yield from answered
    if any(words(" ".join(quoted))) and not unknown.words:  # signs alone are found in quotes only
        unquoted = " ".join(run.query.text.translate(_NO_QUOTES).split())
        yield Note(0, f"quotes find only documents with the exact text; without quotes the query is {unquoted!r}")
    yield from confidence_notes(run, steps, hits, request, unknown=unknown, stated=stated)


def _profile_filter(where: Expr) -> str:
    """Which documents a profile searches or leaves out, and how to search others."""
    if isinstance(where, Not):
        remedy = "; add type:NAME to search them" if names_type(where) else ""
        return f"leaves out documents {condition(where.item)}{remedy}"
    remedy = "; add type:NAME for documents of another type" if names_type(where) else ""
    return f"searches only documents {condition(where)}{remedy}"


def _unweighted(planned: Profile) -> Sequence[str]:
    """The lists of the search, if none of them has a weight above 0."""
    weight_of = getattr(planned.fusion, "weight_of", None)
    names = [retriever.name for retriever in planned.retrievers]
    return names if weight_of is not None and not any(map(weight_of, names)) else ()


def _only_weighs_missing_links(planned: Profile, steps: Sequence[TraceStep]) -> bool:
    """Whether the score consists of the list of links, which is empty."""
    weight_of = getattr(planned.fusion, "weight_of", None)
    names = [retriever.name for retriever in planned.retrievers]
    if weight_of is None or "graph" not in names or hit_counts(steps).get("graph"):
        return False
    return not any(weight_of(name) for name in names if name != "graph")
