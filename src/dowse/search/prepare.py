"""Prepare a search for execution: the parsed query, its references, the planned profile, the first state of the run."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from math import inf

from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.models import Embedder, PairScorer
from ..ports.pipeline import Run
from ..ports.storage import Reader
from ..query.ast import Expr, MatchAll, Note, Query
from ..query.extract import conjunction, selecting
from ..query.parse import parse
from ..retrieval.file_names import FileNames
from ..retrieval.keyword import Keyword, scoring_words
from ..retrieval.reference_models import SimilarityScale
from .binding import BoundQuery, bind, offset_of_field, with_addresses
from .bracketed_text import with_bracketed_text
from .clock import search_time
from .overrides import override
from .plan import BUNDLED, Request, choose_profile, plan
from .profile import Profile
from .query_embedding import QueryEmbedding
from .unknown_fields import notes_with_properties


@dataclass(frozen=True, slots=True)
class PreparedSearch:
    """A search before its first rewrite: the query with its references resolved, the profile, the run."""

    request: Request
    query: Query
    selection: Expr  # of the query and the options
    scope: BoundQuery
    chosen: Profile  # before the changes of the query and the options
    planned: Profile
    run: Run
    coming: QueryEmbedding | None = None  # that of the run


def prepare(
    request: Request,
    profile: Profile,
    reader: Reader,
    *,
    now: float,
    embedder: Embedder | None,
    scorer: PairScorer | None,
    profiles: Mapping[str, Profile],
) -> PreparedSearch:
    """The search with the statements of the query and the options over those of the profile; see `search`."""
    request = replace(request, where=with_addresses(request.where, request.roots))
    read = request.read or parse(request.text)
    query = with_bracketed_text(replace(read, where=with_addresses(read.where, request.roots)), reader)
    chosen, unknown = choose_profile(query.profile, profile, profiles)
    selection = conjunction(selecting(query.where), request.where)
    profile = override(chosen, request, selection)
    scope = bind(
        query,
        request.where,
        MatchAll() if request.unfiltered else profile.where,
        reader=reader,
        time=search_time(now),
        vaults=request.vaults,
        archived=request.archived,
        roots=request.roots,
        folder_exclusion=request.folder_exclusion,
    )
    mistakes = (*notes_with_properties(query, reader), *scope.notes, *_profile_notes(query, unknown))
    query = replace(query, notes=tuple(sorted(mistakes, key=lambda note: note.at)))
    planned = plan(
        request,
        query,
        profile,
        anchored=bool(scope.anchors or scope.related),
        linked=bool(scope.related),
        encoded=embedder is not None and embedder.name != BUNDLED,
        scale=SimilarityScale(embedder.name if embedder is not None else "", request.cosines),
    )
    # The profile's own: the plan has no keyword retriever for a search by meaning alone.
    stop_words = (each.stop_words for each in profile.retrievers if isinstance(each, Keyword | FileNames))
    coming = QueryEmbedding(request.coming) if request.coming is not None else None
    run = Run(
        query,
        scope.where,
        reader,
        now,
        request.limit_for(query, planned),
        QueryEmbedding(embedder) if embedder is not None else None,
        scorer,
        (*scope.anchors, *map(Ref, scope.related)),
        related=scope.related,
        granularity=planned.granularity,
        deadline=_deadline(request),
        vaults=request.vaults,
        words=tuple(scoring_words(query.where, next(stop_words, "english"))),
        coming=coming,
        marks=request.marks,
    )
    return PreparedSearch(request, query, selection, scope, chosen, planned, run, coming)


def _deadline(request: Request) -> float:
    """The end of the time limit, which begins now unless the search goes on with another query."""
    if request.deadline is not None:
        return request.deadline
    return inf if request.time_limit is None else time.monotonic() + request.time_limit


def _profile_notes(query: Query, unknown: str) -> tuple[Note, ...]:
    return (Note(offset_of_field(query.text, "profile", query.profile), unknown),) if unknown else ()
