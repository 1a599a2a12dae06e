"""Boosts of source code, in one list with other documents."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from ...analysis.code.source_paths import is_changelog, is_licence
from ...analysis.question_words import asks_for_instructions
from ...formats.detect import is_configuration, is_source_code
from ...model.hit import Evidence, Hit, Hits, made_of
from ...ports.pipeline import Run
from ...query.extract import natural_text
from ..scaling import rescored_within_one

_kind = attrgetter("head.kind")


def is_code(hit: Hit) -> bool:
    """Whether the hit is source code."""
    return hit.head.kind == "code"


def has_code(hits: Hits) -> bool:
    """Whether any hit is source code other than a configuration, such as YAML, which notes have beside them, too."""
    if "code" not in map(_kind, hits):  # without a call for each hit: six stages ask for hundreds
        return False
    return any(not is_configuration(hit.head.path) for hit in hits if hit.head.kind == "code")


def is_program(path: str) -> bool:
    """Whether the file is source code other than a configuration, by its name."""
    return is_source_code(path) and not is_configuration(path)


def are_instructions_asked(hits: Hits, run: Run) -> bool:
    """Whether the query asks for instructions, and guides are hits, which answer it."""
    return asks_for_instructions(natural_text(run.query.where)) and any(map(is_guide, hits))


def is_guide(hit: Hit) -> bool:
    """Whether the hit is neither source code nor a list of changes nor a licence or the like."""
    return not is_code(hit) and not is_changelog(path := hit.head.path) and not is_licence(path)


def boosted(hits: Hits, shares: Sequence[float], run: Run, *, boost: float, evidence: str) -> Hits:
    """`score + boost · best · share` for source code, with `best` the best score of source code; best first.  A file of
    configuration, such as YAML, has no boost: it is no better for a query than the page that describes it.

    All scores are then divided by the best if that exceeds 1, so that other documents keep their order.  In a question
    for instructions the best source code keeps its score, so that it is not lifted above guides.
    """
    best = max((hit.score for hit in hits if hit.head.kind == "code"), default=0.0)
    if best <= 0:
        return hits
    most, scores, reasons = boost * best, list[float](), list[Evidence | None]()
    for hit, share in zip(hits, shares, strict=True):
        is_boosted = share and hit.head.kind == "code" and not is_configuration(hit.head.path)
        scores.append(hit.score + most * share if is_boosted else hit.score)
        reasons.append(made_of(Evidence, (evidence, share, None, ())) if is_boosted else None)
    greatest = max(score for hit, score in zip(hits, scores, strict=True) if hit.head.kind == "code")
    if greatest > best and are_instructions_asked(hits, run):
        of_code = best / greatest
        scores = [
            score * of_code if hit.head.kind == "code" else score for hit, score in zip(hits, scores, strict=True)
        ]
    return rescored_within_one(hits, scores, reasons)
