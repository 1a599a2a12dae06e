"""Searches of one kind of document, as graph-memory makes them: by what it says, or by what its file is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..fusion.rrf import Rrf
from ..model.kinds import Kind
from ..ports.storage import FieldWeights, Reader
from ..query.ast import Expr, FieldEquals, MatchAll, Or
from ..retrieval.keyword import Keyword
from ..retrieval.semantic import Semantic
from ..stages.limit import Limit
from ..stages.min_score import MinScore
from ..stages.phrase import Phrase
from ..stages.pin import Pin
from ..stages.snippet import CutSnippet
from ..stages.spread import Spread
from .profile import Profile

_CANDIDATES = 150
# What a file is called, and nothing of what it says.
_NAMES = FieldWeights(filename=10, title=8, aliases=8, tags=0, area=4, headings=0, summary=0, body=0)


@dataclass(frozen=True, slots=True)
class KindSearch:
    """How far a search goes. The numbers are graph-memory's."""

    seeds: int = 5  # best hits that links are followed from; others are no answer
    depth: int = 1  # hops
    decay: float | None = None  # a hop; None: 0.8, and that of its kind for an edge between symbols of code
    least: float = 0.5  # score


def by_content(kinds: Sequence[Kind], reach: KindSearch) -> Profile:
    """Words and meaning by reciprocal ranks, the best of them and what they are linked with."""
    return Profile(
        "graph",
        "one kind of document: the best by word and meaning, and what they are linked with",
        retrievers=(Keyword(_CANDIDATES, FieldWeights()), Semantic(_CANDIDATES)),
        fusion=Rrf(k=60),
        stages=(
            Phrase(),
            Spread(reach.seeds, reach.depth, reach.decay, reach.least, others=False),
            MinScore(reach.least),
            Pin(),
            Limit(),
            CutSnippet(),
        ),
        where=of_kinds(kinds),
    )


def by_file(kinds: Sequence[Kind], *, candidates: int = 10, least: float = 0.3) -> Profile:
    """Files by their names, titles and areas, and by meaning; no links are followed."""
    return Profile(
        "files",
        "one kind of file, by name and title, and by meaning",
        retrievers=(Keyword(candidates, _NAMES), Semantic(max(candidates, _CANDIDATES))),
        fusion=Rrf(k=60),
        stages=(Phrase(), MinScore(least), Pin(), Limit(), CutSnippet()),
        where=of_kinds(kinds),
    )


def of_kinds(kinds: Sequence[Kind]) -> Expr:
    """Documents of any of these kinds; all, when none is given."""
    leaves = tuple(FieldEquals("kind", kind) for kind in kinds)
    return MatchAll() if not leaves else leaves[0] if len(leaves) == 1 else Or(leaves)


def missing(kinds: Sequence[Kind], reader: Reader) -> str:
    """What to say when the vault has no document of these kinds; empty when it has some."""
    if not kinds or reader.count(of_kinds(kinds)):
        return ""
    if "code" in kinds:
        return "no source code is indexed; dowse reads Markdown and plain text so far"
    return (
        f"this vault has no document of the kind {' or '.join(kinds)}; a note becomes one by a line "
        f"`kind: {kinds[0]}` in its frontmatter" + (", or in a folder docs" if "doc" in kinds else "")
    )
