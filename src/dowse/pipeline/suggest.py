"""What was probably meant by a name that is not there."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from ..query.select import is_under


def missing_tag(tag: str, known: Sequence[str]) -> str | None:
    """What to say about a tag that no document has; None when some document has it or one nested in it."""
    if any(is_under(other, tag) for other in known):
        return None
    close = difflib.get_close_matches(tag, known, n=1, cutoff=0.6)
    meant = f"; did you mean #{close[0]}?" if close else ""
    return f"no document has the tag #{tag}{meant}"
