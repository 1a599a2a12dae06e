"""The profile of one search: the built-in or user profile with the changes of the query and the options."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..analysis.folding import is_mostly_unspaced
from ..fusion.weighted import Weighted
from ..model.search_mode import Mode
from ..ports.pipeline import Fusion, QueryTraits, Retriever, Rewrite, Stage, StageRole, added, has_role
from ..ports.storage import Granularity
from ..query.ast import Expr, MatchAll, Query
from ..query.extract import embedding_text, is_by_similarity, scoring_texts
from ..retrieval.expansion import Expansion
from ..retrieval.graph import Graph
from ..retrieval.keyword import Keyword
from ..retrieval.semantic import Semantic
from ..stages.limit import Limit
from ..stages.min_score import MinScore
from ..stages.rerank import Rerank
from ..stages.time_boost import TimeBoost
from .profile import Profile

StageTuple = tuple[Stage, ...]

BUNDLED = "static"  # the embedder that is not a sentence encoder
_DEFAULT_LIMIT = 10  # hits
_LINK_WEIGHTS = {"keyword": 0.1, "semantic": 0.3, "graph": 0.6}  # and for `related:`
_SIMILARITY_WEIGHTS = {"keyword": 0.2, "semantic": 0.7, "graph": 0.1}  # Metis's weights for `similar:` and `like:`


@dataclass(frozen=True, slots=True)
class Request:
    """A search without its profile. `weights` are for keyword, semantic and graph; those in the query override them."""

    text: str
    limit: int | None = None  # hits; None: that of the profile
    mode: Mode = "hybrid"
    where: Expr = field(default_factory=MatchAll)  # of options such as --path; binds like a field of the query
    weights: tuple[float, ...] | None = None
    min_score: float | None = None  # in [0, 1]
    vaults: tuple[str, ...] = ()  # the searched vaults, for `in:`
    archived: bool = False  # whether to include archived documents
    rerank: bool | None = None  # None: as in the profile, here and below
    expand: bool | None = None
    time_boost: bool | None = None
    unfiltered: bool = False  # whether to ignore the condition of the profile
    explain: bool = False  # whether to count the matches of each filter
    time_limit: float | None = None  # seconds, after which the search leaves out optional steps
    read: Query | None = None  # a changed query, used in place of the parsed text


def plan(
    request: Request, query: Query, profile: Profile, *, anchored: bool, linked: bool = False, encoded: bool = False
) -> Profile:
    """The profile with the retrievers, the weights and the stages of the request and the query.

    `anchored`: `like:` names an existing document.  `linked`: `related:` does.  `encoded`: the vectors are those of a
    sentence encoder.
    """
    aligned = (_with_granularity(each, profile.granularity) for each in profile.retrievers)
    retrievers = tuple(
        applicable for each in aligned for applicable in _applicable(each, request.mode, query, anchored)
    )
    if linked and not any(isinstance(each, Graph) for each in retrievers):
        retrievers = (*retrievers, Graph())
    weights = request.weights if query.weights is None else query.weights
    # The bundled vectors are English, and cover hardly a word of Chinese, Japanese or Thai.
    is_unspaced = not encoded and is_mostly_unspaced(embedding_text(query.where))
    special_fusion = profile.unspaced if is_unspaced else profile.encoded if encoded else None
    fusion = _with_weights(special_fusion or profile.fusion, weights, query, linked=linked)
    traits = QueryTraits(linked, request.mode == "vector" or is_by_similarity(query.where), is_unspaced)
    stages = tuple(_adapted(profile.stages, traits))
    if request.rerank is not None:
        stages = _toggle_stage(stages, "rerank", Rerank(), on=request.rerank)
    if request.time_boost is not None:
        stages = _toggle_stage(stages, "recency", TimeBoost(), on=request.time_boost)
    if request.min_score is not None:
        stages = added(stages, MinScore(request.min_score))
    if not any(has_role(each, "limit") for each in stages):
        stages = added(stages, Limit())
    rewrites = profile.rewrites if request.expand is None else _toggle_expansion(profile.rewrites, on=request.expand)
    return replace(profile, rewrites=rewrites, retrievers=retrievers, fusion=fusion, stages=stages)


def _adapted(stages: StageTuple, traits: QueryTraits) -> Iterator[Stage]:
    """The stages that apply to a search with these traits, each as the search needs it."""
    for stage in stages:
        adapt = getattr(stage, "adapted", None)
        applicable: Stage | None = adapt(traits) if adapt else stage
        if applicable is not None:
            yield applicable


def _with_granularity(retriever: Retriever, granularity: Granularity) -> Retriever:
    return replace(retriever, granularity=granularity) if isinstance(retriever, Keyword) else retriever


def _with_weights(fusion: Fusion, weights: tuple[float, ...] | None, query: Query, *, linked: bool) -> Fusion:
    """The fusion with the given weights, or a weighted fusion with the weights of the intent."""
    if weights is not None:
        return Weighted(dict(zip(("keyword", "semantic", "graph"), weights, strict=False)))
    if not isinstance(fusion, Weighted):
        return fusion
    if linked:
        return Weighted(_LINK_WEIGHTS)
    return Weighted(_SIMILARITY_WEIGHTS) if is_by_similarity(query.where) else fusion


def default_limit(profile: Profile) -> int:
    """The default number of hits of the profile: that of its stage `limit`, else 10."""
    limits = (getattr(each, "most", None) for each in profile.stages if has_role(each, "limit"))
    return next((limit for limit in limits if limit is not None), _DEFAULT_LIMIT)


def _toggle_expansion(rewrites: tuple[Rewrite, ...], *, on: bool) -> tuple[Rewrite, ...]:
    without = tuple(each for each in rewrites if not isinstance(each, Expansion))
    if not on:
        return without
    return (*without, Expansion()) if without == rewrites else rewrites


def _toggle_stage(stages: StageTuple, role: StageRole, stage: Stage, *, on: bool) -> StageTuple:
    """The stages with one of the role, which is `stage` if there is none; or without those of the role."""
    others = tuple(each for each in stages if not has_role(each, role))
    if not on:
        return others
    return added(stages, stage) if others == stages else stages


def choose_profile(name: str, profile: Profile, profiles: Mapping[str, Profile]) -> tuple[Profile, str]:
    """The profile that the query names, or else the given one; with a message for an unknown name."""
    if not name:
        return profile, ""
    if name in profiles:
        return profiles[name], ""
    return profile, f"there is no profile {name!r}; {_suggestion(name, profiles)}"


def _suggestion(name: str, names: Collection[str]) -> str:
    matches = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    return f"did you mean {matches[0]}?" if matches else f"choose one of {', '.join(names)}"


def _applicable(retriever: Retriever, mode: Mode, query: Query, anchored: bool) -> Iterator[Retriever]:
    """The retriever with the thresholds of the mode and the query; nothing if the query has no input for it."""
    has_words = bool(scoring_texts(query.where))
    match retriever, mode:
        case (Semantic(), "fulltext") | (Keyword(), "vector"):
            return
        case Semantic(), _:
            if is_by_similarity(query.where):
                retriever = replace(retriever, least=max(retriever.least, retriever.least_similar))
            elif mode == "vector":
                retriever = replace(retriever, least=max(retriever.least, retriever.least_alone))
            if has_words or anchored:
                yield retriever
        case Keyword(), _:
            if has_words:
                yield retriever
        case _:
            yield retriever
