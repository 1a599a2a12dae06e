"""The profile of one search: the built-in or user profile with the changes of the query and the options."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace

from ..analysis.folding import fold
from ..analysis.languages.query_language import is_in_other_language, is_in_other_letters
from ..fusion.weighted import Weighted
from ..model.cosine_sample import CosineSample
from ..model.option_spelling import Interface
from ..model.parameter import changed
from ..model.search_mode import Mode
from ..model.value_class import dataclass
from ..ports.models import Embedder
from ..ports.pipeline import Fusion, QueryTraits, Retriever, Stage, added, has_role
from ..ports.storage import Granularity
from ..query.ast import Expr, MatchAll, Query
from ..query.extract import embedding_text, is_by_similarity, scoring_texts
from ..retrieval.compound_names import is_number_alone
from ..retrieval.graph import Graph
from ..retrieval.keyword import Keyword, scoring_words
from ..retrieval.reference_models import SimilarityScale
from ..retrieval.semantic import Semantic
from ..stages.limit import Limit
from .profile import Profile

BUNDLED = "static"  # the embedder that is not a sentence encoder
_DEFAULT_LIMIT = 10  # hits
_OWN_SCALE = SimilarityScale()
_LINK_WEIGHTS = {"keyword": 0.1, "semantic": 0.3, "graph": 0.6}  # and for `related:`
_SIMILARITY_WEIGHTS = {"keyword": 0.2, "semantic": 0.7, "graph": 0.1}  # Metis's weights for `similar:` and `like:`


@dataclass(frozen=True, slots=True)
class Request:
    """A search without its profile. `weights` are for keyword, semantic and graph; those in the query override them."""

    text: str
    limit: int | None = None  # hits; None: the default
    mode: Mode = "hybrid"
    where: Expr = field(default_factory=MatchAll)  # of options such as --path; binds like a field of the query
    weights: tuple[float, ...] | None = None
    min_score: float | None = None  # in [0, 1]; in vector mode a cosine
    min_similarity: float | None = None  # a cosine in [0, 1]
    vaults: tuple[str, ...] = ()  # the searched vaults, for `in:`
    roots: Mapping[str, str] = field(default_factory=dict)  # of the vaults, for absolute paths; see `below_roots`
    archived: bool = False  # whether to include archived documents
    rerank: bool | None = None  # None: as in the profile, here and below
    expand: bool | None = None
    time_boost: bool | None = None
    all: bool = False  # whether near-duplicates are hits of their own
    unfiltered: bool = False  # whether to ignore the condition of the profile
    explain: bool = False  # whether to keep the steps, count the matches of filters and list the sources of settings
    default_limit: int | None = None  # of the settings of the vault; None: that of the profile
    offset: int = 0  # hits before the page that the limit of an option, of the settings or of the profile is for
    most: int | None = None  # hits up to the end of that page at most
    time_limit: float | None = None  # seconds, after which the search leaves out optional steps
    deadline: float | None = None  # by the monotonic clock, of a search that goes on with another query
    one_per_file: bool = False  # whether only the first hit of a file counts
    marks: bool = True  # whether snippets say which of their words match
    interface: Interface = "library"  # for the names of options in notes
    cosines: Callable[[], CosineSample] = CosineSample  # a sample of the vectors of the vaults
    coming: Embedder | None = None  # that of the coming vectors, if they may order the best semantic hits
    folder_exclusion: Callable[[str], str | None] = lambda _: None  # see app.vault_files.VaultFiles
    read: Query | None = None  # a changed query, used in place of the parsed text

    @property
    def minimum_cosine(self) -> float | None:
        """The greatest minimum cosine that the options state; in vector mode the minimum score is one."""
        stated = (self.min_similarity, self.min_score if self.mode == "vector" else None)
        return max((each for each in stated if each is not None), default=None)

    def limit_for(self, query: Query, profile: Profile) -> int:
        """The number of hits: that of the query, or up to the end of the page."""
        if query.limit:
            return query.limit
        end = self.offset + (self.limit or self.default_limit or default_limit(profile))
        return end if self.most is None else min(self.most, end)


def plan(
    request: Request,
    query: Query,
    profile: Profile,
    *,
    anchored: bool,
    linked: bool = False,
    encoded: bool = False,
    scale: SimilarityScale = _OWN_SCALE,
) -> Profile:
    """The profile with the retrievers, the weights and the stages that the mode and the query need.

    `anchored`: `like:` names an existing document.  `linked`: `related:` does.  `encoded`: the vectors are those of a
    sentence encoder.  `scale`: their cosines.
    """
    aligned = (_with_granularity(each, profile.granularity) for each in profile.retrievers)
    retrievers = tuple(
        applicable for each in aligned for applicable in _applicable(each, request, query, scale, anchored=anchored)
    )
    weights = explicit_weights(request, query)
    if (linked or (retrievers and _weighs_graph(weights))) and not any(isinstance(each, Graph) for each in retrievers):
        retrievers = (*retrievers, Graph())
    # The bundled vectors are English, and know letters alone of other scripts.
    text = embedding_text(query.where)
    is_in_letters = not encoded and is_in_other_letters(text)
    special_fusion = profile.unspaced if is_in_letters else profile.encoded if encoded else None
    fusion = _with_weights(special_fusion or profile.fusion, weights, query, linked=linked)
    is_word = len(set(map(fold, scoring_words(query.where)))) == 1 or is_number_alone(query.where)
    traits = QueryTraits(
        is_linked=linked,
        is_by_similarity=request.mode == "vector" or is_by_similarity(query.where),
        is_one_word=is_word and not encoded,
        is_encoded_word=is_word and encoded,
        weighs_keyword=not isinstance(fusion, Weighted) or fusion.weight_of("keyword") > 0,
        is_in_other_language=not encoded and is_in_other_language(text),
    )
    stages = tuple(_adapted(profile.stages, traits))
    if not any(has_role(each, "limit") for each in stages):
        stages = added(stages, Limit())
    return replace(profile, retrievers=retrievers, fusion=fusion, stages=stages)


def _adapted(stages: Iterable[Stage], traits: QueryTraits) -> Iterator[Stage]:
    """The stages that apply to a search with these traits, each as the search needs it."""
    for stage in stages:
        adapt = getattr(stage, "adapted", None)
        applicable: Stage | None = adapt(traits) if adapt else stage
        if applicable is not None:
            yield applicable


def _with_granularity(retriever: Retriever, granularity: Granularity) -> Retriever:
    return changed(retriever, granularity=granularity) if isinstance(retriever, Keyword) else retriever


def _weighs_graph(weights: tuple[float, ...] | None) -> bool:
    """Whether the weights give the graph list a part of the score."""
    return weights is not None and any(weights[2:])


def _with_weights(fusion: Fusion, weights: tuple[float, ...] | None, query: Query, *, linked: bool) -> Fusion:
    """The fusion with the given weights, or a weighted fusion with the weights of the intent."""
    if weights is not None:
        return Weighted(dict(zip(("keyword", "semantic", "graph"), weights, strict=False)))
    if not isinstance(fusion, Weighted):
        return fusion
    if linked:
        return Weighted(_LINK_WEIGHTS)
    return Weighted(_SIMILARITY_WEIGHTS) if is_by_similarity(query.where) else fusion


def explicit_weights(request: Request, query: Query) -> tuple[float, ...] | None:
    """The weights of keyword, semantic and graph list that the query or an option states; None for neither."""
    return request.weights if query.weights is None else query.weights


def default_limit(profile: Profile) -> int:
    """The default number of hits of the profile: that of its stage `limit`, else 10."""
    limits = (getattr(each, "most", None) for each in profile.stages if has_role(each, "limit"))
    return next((limit for limit in limits if limit is not None), _DEFAULT_LIMIT)


def minimum_score(profile: Profile) -> float:
    """The greatest threshold of the stages; 0 without one."""
    leasts: Iterable[float] = (getattr(each, "least", 0.0) for each in profile.stages if has_role(each, "threshold"))
    return max(leasts, default=0.0)


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


def _applicable(
    retriever: Retriever, request: Request, query: Query, scale: SimilarityScale, *, anchored: bool
) -> Iterator[Retriever]:
    """The retriever with the thresholds of the mode and the query; nothing if the query has no input for it."""
    has_words = bool(scoring_texts(query.where))
    match retriever, request.mode:
        case (Semantic(), "fulltext") | (Keyword(), "vector"):
            return
        case Semantic(), _:
            if has_words or anchored:
                yield _with_minimum(retriever, request, query, scale)
        case Keyword(), _:
            if has_words:
                yield retriever
        case _:
            yield retriever


def _with_minimum(retriever: Semantic, request: Request, query: Query, scale: SimilarityScale) -> Semantic:
    """The retriever with the minimum cosine of the option, else with that of the profile for such a search."""
    if request.minimum_cosine is not None:
        return retriever.with_least(request.minimum_cosine)
    return retriever.with_stated(stated_minimum(retriever, request.mode, query), scale)


def stated_minimum(retriever: Semantic, mode: Mode, query: Query) -> float | None:
    """The minimum cosine that the profile states for such a search; None for a search by words and meaning."""
    if is_by_similarity(query.where):
        return retriever.least_similar
    return retriever.least_alone if mode == "vector" else None
