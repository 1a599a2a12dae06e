"""The ranges of numbers that a part does not check by itself."""

from __future__ import annotations

from ..chunking.by_window import ByWindow
from ..stages.per_document import PerDocument
from ..stages.rerank import Rerank
from ..stages.snippet import CutSnippet

_SHORTEST, _LONGEST = 20, 10_000  # characters of a snippet


def check(part: object) -> None:
    """Raises ValueError, which says what is wanted, when a number of the part is out of range."""
    match part:
        case Rerank(depth=depth, shares=shares, share_below=below):
            if depth < 1:
                raise ValueError("depth is to be 1 at least")
            if any(rank < 1 for rank, _ in shares):
                raise ValueError("every rank of shares is to be 1 at least")
            if not all(0 <= share <= 1 for share in (below, *(share for _, share in shares))):
                raise ValueError("every share is to be from 0 to 1, share_below too")
        case PerDocument(most=most) if most < 1:
            raise ValueError("most is to be 1 at least")
        case CutSnippet(size=size) if not _SHORTEST <= size <= _LONGEST:
            raise ValueError(f"size is to be from {_SHORTEST} to {_LONGEST:,}")
        case ByWindow(from_size=from_size, least_tail=tail) if from_size < 0 or tail < 0:
            raise ValueError("from_size and least_tail are not to be negative")
