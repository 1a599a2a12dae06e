"""The built-in profiles: dowse's own, and the pipelines of five reference systems with their parameters."""

from __future__ import annotations

from collections.abc import Mapping

from ..fusion.rrf import Rrf
from ..fusion.weighted import Weighted
from ..ports.pipeline import Stage
from ..ports.storage import FieldWeights
from ..query.ast import And, Expr, FieldEquals, Modified, Not, Or
from ..retrieval.graph import Graph
from ..retrieval.keyword import Keyword
from ..retrieval.semantic import Semantic
from ..stages.code.code_boost import CodeBoost
from ..stages.code.definitions import Definitions
from ..stages.code.file_aggregate import FileAggregate
from ..stages.code.guide_match import GuideMatch
from ..stages.code.guide_rank import GuideRank
from ..stages.code.header_boost import HeaderBoost
from ..stages.code.path_match import PathMatch
from ..stages.code.path_penalty import PathPenalty
from ..stages.confidence import Confidence
from ..stages.fact_boost import FactBoost
from ..stages.fold_duplicates import FoldDuplicates
from ..stages.heading_match import HeadingMatch
from ..stages.keyword_first import KeywordFirst
from ..stages.limit import Limit
from ..stages.min_score import MinScore
from ..stages.name_match import NameMatch
from ..stages.neighbours import Neighbours
from ..stages.per_document import PerDocument
from ..stages.phrase import Phrase
from ..stages.pin import Pin
from ..stages.proximity import Proximity
from ..stages.rerank import Rerank
from ..stages.sentence_match import SentenceMatch
from ..stages.snippets.snippet import CutSnippet
from ..stages.spread import Spread
from ..stages.tag_boost import TagBoost
from ..stages.template_penalty import TemplatePenalty
from ..stages.time_boost import TimeBoost
from ..stages.version_penalty import VersionPenalty
from .profile import Profile

_DAY = 86_400.0  # seconds

# Flat weights rank whole questions better than local-rag's; see docs/quality.md.
_FLAT = FieldWeights(filename=2, title=2, aliases=2, tags=2, area=1, headings=1, summary=1, path=4, body=1)
# Temoa indexes title, tags and description twice, and content.
_TEMOA = FieldWeights(filename=1, title=1, aliases=1, tags=2, area=1, headings=1, summary=2, path=4, body=1)
_TAG_BOOST = 5.0
_LIFT = 0.5  # a strong word match that meaning missed gets half of what meaning would have given it at that rank
_SEMANTIC_TEMOA = Semantic(150, least_alone=0.3, reference_model="minilm")
_CODE: tuple[Stage, ...] = (
    CodeBoost(),
    FileAggregate(),
    PathMatch(),
    HeaderBoost(),
    Definitions(),
    PathPenalty(),
    GuideMatch(),
)
_NAMES: tuple[Stage, ...] = (NameMatch(), HeadingMatch(), SentenceMatch())
_LAST: tuple[Stage, ...] = (Pin(), FoldDuplicates(), Limit(), CutSnippet())


def of_types(*types: str) -> Expr:
    """Documents of any of these frontmatter types."""
    return Or(tuple(FieldEquals("type", each) for each in types))


def younger(days: float) -> Expr:
    """Documents changed within that many days."""
    return Modified("age", high=days * _DAY)


DEFAULT = Profile(
    "default",
    "keyword and semantic search with tuned weights; boosts documents linked with the best hits",
    retrievers=(Keyword(150, _FLAT, k1_by_length=True), Semantic(150)),
    fusion=Weighted({"keyword": 0.6, "semantic": 0.4}),
    encoded=Weighted({"keyword": 0.4, "semantic": 0.6}),
    unspaced=Weighted({"keyword": 0.9, "semantic": 0.1}),
    stages=(
        Phrase(),
        Neighbours(),
        *_CODE,
        *_NAMES,
        VersionPenalty(),
        TemplatePenalty(),
        GuideRank(),
        KeywordFirst(),
        Confidence(),
        *_LAST,
    ),
)

BALANCED = Profile(
    "balanced",
    "keyword and semantic search with equal weights; boosts tags and recent notes, reranks; no daily notes",
    retrievers=(Keyword(150, _TEMOA, _TAG_BOOST), _SEMANTIC_TEMOA),
    fusion=Rrf(lift=_LIFT),
    stages=(Phrase(), TagBoost(), Rerank(), TimeBoost(), Confidence(), *_LAST),
    where=Not(FieldEquals("type", "daily")),
)

REPOS = Profile(
    "repos",
    "for repositories and tools: mainly keyword, boosts stars and topics; only documents of type gleaning",
    retrievers=(Keyword(150, _TEMOA, _TAG_BOOST), _SEMANTIC_TEMOA),
    fusion=Rrf(weights={"keyword": 1.4, "semantic": 0.3}, lift=_LIFT),  # 0.7 · 2.0 and 0.3
    stages=(Phrase(), TagBoost(), FactBoost(), TimeBoost(), Confidence(), *_LAST),
    where=FieldEquals("type", "gleaning"),
)

RECENT = Profile(
    "recent",
    "for recent notes: only documents changed in the last 90 days, boosts the last week",
    retrievers=(Keyword(150, _TEMOA, _TAG_BOOST), _SEMANTIC_TEMOA),
    fusion=Rrf(lift=_LIFT),
    stages=(Phrase(), TagBoost(), Rerank(), TimeBoost(half_life_days=7, max_boost=0.5), Confidence(), *_LAST),
    where=And((of_types("daily", "note", "writering"), younger(90))),
)

DEEP = Profile(
    "deep",
    "for long texts: mainly semantic, up to three chunks per document; no types daily and gleaning",
    retrievers=(Keyword(150, _TEMOA, _TAG_BOOST, granularity="chunk"), _SEMANTIC_TEMOA),
    fusion=Rrf(weights={"keyword": 0.2, "semantic": 0.8}, lift=_LIFT),
    stages=(Phrase(), TagBoost(), Rerank(), TimeBoost(), Confidence(), PerDocument(3), *_LAST),
    granularity="chunk",
    where=Not(of_types("daily", "gleaning")),
)

KEYWORDS = Profile(
    "keywords",
    "for names and technical terms: mainly keyword, without reranking",
    retrievers=(Keyword(150, _TEMOA, _TAG_BOOST), _SEMANTIC_TEMOA),
    fusion=Rrf(weights={"keyword": 1.2, "semantic": 0.2}, lift=_LIFT),  # 0.8 · 1.5 and 0.2
    stages=(Phrase(), TagBoost(), TimeBoost(), Confidence(), *_LAST),
    where=Not(FieldEquals("type", "daily")),
)

RRF = Profile(
    "rrf",
    "reciprocal rank fusion (k 60, absent rank 999) of 50 keyword and 50 semantic candidates",
    retrievers=(Keyword(50, FieldWeights()), Semantic(50)),
    fusion=Rrf(k=60, absent_rank=999),
    stages=(Phrase(), Confidence(), Pin(), Limit(20), CutSnippet()),
)

WEIGHTED = Profile(
    "weighted",
    "keyword, semantic and graph weighted 0.7, 0.2, 0.1 (similar: and like: 0.2, 0.7, 0.1); 15 results",
    retrievers=(
        Keyword(150, FieldWeights()),
        Semantic(150, least_alone=0.5, least_similar=0.5, reference_model="nomic"),
        Graph(),
    ),
    fusion=Weighted(),
    stages=(Phrase(), Confidence(), Pin(), Limit(15), CutSnippet()),
)

PROXIMITY = Profile(
    "proximity",
    "sections with query words close together, one per document; minimum score 0.3",
    retrievers=(Keyword(150, FieldWeights(), granularity="section"), Semantic(150)),
    fusion=Weighted({"keyword": 0.5, "semantic": 0.5}),
    stages=(Phrase(), Proximity(weight=0.5), PerDocument(), MinScore(0.3), Confidence(), *_LAST),
    granularity="section",
)

GRAPH = Profile(
    "graph",
    "reciprocal rank fusion (k 60), follows links of the five best hits; five results, minimum score 0.5",
    retrievers=(Keyword(150, FieldWeights(), stop_words="minimal"), Semantic(150)),
    fusion=Rrf(k=60),
    stages=(Phrase(), Spread(), MinScore(0.5), Confidence(), Pin(), Limit(5), CutSnippet()),
)

_ALL = (DEFAULT, BALANCED, REPOS, RECENT, DEEP, KEYWORDS, RRF, WEIGHTED, PROXIMITY, GRAPH)
PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in _ALL}
