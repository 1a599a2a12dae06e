"""The suggestion for an unknown name."""

from __future__ import annotations

import difflib
from collections.abc import Collection


def offer(name: str, known: Collection[str]) -> str:
    """A question with the most similar known name, or a list of all known names."""
    close = closest(name, known)
    return f"did you mean {close}?" if close else f"choose one of {', '.join(known)}"


def closest(name: str, known: Collection[str]) -> str:
    """The most similar known name; empty if none is similar."""
    return next(iter(difflib.get_close_matches(name, known, n=1, cutoff=0.6)), "")
