"""What a question asks for, by its words."""

from __future__ import annotations

import re

from ..model.lazy_pattern import lazy_pattern

_HOW = lazy_pattern(
    r"\b(?:how (?:to|(?:do|can|could|should|would|shall) (?:you|one))"
    r"|(?:do|can|could|should|would|shall|must) (?:i|we))\b",
    re.IGNORECASE,
)


def asks_how(question: str) -> bool:
    """Whether the question asks for instructions: "how to test websockets", "which class of licence do I need", but not
    "how are routes registered".
    """
    return _HOW.search(question) is not None
