"""A cache of decoded postings: a search looks each word of the query up several times, and searches repeat words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import apsw
import numpy as np

from .packed_postings import PostingList
from .postings import PostingDocuments, posting_lists

_MOST_POSTINGS = 500_000  # of all kept terms together, some 6 MB


class PostingCache:
    """The postings of one edition of the index, by term. Threads may share it: all of them store the same values."""

    def __init__(self) -> None:
        self._kept: dict[str, PostingList | None] = {}
        self._size = 0

    def of(
        self, connection: apsw.Connection, documents: PostingDocuments, terms: Iterable[str]
    ) -> Mapping[str, PostingList]:
        """The postings of those of the terms that have postings, without those of changed documents."""
        wanted = tuple(terms)
        if self._size > _MOST_POSTINGS:
            self._kept, self._size = {}, 0
        kept = self._kept  # one dictionary for the whole call: another thread may start a new one
        if missing := [term for term in wanted if term not in kept]:
            found = posting_lists(connection, documents, missing)
            kept.update({term: found.get(term) for term in missing})
            self._size += len(missing) + sum(len(each.place) for each in found.values())
        return {term: postings for term in wanted if (postings := kept[term]) is not None}


def document_frequency(postings: PostingList) -> int:
    """The number of documents that contain the term, in boilerplate or outside of it."""
    place = postings.place
    return int(np.count_nonzero(place[1:] != place[:-1])) + 1 if len(place) else 0
