"""All documents of a selection, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.hit import Hits
from ..ports.storage import Reader
from ..query.ast import And, Expr, Not, OneOf


def selected_pages(reader: Reader, where: Expr, size: int) -> Iterator[Hits]:
    """The documents, newest first, in pages of that many."""
    known: set[str] = set()
    while True:
        hits = reader.select(And((where, Not(OneOf(frozenset(known))))) if known else where, size)
        if hits:
            yield hits
        if len(hits) < size:
            return
        known.update(hit.head.path for hit in hits)
