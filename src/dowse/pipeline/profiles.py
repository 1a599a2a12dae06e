"""The built-in profiles."""

from __future__ import annotations

from collections.abc import Mapping

from ..fusion.rrf import Rrf
from ..fusion.weighted import Weighted
from ..model.errors import QueryError
from ..ports import FieldWeights
from ..retrieval.keyword import Keyword
from ..retrieval.semantic import Semantic
from ..stages.limit import Limit
from ..stages.phrase import Phrase
from ..stages.pin import Pin
from ..stages.snippet import CutSnippet
from .profile import Profile

# Flat weights rank whole questions better than local-rag's; see docs/quality.md.
_FLAT = FieldWeights(filename=2, title=2, aliases=2, tags=2, area=1, headings=1, summary=1, body=1)

DEFAULT = Profile(
    "default",
    "words and meaning, weighed as measured best",
    retrievers=(Keyword(150, _FLAT), Semantic(150)),
    fusion=Weighted({"keyword": 0.7, "semantic": 0.3}),
    stages=(Phrase(), Pin(), Limit(), CutSnippet()),
)

RRF = Profile(
    "rrf",
    "local-rag: field weights, 50 + 50 candidates, reciprocal ranks with k 60 and absent rank 999",
    retrievers=(Keyword(50, FieldWeights()), Semantic(50)),
    fusion=Rrf(k=60, absent_rank=999),
    stages=(Phrase(), Pin(), Limit(20), CutSnippet()),
)

PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in (DEFAULT, RRF)}


def named_profile(name: str) -> Profile:
    """The profile of that name; QueryError with the names there are when it is unknown."""
    if name in PROFILES:
        return PROFILES[name]
    raise QueryError(f"there is no profile {name!r}; choose one of {', '.join(PROFILES)}")
