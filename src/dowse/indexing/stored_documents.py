"""The documents of an index, for a migration that looks at their texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Protocol

from ..model.document import Document

_BATCH = 256  # documents whose texts are in memory


class DocumentSource(Protocol):
    """The part of a store that is read."""

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """See DocumentStore."""


def stored_documents(paths: Iterable[str], index: DocumentSource) -> Iterator[Document]:
    """Those of the documents that the index has, a few in memory at a time."""
    waiting = iter(paths)
    while batch := list(islice(waiting, _BATCH)):
        yield from index.documents(batch).values()
