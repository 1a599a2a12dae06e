"""Why a step of the pipeline removed a hit."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from ...analysis.languages.translated_paths import are_translations, pages_at
from ...analysis.versioned_paths import are_versions
from ...model.hit import Hit
from ...ports.pipeline import has_role

if TYPE_CHECKING:  # it brings numpy, which the results of a search do without
    from ..trace import TraceStep

MOST_REMOVED = 100  # hits or documents that an explanation names for one step or filter; a list may hold 150


def removal_reason(hit: Hit, step: TraceStep) -> str:
    """Why the step removed the hit, by the parameters of the step."""
    part = step.part
    if has_role(part, "threshold"):
        score = floor(hit.score * 1e4) / 1e4  # cut, not rounded: rounding could reach the threshold
        return f"its score {score:g} is below {getattr(part, 'least', 0.0):g}"
    if has_role(part, "limit"):
        return f"the limit is {step.after:,} hit{'' if step.after == 1 else 's'}"
    if has_role(part, "confidence"):
        return "no query term matches, and semantic similarity is too low"
    if step.name == "per_document":
        most = getattr(part, "most", 1)
        better = "a better hit" if most == 1 else f"{most:,} better hits"
        return f"its document already has {better}"
    if has_role(part, "duplicates"):
        return _duplicate_reason(hit, step)
    if step.is_fusion:
        return "its best match is that of a better chunk, which overlaps with it"
    return f"dropped by {step.name}" + (f" ({step.about})" if step.about else "")


def _duplicate_reason(hit: Hit, step: TraceStep) -> str:
    """The hit under which the stage folded the hit."""
    doc = hit.ref.doc
    rank, best = next(
        (rank, each.head.path)
        for rank, each in enumerate(step.hits, start=1)
        if any(ref == doc or ref.startswith((f"{doc}#", f"{doc}@")) for ref in each.duplicates)
    )
    return f"folded under hit {rank}, {best}, of which it is a {_relation(hit.head.path, best)}"


def _relation(path: str, best: str) -> str:
    """What the document at the path is of the one that stands for it."""
    if are_translations(path, best):
        return "translation"
    if are_versions(path, best):
        return "version"
    if any(are_versions(page, other) for page in pages_at(path) for other in pages_at(best)):
        return "version in another language"
    return "near-duplicate"
