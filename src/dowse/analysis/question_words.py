"""What a question asks for, by its words."""

from __future__ import annotations

import re

from ..model.lazy_pattern import lazy_pattern

_HOW = lazy_pattern(r"\bhow (?:to|(?:do|can|could|should|would|shall) (?:i|you|one))\b", re.IGNORECASE)


def asks_how(question: str) -> bool:
    """Whether the question asks for instructions: "how to test websockets", but not "how are routes registered"."""
    return _HOW.search(question) is not None
