"""The registry of components: the names in settings files and their classes.

NAMES lists the built-in components.  Other installed packages add components in the entry-point groups
`dowse.retrievers`, `dowse.fusions`, `dowse.stages`, `dowse.rewrites` and `dowse.chunkers`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..fusion.rrf import Rrf
from ..fusion.weighted import Weighted
from ..retrieval.expansion import Expansion
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
from ..stages.per_passage import PerPassage
from ..stages.phantom_filter import PhantomFilter
from ..stages.phrase import Phrase
from ..stages.pin import Pin
from ..stages.pin_files import PinFiles
from ..stages.proximity import Proximity
from ..stages.rerank import Rerank
from ..stages.sentence_match import SentenceMatch
from ..stages.snippets.snippet import CutSnippet
from ..stages.spread import Spread
from ..stages.tag_boost import TagBoost
from ..stages.template_penalty import TemplatePenalty
from ..stages.time_boost import TimeBoost
from ..stages.version_penalty import VersionPenalty
from .chunker_registry import CHUNKERS
from .component_packages import ComponentKind, installed_class

NAMES: Mapping[ComponentKind, Mapping[str, type]] = {
    "retriever": {"keyword": Keyword, "semantic": Semantic, "graph": Graph},
    "fusion": {"weighted": Weighted, "rrf": Rrf},
    "rewrite": {"expansion": Expansion},
    "stage": {
        "phrase": Phrase,
        "confidence": Confidence,
        "proximity": Proximity,
        "spread": Spread,
        "code_boost": CodeBoost,
        "file_aggregate": FileAggregate,
        "path_match": PathMatch,
        "header_boost": HeaderBoost,
        "definitions": Definitions,
        "path_penalty": PathPenalty,
        "guide_match": GuideMatch,
        "name_match": NameMatch,
        "heading_match": HeadingMatch,
        "version_penalty": VersionPenalty,
        "template_penalty": TemplatePenalty,
        "guide_rank": GuideRank,
        "keyword_first": KeywordFirst,
        "neighbours": Neighbours,
        "rerank": Rerank,
        "sentence_match": SentenceMatch,
        "tag_boost": TagBoost,
        "fact_boost": FactBoost,
        "time_boost": TimeBoost,
        "pin": Pin,
        "min_score": MinScore,
        "per_document": PerDocument,
        "per_passage": PerPassage,
        "phantom_filter": PhantomFilter,
        "pin_files": PinFiles,
        "fold_duplicates": FoldDuplicates,
        "limit": Limit,
        "cut_snippet": CutSnippet,
    },
    "chunker": CHUNKERS,
}
ALIASES: Mapping[str, str] = {"snippet": "cut_snippet"}


def class_named(kind: ComponentKind, name: str, *, installed: bool) -> type | None:
    """The class of that name; a class of another installed package only if `installed`. None if the name is unknown.

    Raises ValueError when the module of an entry point cannot be imported.
    """
    built_in = NAMES[kind].get(ALIASES.get(name, name))
    return built_in or (installed_class(kind, name) if installed and name else None)


def names(kind: ComponentKind) -> tuple[str, ...]:
    """The names of the built-in components of a kind."""
    return tuple(NAMES[kind])
