"""Profiles for searches of one kind of document, by content or by file name, with graph-memory's parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..fusion.rrf import Rrf
from ..model.kinds import SPEC_OF, Kind
from ..model.search_mode import Mode
from ..model.value_class import dataclass
from ..ports.pipeline import Retriever, Stage
from ..ports.storage import FieldWeights, Reader
from ..query.ast import Expr, FieldEquals, MatchAll, Or
from ..retrieval.file_names import FileNames
from ..retrieval.file_texts import UnreadFiles
from ..retrieval.file_vectors import FileVectors
from ..retrieval.keyword import Keyword
from ..retrieval.semantic import Semantic
from ..stages.code.definitions import Definitions
from ..stages.confidence import Confidence
from ..stages.limit import Limit
from ..stages.min_score import MinScore
from ..stages.per_passage import PerPassage
from ..stages.phantom_filter import PhantomFilter
from ..stages.phrase import Phrase
from ..stages.pin import Pin
from ..stages.pin_files import PinFiles
from ..stages.snippets.snippet import CutSnippet
from ..stages.spread import Spread
from .profile import Profile

_CANDIDATES = 150
_WITHOUT_PHANTOMS = frozenset[Kind]({"knowledge", "task", "skill"})
_DEFINITION = 0.5  # boost of the file that defines a symbol: others keep two thirds of their score


@dataclass(frozen=True, slots=True)
class KindSearch:
    """The reach of a search. The defaults are graph-memory's."""

    seeds: int = 5  # best hits whose links to follow; other hits are dropped
    depth: int = 1  # hops
    decay: float | None = None  # score factor per link; None: that of the kind of edge, 0.8 for links
    least: float = 0.5  # score


def content_profile(kind_search: KindSearch, kinds: Sequence[Kind] = ()) -> Profile:
    """Keyword and semantic search with reciprocal rank fusion, the best hits and what is linked with them.

    Of source code alone the links lead from symbol to symbol, and several symbols of a file may be hits.
    """
    by_symbol = tuple(kinds) == ("code",)
    seeds, depth, decay, least = kind_search.seeds, kind_search.depth, kind_search.decay, kind_search.least
    of_code: tuple[Stage, ...] = (Definitions(_DEFINITION),) if by_symbol else ()
    phantoms: tuple[Stage, ...] = () if _WITHOUT_PHANTOMS.isdisjoint(kinds) else (PhantomFilter(),)
    cuts: tuple[Stage, ...] = (CutSnippet(), PerPassage(), Limit()) if by_symbol else (Limit(), CutSnippet())
    return Profile(
        "graph",
        "one kind of document: keyword and semantic search, and what is linked with the best hits",
        retrievers=(Keyword(_CANDIDATES, FieldWeights(), stop_words="minimal"), Semantic(_CANDIDATES)),
        fusion=Rrf(k=60),
        stages=(
            Phrase(),
            *of_code,
            *phantoms,  # before their links are followed
            Spread(seeds, depth, decay, least, others=False, by_unit=by_symbol),
            Confidence(),
            MinScore(least),
            Pin(),
            *phantoms,  # that a link or their name has brought
            *cuts,
        ),
    )


def file_profile(
    kinds: Sequence[Kind] = (),
    mode: Mode = "hybrid",
    *,
    candidates: int = 10,
    least: float = 0.3,
    listing: UnreadFiles | None = None,
) -> Profile:
    """Files of these kinds, or all, by path, title, exports and imports, without following links.

    `candidates` are those of each list, and `listing` has the files that are not in the index.
    """
    with_code, others = not kinds or "code" in kinds, listing or UnreadFiles()
    by_words = FileNames(candidates, with_code, listing=others)
    by_meaning = FileVectors(candidates, with_code=with_code, listing=others)
    lists: Mapping[Mode, tuple[Retriever, ...]] = {
        "hybrid": (by_words, by_meaning),
        "fulltext": (by_words,),
        "vector": (by_meaning,),
    }
    return Profile(
        "files",
        "files by keyword and meaning of their path and title, of source code also of its exports and imports",
        retrievers=lists[mode],
        fusion=Rrf(k=60),
        stages=(Phrase(), Confidence(), MinScore(least), Pin(), PinFiles(), Limit(), CutSnippet()),
    )


def listing_of(profile: Profile) -> UnreadFiles | None:
    """The files that the profile searches beside documents; None for one that searches documents alone."""
    lists = (each for each in profile.retrievers if isinstance(each, FileNames | FileVectors))
    return next((each.listing for each in lists), None)


def of_kinds(kinds: Sequence[Kind]) -> Expr:
    """Documents of any of these kinds; all documents without a kind."""
    leaves = tuple(FieldEquals("kind", kind) for kind in kinds)
    return MatchAll() if not leaves else leaves[0] if len(leaves) == 1 else Or(leaves)


def missing_kinds_message(kinds: Sequence[Kind], reader: Reader) -> str:
    """The message for a vault without a document of these kinds; empty for other vaults."""
    if not kinds or reader.count(of_kinds(kinds)):
        return ""
    return f"this vault has no document of the kind {' or '.join(kinds)}; {SPEC_OF[kinds[0]].how.format(kind=kinds[0])}"
