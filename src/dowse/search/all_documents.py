"""All documents of a vault at once."""

from __future__ import annotations

from ..model.document import Head
from ..ports.storage import Reader
from ..query.ast import MatchAll


def all_heads(reader: Reader) -> dict[str, Head]:
    """Every document by path, newest first."""
    everything = MatchAll()
    return {hit.head.path: hit.head for hit in reader.select(everything, reader.count(everything))}
