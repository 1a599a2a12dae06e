"""Boost repositories by stars, and by topics that the query names."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import ClassVar

from ..analysis.tag_matching import TagPattern
from ..model.document import Fact
from ..model.hit import Hit, Hits
from ..model.lazy_pattern import lazy_pattern
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..retrieval.keyword import inflected_terms_of, scoring_words
from .scaling import within_one

_WRITTEN = lazy_pattern(r"(\d{1,3}(?:[,_]\d{3})+|\d+)(\.\d+)?([km]?)\+?")  # 12,345 and 1.2k
_THOUSANDS = {"": 1.0, "k": 1e3, "m": 1e6}
_SEPARATORS = lazy_pattern(r"[\s,]+")


@dataclass(frozen=True, slots=True)
class FactBoost:
    """`score · (1 + max_boost · log10(1 + stars) / log10(1 + full_at)) · (match_boost if a topic matches)`.

    `stars` counts up to `full_at`; all scores are divided by the best if that exceeds 1.  A topic matches like a tag.
    The first key with a value gives the facts.  The logarithm, the 50 % and the factor 3 are those of Temoa's profile
    `repos`; few repositories have more than 100,000 stars.
    """

    position: ClassVar[int] = 50  # see ports.Stage
    is_optional: ClassVar[bool] = True

    stars_keys: tuple[str, ...] = parameter(
        ("github_stars", "stars"), "properties with the number of stars; the first with a value applies"
    )
    topics_keys: tuple[str, ...] = parameter(
        ("github_topics", "topics"), "properties with the topics; the first with a value applies"
    )
    max_boost: float = parameter(
        0.5,
        "boost of repositories with full_at stars, as a share of the score",
        minimum=0,
        slider=Slider("stars boost", 0.05, maximum=2),
    )
    full_at: float = parameter(100_000.0, "number of stars from which the boost is full", minimum=1)
    match_boost: float = parameter(
        3.0,
        "score factor of hits with a topic that the query names",
        minimum=0,
        slider=Slider("topic factor", 0.5, maximum=10),
    )

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the factors as evidence."""
        asked = TagPattern(scoring_words(run.query.where), inflected_terms_of(run))
        return within_one(self._boosted(hit, asked) for hit in hits)

    def _boosted(self, hit: Hit, asked: TagPattern) -> Hit:
        stars = next((found for fact in _facts(hit, self.stars_keys) if (found := _number(fact))), 0.0)
        if stars:
            factor = self.stars_factor(stars)
            hit = hit.scored(hit.score * factor, "stars", factor)
        topics = next((names for fact in _facts(hit, self.topics_keys) if (names := _listed(fact))), ())
        if asked.matched(topics):
            hit = hit.scored(hit.score * self.match_boost, "topics", self.match_boost)
        return hit

    def stars_factor(self, stars: float) -> float:
        """The factor for the score of a repository with that number of stars, 1 or more."""
        return 1.0 + self.max_boost * min(1.0, math.log10(1.0 + stars) / math.log10(1.0 + self.full_at))


def _facts(hit: Hit, keys: tuple[str, ...]) -> Iterator[Fact]:
    facts: Mapping[str, Fact] = hit.head.facts
    return (facts[key] for key in keys if key in facts)


def _number(fact: Fact) -> float:
    """The fact as a number; 0 for any value that is not a positive finite number."""
    if isinstance(fact, tuple):
        return _number(fact[0]) if len(fact) == 1 else 0.0
    if isinstance(fact, bool):
        return 0.0
    number = _read(fact) if isinstance(fact, str) else float(fact)
    return number if 0.0 < number < math.inf else 0.0


def _read(text: str) -> float:
    """`12,345` and `1.2k` as numbers; 0 for other text."""
    written = _WRITTEN.fullmatch(text.strip().lower())
    if not written:
        return 0.0
    whole = written[1].replace(",", "").replace("_", "")
    return float(whole + (written[2] or "")) * _THOUSANDS[written[3]]


def _listed(fact: Fact) -> tuple[str, ...]:
    return fact if isinstance(fact, tuple) else tuple(filter(None, _SEPARATORS.split(str(fact))))
