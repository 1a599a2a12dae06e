"""The suggestion for an unknown name."""

from __future__ import annotations

import difflib
from collections.abc import Collection


def offer(name: str, known: Collection[str]) -> str:
    """A question with the most similar known name, or a list of all known names."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else f"choose one of {', '.join(known)}"
