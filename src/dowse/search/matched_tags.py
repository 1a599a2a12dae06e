"""Which tags of a hit a search names: the evidence says how many they are."""

from __future__ import annotations

from ..analysis.tag_matching import query_stems, tags_matched
from ..model.hit import Hit
from ..query.ast import Query
from ..retrieval.keyword import TAGS_MATCHED, scoring_words


def is_by_tags(hit: Hit) -> bool:
    """Whether a step has raised the hit for its tags."""
    return any(reason.source == TAGS_MATCHED for reason in hit.why)


def tags_named(hit: Hit, query: Query) -> tuple[str, ...]:
    """The tags that the steps counted, in order; none where no step did."""
    if not is_by_tags(hit):
        return ()
    return tuple(sorted(tags_matched(hit.head.tags, query_stems(scoring_words(query.where)))))
