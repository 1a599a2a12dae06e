"""What to say about a name that nothing has."""

from __future__ import annotations

import difflib
from collections.abc import Collection


def offer(name: str, known: Collection[str]) -> str:
    """What was probably meant, or all there is."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else f"choose one of {', '.join(known)}"
