"""The candidates of a search: those of its retrievers, fused, or the documents that it selects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from ..analysis.term_matching import matcher_of, terms_in_all_forms
from ..fusion.collapse import fold
from ..fusion.weighted import Weighted
from ..model.hit import Hits
from ..ports.pipeline import Fusion, Retriever, Run
from ..ports.storage import Granularity, Reader
from ..query.extract import is_by_similarity
from ..retrieval.graph import Graph
from ..retrieval.keyword import inflected_terms_of, scoring_words
from ..retrieval.sections import at_best_parts, in_best_sections, without_repeats
from ..retrieval.semantic import Semantic
from .hit_count import is_exact
from .profile import Profile
from .symbol_hits import application_first, at_each_place
from .trace import TraceRecorder

MOST_LISTED = 1000  # documents that a query of filters alone counts

Step = Callable[[Profile, Run, TraceRecorder], Hits]


def retrieve(profile: Profile, run: Run, recorder: TraceRecorder) -> Hits:
    """Candidates of every retriever, collapsed and fused, followed by the other selected documents."""
    lists: dict[str, Hits] = {}
    needs_all = bool(run.related or run.anchors) or is_by_similarity(run.query.where)
    for retriever in profile.retrievers:
        if lists and run.is_late and not needs_all:
            recorder.left_out.append(retriever.name)
            continue
        if isinstance(retriever, Graph) and not run.related:
            best = _fusion_of_seeds(profile.fusion, lists)(lists)[: retriever.seeds]
            run = replace(run, seeds=tuple((hit.ref.doc, hit.score) for hit in best))
        retrieval = _Retrieval(retriever, run, profile.granularity)
        hits_of_list = recorder.list(
            retriever.name, retrieval, part=retriever, effect=retrieval.effect, is_cut=retrieval.is_cut
        )
        # Every query has nearest neighbours: an empty semantic list means that there are no vectors, not that no
        # document is relevant.  An empty graph list means that there are no links.
        if hits_of_list or not isinstance(retriever, Semantic | Graph):
            lists[retriever.name] = hits_of_list
    if profile.granularity != "document":
        lists = _with_linked_parts(profile, lists, run.reader)
    finish = None
    if profile.granularity == "chunk":
        terms = terms_in_all_forms(scoring_words(run.query.where), inflected_terms_of(run))
        finish = partial(without_repeats, terms=terms, reader=run.reader)
    hits = recorder.fusion(profile.fusion, lists, finish=finish)
    if len(hits) >= run.limit or not is_exact(run.query):
        return hits
    most = run.limit + len(hits)
    return recorder.list(
        "selected",
        lambda: (*hits, *_remaining_selected(run, hits, most)),
        given=(hits,),
        is_cut=lambda found: len(found) >= most,
    )


def _with_linked_parts(profile: Profile, lists: Mapping[str, Hits], reader: Reader) -> dict[str, Hits]:
    """The lists; the one by links, which has whole documents, with the best part of each in the other lists."""
    by_links = {each.name for each in profile.retrievers if isinstance(each, Graph)}
    others = {name: hits for name, hits in lists.items() if name not in by_links}
    if len(others) == len(lists):
        return others
    best = _fusion_of_seeds(profile.fusion, others)(others)
    return {
        name: at_best_parts(hits, best, reader, profile.granularity) if name in by_links else hits
        for name, hits in lists.items()
    }


def _fusion_of_seeds(fusion: Fusion, lists: Mapping[str, Hits]) -> Fusion:
    """The fusion for the lists before that of links; equal weights if they have no part in the score."""
    weight_of: Callable[[str], float] | None = getattr(fusion, "weight_of", None)
    if weight_of is None or any(map(weight_of, lists)):
        return fusion
    return Weighted(dict.fromkeys(lists, 1.0))


class _Retrieval:
    """The list of one retriever, collapsed to the granularity of the profile."""

    def __init__(self, retriever: Retriever, run: Run, granularity: Granularity) -> None:
        self._retriever, self._run, self._granularity = retriever, run, granularity
        self._candidates: Hits = ()

    def __call__(self) -> Hits:
        """The list."""
        hits = self._candidates = self._retriever(self._run)
        if self._granularity == "section":
            asked = (*scoring_words(self._run.query.where), *self._run.added)
            hits = in_best_sections(hits, matcher_of(asked, inflected_terms_of(self._run)), self._run.reader)
        return fold(hits, self._granularity)

    def is_cut(self, _hits: Hits) -> bool:
        """Whether the retriever found as many candidates as it may."""
        limit: int | None = getattr(self._retriever, "limit", None)
        return limit is not None and len(self._candidates) >= limit

    def effect(self) -> str:
        """What the retriever did beside retrieving; see retrieval.semantic."""
        describe: Callable[[Hits, Run], str] | None = getattr(self._retriever, "effect", None)
        return describe(self._candidates, self._run) if describe and self._candidates else ""


def _remaining_selected(run: Run, hits: Hits, most: int) -> Hits:
    """Selected documents that no list contains, newest first, with the score 0."""
    listed = {hit.ref.doc for hit in hits}
    selected = application_first(run, 2 * run.limit)[:most]  # of fewer hits than the limit
    return tuple(hit.scored(0.0, "selected", 1.0) for hit in selected if hit.ref.doc not in listed)


def selection_limit(step: Step, run: Run) -> int:
    """How many documents of the selection the step may list."""
    if step is list_selected:
        return max(run.limit, MOST_LISTED)
    return 2 * run.limit if step is retrieve and is_exact(run.query) else 0


def no_hits(_profile: Profile, _run: Run, _recorder: TraceRecorder) -> Hits:
    """An empty query has no hits."""
    return ()


def list_selected(_profile: Profile, run: Run, recorder: TraceRecorder) -> Hits:
    """The documents that a query without words selects, newest first."""
    limit = max(run.limit, MOST_LISTED)
    return recorder.list("selected", lambda: at_each_place(application_first(run, limit), run))
