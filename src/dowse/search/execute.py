"""Execute a query: text → tree → lists → one list → hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from ..model.correction import Correction
from ..model.hit import Hits
from ..ports.models import Embedder, PairScorer
from ..ports.pipeline import Run, has_role
from ..ports.storage import Reader
from ..query.ast import Expr, MatchAll, Note, Query
from ..query.parse import parse
from .answer import Answer, Execution
from .answer_notes.filter_notes import filter_notes
from .answer_notes.notes import answer_notes
from .answer_notes.outcome_notes import absence, is_pinned, is_semantic_only, is_weak, outcome_notes
from .answer_notes.property_notes import property_notes, value_notes
from .candidates import Step, list_selected, no_hits, retrieve, selection_limit
from .corrected_query import corrected_query, correction_note, has_one_word, with_all_corrections
from .hit_count import HitCount, ranked_total
from .plan import Request
from .prepare import PreparedSearch, prepare
from .profile import Profile
from .profiles import PROFILES
from .query_embedding import rescoring_notes
from .reasons.effective_settings import PlannedSearch, effective_settings, unused_steps
from .reasons.filter_counts import filter_counts
from .reasons.removal_reasons import MOST_REMOVED
from .relaxation import has_whole_text, relaxed_query
from .search_questions import candidate_questions, opening_questions, stage_questions
from .symbol_hits import (
    at_selected_symbols,
    count_of_places,
    first_of_files,
    selects_places,
)
from .trace import TraceRecorder, TraceStep, folded_count, hit_counts
from .unknown_words import MOST_NEAREST, UnknownWords, looked_up_words, nearest_hits, unknown_words, with_other_forms

__all__ = ["Answer", "Execution", "Request", "TraceStep", "asks_for_links", "execute", "search"]


def asks_for_links(text: str) -> bool:
    """Whether the query may need similarity edges, which are computed on first use."""
    folded = text.casefold()
    return "related:" in folded or "communities:" in folded


def search(
    request: Request,
    profile: Profile,
    reader: Reader,
    *,
    now: float,
    embedder: Embedder | None = None,
    scorer: PairScorer | None = None,
    profiles: Mapping[str, Profile] = PROFILES,
) -> Answer:
    """The answer to the request; no query raises an error. `profiles` are those that `profile:` may name."""
    return execute(request, profile, reader, now=now, embedder=embedder, scorer=scorer, profiles=profiles).answer


def execute(
    request: Request,
    profile: Profile,
    reader: Reader,
    *,
    now: float,
    embedder: Embedder | None = None,
    scorer: PairScorer | None = None,
    profiles: Mapping[str, Profile] = PROFILES,
) -> Execution:
    """The answer with its run, for further questions about the search."""
    again = partial(
        execute, profile=profile, reader=reader, now=now, embedder=embedder, scorer=scorer, profiles=profiles
    )
    prepared_for = partial(
        prepare, profile=profile, reader=reader, now=now, embedder=embedder, scorer=scorer, profiles=profiles
    )
    begun = _begun(request, prepared_for)
    request = replace(request, deadline=begun.run.deadline)
    prepared, run, step, recorder = begun.prepared, begun.run, begun.step, begun.recorder
    planned, selection, scope = prepared.planned, prepared.selection, prepared.scope
    candidates = step(planned, run, recorder)
    draft = _draft(prepared, run, recorder)
    count_filters = partial(filter_counts, run, scope.original_leaves, _candidates(planned, run, step))
    if prepared.query.communities:
        clusters = _community_answer(draft, run, _keyword_documents(candidates) if step is retrieve else None)
        return Execution(replace(clusters, filters=tuple(count_filters()) if request.explain else ()), run)
    recorder.prefetch(reader, lambda: stage_questions(planned, run, selection, candidates))
    hits, total = _through_stages(candidates, begun, request)
    read = request.read or parse(request.text)
    if relaxed := _relaxed(again, request, read, hits, run):
        return relaxed
    unknown = unknown_words(begun.looked_up, planned, run, hits, is_name=any(map(is_pinned, hits)))
    by_corrections = _by_corrections(again, request, read, unknown, reader)
    if by_corrections and not has_one_word(read):
        return _with_correction_notes(by_corrections, unknown)
    nearest, nearest_of = nearest_hits(planned, run, recorder.steps), ""
    if by_corrections and nearest is not None:
        nearest, nearest_of = by_corrections.answer.hits[:MOST_NEAREST], unknown.corrected
    if request.mode == "fulltext" and not hits and hit_counts(recorder.steps).get("keyword") == 0:
        by_meaning = again(replace(request, mode="hybrid", explain=False)).answer
        nearest = by_meaning.nearest or by_meaning.hits[:MOST_NEAREST] or nearest
    lacks_word_match = not hits or is_semantic_only(run, recorder.steps)
    values = value_notes(unknown.words, run, lacks_word_match=lacks_word_match)
    notes = (
        *prepared.query.notes,
        *(Note(0, said) for said in dict.fromkeys(recorder.failures)),
        *rescoring_notes(prepared.coming),
        *(Note(0, said) for said in recorder.late_messages(request.time_limit)),
        *chain.from_iterable(values.values()),
        *outcome_notes(run, planned, recorder.steps, request, unknown=unknown, stated=values),
        *property_notes(unknown.words, run),
        *answer_notes(selection, scope, hits, run, planned, candidates=candidates, lacks_word_match=lacks_word_match),
    )
    if not hits and not scope.notes and len(notes) == len(prepared.query.notes):
        notes += tuple(filter_notes(run, planned, scope.original_leaves, candidates, unknown=unknown))
    answer = replace(
        draft,
        hits=hits,
        steps=tuple(recorder.steps) if request.explain else (),
        hit_count=total,
        notes=(*begun.form_notes, *notes),
        unknown=unknown,
        nearest=nearest,
        nearest_of=nearest_of,
        absence="" if nearest is None else absence(run, unknown, values),
        folded=folded_count(recorder.steps),
        is_weak=is_weak(run, hits),
    )
    # After the stages, whose time an explanation must not use up.
    return Execution(replace(answer, filters=tuple(count_filters()) if request.explain else ()), run)


def _relaxed(
    again: Callable[[Request], Execution], request: Request, read: Query, hits: Hits, run: Run
) -> Execution | None:
    """The search by fewer conditions, where the query has a relaxed form and that finds what it is to find."""
    relaxed = relaxed_query(read, hits, run)
    found = again(replace(request, read=relaxed.query)) if relaxed else None
    if relaxed is None or found is None or not found.answer.hits:
        return None
    return found if not relaxed.needs_text or has_whole_text(found.answer.hits[0]) else None


def _by_corrections(
    again: Callable[[Request], Execution], request: Request, read: Query, unknown: UnknownWords, reader: Reader
) -> Execution | None:
    """The search by the corrections of unknown words, if these have any and it finds something."""
    if (corrected := corrected_query(read, unknown)) is None:
        return None
    request = replace(request, read=corrected)
    reader.prefetch(opening_questions(request))
    found = again(request)
    return found if found.answer.hits else None


def _with_correction_notes(found: Execution, unknown: UnknownWords) -> Execution:
    """What a search by corrections found, with notes on the words that the query has in their place."""
    answer, text = found.answer, found.answer.query.text
    of_found = with_all_corrections(answer.notes, answer.unknown, unknown, text)
    notes = (correction_note(unknown, text), *of_found)
    searched_for = unknown.without_rare
    return replace(found, answer=replace(answer, notes=notes, unknown=unknown, searched_for=searched_for))


class _Begun(NamedTuple):
    """A search whose candidates are asked for: of the query, or of the query in other forms of its words."""

    prepared: PreparedSearch
    run: Run  # after its rewrites
    step: Step  # lists the candidates
    recorder: TraceRecorder
    looked_up: Mapping[str, Correction | None]  # the unknown words of the query
    form_notes: tuple[Note, ...]


def _begun(request: Request, prepared_for: Callable[[Request], PreparedSearch]) -> _Begun:
    """The begun search, in other forms of words that no document has."""
    prepared, form_notes = prepared_for(request), tuple[Note, ...]()
    request = replace(request, deadline=prepared.run.deadline)
    run, step, recorder = _rewritten(prepared)
    looked_up = looked_up_words(prepared.planned, run)
    if in_other_forms := with_other_forms(request.read or parse(request.text), looked_up, run):
        query, note = in_other_forms
        prepared, form_notes = prepared_for(replace(request, read=query)), (note,)
        run, step, recorder = _rewritten(prepared)
        looked_up = looked_up_words(prepared.planned, run)
    return _Begun(prepared, run, step, recorder, looked_up, form_notes)


def _rewritten(prepared: PreparedSearch) -> tuple[Run, Step, TraceRecorder]:
    """The run after its rewrites, the step that lists its candidates, and what was recorded; questions are asked."""
    planned, run, recorder = prepared.planned, prepared.run, TraceRecorder()
    for rewrite in planned.rewrites:
        run = recorder.rewrite(rewrite, run)
    step = retrieve if planned.retrievers else list_selected if prepared.selection != MatchAll() else no_hits
    selected = selection_limit(step, run)
    recorder.prefetch(
        run.reader, lambda: candidate_questions(planned, run, prepared.selection, prepared.scope, selected=selected)
    )
    return run, step, recorder


def _through_stages(candidates: Hits, begun: _Begun, request: Request) -> tuple[Hits, HitCount]:
    """The hits that the stages make of the candidates, and how many there are before the cut to the limit."""
    planned, run, recorder = begun.prepared.planned, begun.run, begun.recorder
    is_list, hits = begun.step is list_selected, candidates
    total = _total(hits, run, is_list=is_list, one_per_file=request.one_per_file)
    for stage in planned.stages:
        if has_role(stage, "limit"):
            hits = first_of_files(hits) if request.one_per_file else hits
            total = total if is_list else ranked_total(hits, planned, run, recorder.steps)
        placed = at_selected_symbols(hits, run) if has_role(stage, "snippet") else hits
        hits = recorder.stage(stage, placed, run)
    return hits, total


def _draft(prepared: PreparedSearch, run: Run, recorder: TraceRecorder) -> Answer:
    """The answer before the stages: without hits."""
    request, has_reranker, ran = prepared.request, run.scorer is not None, None
    if request.explain:
        ran = PlannedSearch(request, prepared.query, prepared.chosen, prepared.planned, run.limit, has_reranker)
    return Answer(
        prepared.query,
        prepared.planned.name,
        request.mode,
        (),
        HitCount(0),
        prepared.planned,
        run.where,
        run.limit,
        has_reranker,
        run.added,
        prepared.query.notes,
        options=request.where,
        left_out=tuple(reason.what for reason in prepared.scope.exclusions),
        steps=tuple(recorder.steps) if request.explain else (),
        settings=tuple(effective_settings(ran)) if ran else (),
        unused=tuple(unused_steps(ran)) if ran else (),
    )


def _community_answer(answer: Answer, run: Run, among: frozenset[str] | None) -> Answer:
    """The communities of the selected documents, or of the hits among them."""
    from .graph_analytics import communities  # noqa: PLC0415  # here, since few queries ask for them

    groups = communities(run.reader, run.where, among=among)
    hint = "no two of these documents are linked; `dowse links` lists the links"
    no_links = Note(0, hint, is_about_index=True)
    notes = answer.notes if groups else (*answer.notes, no_links)
    return replace(answer, communities=groups[: run.limit], hit_count=HitCount(len(groups)), notes=notes)


def _keyword_documents(hits: Hits) -> frozenset[str]:
    """The documents of hits that contain a word of the query; all documents if there is none."""
    keyword_hits = [hit for hit in hits if any(reason.source == "keyword" for reason in hit.why)]
    return frozenset(hit.head.path for hit in keyword_hits or hits)


def _total(hits: Hits, run: Run, *, is_list: bool, one_per_file: bool) -> HitCount:
    """The number of hits; for a list, which is cut early, the number of selected documents or of places in them."""
    if not (is_list or one_per_file):
        return HitCount(len(hits))
    documents = len({hit.ref.doc for hit in hits})
    if not is_list or documents < selection_limit(list_selected, run):
        return HitCount(documents if one_per_file else len(hits))
    has_places = selects_places(run.where) and not one_per_file
    return HitCount(count_of_places(run) if has_places else run.reader.count(run.where))


def _candidates(profile: Profile, run: Run, step: Step) -> Callable[[Expr], Hits]:
    """The candidates of the query within another selection; none for a query that only selects, or for a late run."""

    def candidates(where: Expr) -> Hits:
        if step is not retrieve or run.is_late:
            return ()
        return retrieve(profile, replace(run, where=where, limit=MOST_REMOVED), TraceRecorder())

    return candidates
