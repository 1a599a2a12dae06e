"""Rank documents whose tags the query names above all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ..analysis.tag_matching import TagPattern
from ..model.hit import Hit, Hits
from ..model.parameter import Slider, Switch, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..retrieval.keyword import TAGS_MATCHED, inflected_terms_of, scoring_words
from .scaling import within_one


@dataclass(frozen=True, slots=True)
class TagBoost:
    """`best · (least + (most − least) · share) + score · (most − least) / (n + 1)` for a hit with a matching tag.

    `share` is the share of the query's `n` stems that its tags contain, and `best` the score of the first hit.  Shares
    differ by multiples of `1 / n`, so such hits are ordered by share, and by score within a share; with `least` above 1
    all of them rank above the others.  Then all scores are divided by the best.  Temoa introduced 1.5 to 2 times the
    best score, since fusion by rank averages a perfect match of tags away.  Runs before Pin.
    """

    position: ClassVar[int] = 40  # see ports.Stage
    is_optional: ClassVar[bool] = True
    switch: ClassVar[Switch] = Switch("tags first", "ranks hits with matching tags above the others")

    least: float = parameter(
        1.5,
        "lowest score of a hit with a matching tag, as a multiple of the best score",
        minimum=0,
        maximum="most",
        slider=Slider("one-tag score", 0.1, maximum=3),
    )
    most: float = parameter(
        2.0,
        "score of a hit whose tags match every word, as a multiple of the best score",
        minimum="least",
        slider=Slider("all-tags score", 0.1, maximum=3),
    )

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the number of matching tags and the share as evidence."""
        asked = TagPattern(scoring_words(run.query.where), inflected_terms_of(run))
        matched = [asked.matched(hit.head.tags) for hit in hits]
        if not any(matched):
            return hits
        best = max(hit.score for hit in hits) or 1.0
        relative = (hit._replace(score=hit.score / best) for hit in hits)
        return within_one(
            self._boosted(hit, tags, asked.stems) if tags else hit for hit, tags in zip(relative, matched, strict=True)
        )

    def _boosted(self, hit: Hit, matched: Mapping[str, frozenset[str]], stems: frozenset[str]) -> Hit:
        share = len(frozenset[str]().union(*matched.values())) / len(stems)
        width = self.most - self.least
        score = self.least + width * share + hit.score * width / (len(stems) + 1)
        if all(reason.source != TAGS_MATCHED for reason in hit.why):
            hit = hit.because(TAGS_MATCHED, float(len(matched)), names=tuple(sorted(matched)))
        return hit.scored(score, "tag_boost", share)
