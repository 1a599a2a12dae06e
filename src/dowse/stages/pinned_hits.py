"""Hits that are pinned: the query is a name of their documents."""

from __future__ import annotations

from ..model.hit import Hit

PIN = "pin"  # evidence


def is_pinned(hit: Hit) -> bool:
    """Whether the query is a name of the document."""
    return any(reason.source == PIN for reason in hit.why)
