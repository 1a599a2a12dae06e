"""Execute a query: text → tree → lists → one list → hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from ..model.correction import Correction
from ..model.hit import Hits
from ..model.value_class import dataclass
from ..ports.models import Embedder, PairScorer
from ..ports.pipeline import Run, has_role
from ..ports.storage import Reader
from ..query.ast import Expr, MatchAll, Note, Query
from ..query.parse import parse
from ..stages.pinned_hits import is_pinned
from .answer import Answer, Execution
from .answer_notes.confidence_notes import is_semantic_only, is_weak
from .answer_notes.filter_notes import filter_notes
from .answer_notes.notes import answer_notes
from .answer_notes.outcome_notes import outcome_notes
from .answer_notes.property_notes import property_notes, value_notes
from .answer_notes.word_notes import absence
from .candidates import Step, list_selected, no_hits, retrieve, selection_limit
from .corrections.corrected_query import corrected_query, correction_note, has_one_word, with_all_corrections
from .corrections.query_forms import with_other_forms
from .corrections.unknown_words import MOST_NEAREST, UnknownWords, looked_up_words, nearest_hits, unknown_words
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
    return _Executor(profile, reader, now, embedder, scorer, profiles).execute(request)


@dataclass(frozen=True, slots=True)
class _Executor:
    """Executes requests on one index: a search may go on with another form of its query."""

    profile: Profile
    reader: Reader
    now: float
    embedder: Embedder | None
    scorer: PairScorer | None
    profiles: Mapping[str, Profile]

    def execute(self, request: Request) -> Execution:
        """The answer to the request, or to another form of its query that finds more."""
        begun = self._begun(request)
        run, recorder = begun.run, begun.recorder
        planned = begun.prepared.planned
        request = replace(request, deadline=run.deadline)
        candidates = begun.step(planned, run, recorder)
        if begun.prepared.query.communities:
            return _with_filters(_community_answer(begun, candidates), begun, request)
        recorder.prefetch(self.reader, lambda: stage_questions(planned, run, begun.prepared.selection, candidates))
        hits, total = _through_stages(candidates, begun, request)
        read = request.read or parse(request.text)
        if relaxed := self._relaxed(request, read, hits, run):
            return relaxed
        unknown = unknown_words(begun.looked_up, planned, run, hits, is_name=any(map(is_pinned, hits)))
        corrected = self._corrected(request, read, unknown)
        if corrected and not has_one_word(read):
            return _with_correction_notes(corrected, unknown)
        nearest, nearest_of = nearest_hits(planned, run, recorder.steps), ""
        if corrected and nearest is not None:
            nearest, nearest_of = corrected.answer.hits[:MOST_NEAREST], unknown.corrected
        nearest = self._by_meaning(request, begun, hits) or nearest
        values = value_notes(unknown.words, run, lacks_word_match=_lacks_word_match(begun, hits))
        answer = replace(
            _draft(begun),
            hits=hits,
            hit_count=total,
            notes=_notes(begun, request, candidates, hits, unknown, values),
            unknown=unknown,
            nearest=nearest,
            nearest_of=nearest_of,
            absence="" if nearest is None else absence(run, unknown, values),
            folded=folded_count(recorder.steps),
            is_weak=is_weak(run, hits),
        )
        return _with_filters(answer, begun, request)

    def _prepared(self, request: Request) -> PreparedSearch:
        return prepare(
            request,
            self.profile,
            self.reader,
            now=self.now,
            embedder=self.embedder,
            scorer=self.scorer,
            profiles=self.profiles,
        )

    def _begun(self, request: Request) -> _Begun:
        """The begun search, in other forms of words that no document has."""
        begun = _rewritten(self._prepared(request))
        read = request.read or parse(request.text)
        if in_other_forms := with_other_forms(read, begun.looked_up, begun.run):
            query, note = in_other_forms
            request = replace(request, read=query, deadline=begun.run.deadline)
            begun = _rewritten(self._prepared(request))._replace(form_notes=(note,))
        return begun

    def _relaxed(self, request: Request, read: Query, hits: Hits, run: Run) -> Execution | None:
        """The search by the relaxed form of the query, if there is one and it finds what that form demands."""
        relaxed = relaxed_query(read, hits, run)
        found = self.execute(replace(request, read=relaxed.query)) if relaxed else None
        if relaxed is None or found is None or not found.answer.hits:
            return None
        return found if not relaxed.needs_text or has_whole_text(found.answer.hits[0]) else None

    def _corrected(self, request: Request, read: Query, unknown: UnknownWords) -> Execution | None:
        """The search by the corrections of unknown words, if these have any and it finds something."""
        if (corrected := corrected_query(read, unknown)) is None:
            return None
        request = replace(request, read=corrected)
        self.reader.prefetch(opening_questions(request))
        found = self.execute(request)
        return found if found.answer.hits else None

    def _by_meaning(self, request: Request, begun: _Begun, hits: Hits) -> Hits | None:
        """For a search by keyword in which no document has a word of the query, what is nearest in meaning."""
        if request.mode != "fulltext" or hits or hit_counts(begun.recorder.steps).get("keyword") != 0:
            return None
        answer = self.execute(replace(request, mode="hybrid", explain=False)).answer
        return answer.nearest or answer.hits[:MOST_NEAREST]


def _lacks_word_match(begun: _Begun, hits: Hits) -> bool:
    return not hits or is_semantic_only(begun.run, begun.recorder.steps)


def _notes(
    begun: _Begun,
    request: Request,
    candidates: Hits,
    hits: Hits,
    unknown: UnknownWords,
    values: Mapping[str, Sequence[Note]],
) -> tuple[Note, ...]:
    """The notes on the query, on what failed or was left out, and on the answer."""
    prepared, run, recorder = begun.prepared, begun.run, begun.recorder
    planned, scope, stated = prepared.planned, prepared.scope, prepared.query.notes
    notes = (
        *stated,
        *(Note(0, said) for said in dict.fromkeys(recorder.failures)),
        *rescoring_notes(prepared.coming),
        *(Note(0, said) for said in recorder.late_messages(request.time_limit)),
        *chain.from_iterable(values.values()),
        *outcome_notes(run, planned, recorder.steps, request, unknown=unknown, stated=values),
        *property_notes(unknown.words, run),
        *answer_notes(
            prepared.selection,
            scope,
            hits,
            run,
            planned,
            candidates=candidates,
            lacks_word_match=_lacks_word_match(begun, hits),
        ),
    )
    if not hits and not scope.notes and len(notes) == len(stated):
        notes += tuple(filter_notes(run, planned, scope.original_leaves, candidates, unknown=unknown))
    return (*begun.form_notes, *notes)


def _with_filters(answer: Answer, begun: _Begun, request: Request) -> Execution:
    """The execution with the matches of each filter, if the request asks for an explanation.

    Counted after the stages, whose time an explanation must not use up.
    """
    if not request.explain:
        return Execution(answer, begun.run)
    leaves = begun.prepared.scope.original_leaves
    return Execution(replace(answer, filters=tuple(filter_counts(begun.run, leaves, _candidates(begun)))), begun.run)


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
    form_notes: tuple[Note, ...] = ()

    @property
    def is_ranked(self) -> bool:
        """Whether retrievers list the candidates."""
        return self.step is retrieve


def _rewritten(prepared: PreparedSearch) -> _Begun:
    """The search after its rewrites, which has asked for its candidates."""
    planned, run, recorder = prepared.planned, prepared.run, TraceRecorder()
    for rewrite in planned.rewrites:
        run = recorder.rewrite(rewrite, run)
    step = retrieve if planned.retrievers else list_selected if prepared.selection != MatchAll() else no_hits
    selected = selection_limit(step, run)
    recorder.prefetch(
        run.reader, lambda: candidate_questions(planned, run, prepared.selection, prepared.scope, selected=selected)
    )
    return _Begun(prepared, run, step, recorder, looked_up_words(planned, run))


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


def _draft(begun: _Begun) -> Answer:
    """The answer before the stages: without hits."""
    prepared, run = begun.prepared, begun.run
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
        steps=tuple(begun.recorder.steps) if request.explain else (),
        settings=tuple(effective_settings(ran)) if ran else (),
        unused=tuple(unused_steps(ran)) if ran else (),
    )


def _community_answer(begun: _Begun, candidates: Hits) -> Answer:
    """The communities of the selected documents, or of the hits among them."""
    from .graph_analytics import communities  # noqa: PLC0415  # here, since few queries ask for them

    answer, run = _draft(begun), begun.run
    groups = communities(run.reader, run.where, among=_keyword_documents(candidates) if begun.is_ranked else None)
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


def _candidates(begun: _Begun) -> Callable[[Expr], Hits]:
    """The candidates of the query within another selection; none for a query that only selects, or for a late run."""

    def candidates(where: Expr) -> Hits:
        if not begun.is_ranked or begun.run.is_late:
            return ()
        run = replace(begun.run, where=where, limit=MOST_REMOVED)
        return retrieve(begun.prepared.planned, run, TraceRecorder())

    return candidates
