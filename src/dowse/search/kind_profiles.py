"""Profiles for searches of one kind of document, by content or by file name, with graph-memory's parameters."""

from __future__ import annotations

from collections.abc import Sequence

from ..fusion.rrf import Rrf
from ..model.kinds import SPEC_OF, Kind
from ..model.value_class import dataclass
from ..ports.storage import FieldWeights, Reader
from ..query.ast import Expr, FieldEquals, MatchAll, Or
from ..retrieval.keyword import Keyword
from ..retrieval.semantic import Semantic
from ..stages.confidence import Confidence
from ..stages.limit import Limit
from ..stages.min_score import MinScore
from ..stages.phrase import Phrase
from ..stages.pin import Pin
from ..stages.snippet import CutSnippet
from ..stages.spread import Spread
from .profile import Profile

_CANDIDATES = 150
# The names of a file, without its content.
_NAMES = FieldWeights(filename=10, title=8, aliases=8, tags=0, area=4, headings=0, summary=0, path=4, body=0)


@dataclass(frozen=True, slots=True)
class KindSearch:
    """The reach of a search. The defaults are graph-memory's."""

    seeds: int = 5  # best hits whose links to follow; other hits are dropped
    depth: int = 1  # hops
    decay: float | None = None  # score factor per link; None: that of the kind of edge, 0.8 for links
    least: float = 0.5  # score


def content_profile(kind_search: KindSearch) -> Profile:
    """Keyword and semantic search with reciprocal rank fusion, the best hits and the documents linked with them."""
    return Profile(
        "graph",
        "one kind of document: keyword and semantic search, and documents linked with the best hits",
        retrievers=(Keyword(_CANDIDATES, FieldWeights(), stop_words="minimal"), Semantic(_CANDIDATES)),
        fusion=Rrf(k=60),
        stages=(
            Phrase(),
            Spread(kind_search.seeds, kind_search.depth, kind_search.decay, kind_search.least, others=False),
            Confidence(),
            MinScore(kind_search.least),
            Pin(),
            Limit(),
            CutSnippet(),
        ),
    )


def file_profile(*, candidates: int = 10, least: float = 0.3) -> Profile:
    """Files by name, title and folders, and by meaning, without following links."""
    return Profile(
        "files",
        "one kind of file: search by name, title, folders and meaning",
        retrievers=(
            Keyword(candidates, _NAMES, stop_words="minimal", folders=4),
            Semantic(max(candidates, _CANDIDATES)),
        ),
        fusion=Rrf(k=60),
        stages=(Phrase(), Confidence(), MinScore(least), Pin(), Limit(), CutSnippet()),
    )


def of_kinds(kinds: Sequence[Kind]) -> Expr:
    """Documents of any of these kinds; all documents without a kind."""
    leaves = tuple(FieldEquals("kind", kind) for kind in kinds)
    return MatchAll() if not leaves else leaves[0] if len(leaves) == 1 else Or(leaves)


def missing_kinds_message(kinds: Sequence[Kind], reader: Reader) -> str:
    """The message for a vault without a document of these kinds; empty for other vaults."""
    if not kinds or reader.count(of_kinds(kinds)):
        return ""
    return f"this vault has no document of the kind {' or '.join(kinds)}; {SPEC_OF[kinds[0]].how.format(kind=kinds[0])}"
