"""Why a step of the pipeline removed a hit."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from ..model.hit import Hit

if TYPE_CHECKING:  # it brings numpy, which the results of a search do without
    from .trace import TraceStep

MOST_REMOVED = 100  # hits or documents that an explanation names for one step or filter; a list may hold 150


def removal_reason(hit: Hit, step: TraceStep) -> str:
    """Why the step removed the hit, by the parameters of the step."""
    match step.name:
        case "min_score":
            score = floor(hit.score * 1e4) / 1e4  # cut, not rounded: rounding could reach the threshold
            return f"its score {score:g} is below {getattr(step.part, 'least', 0.0):g}"
        case "limit":
            return f"the limit is {step.after:,} hit{'' if step.after == 1 else 's'}"
        case "per_document":
            most = getattr(step.part, "most", 1)
            better = "a better hit" if most == 1 else f"{most:,} better hits"
            return f"its document already has {better}"
        case "confidence":
            return "no query term matches, and semantic similarity is too low"
        case _ if step.is_fusion:
            return "its best match is that of a better chunk, which overlaps with it"
        case _:
            return f"dropped by {step.name}" + (f" ({step.about})" if step.about else "")
