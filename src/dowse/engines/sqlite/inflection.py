"""The terms of the index that are other forms of the words of a query."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import apsw

from ...analysis.spelling import inflection
from ...model.inflected_words import NOT_INFLECTED, InflectedWords
from .read_cache import ReadCache
from .sqlite_errors import RowError

_MOST_KEPT = 64  # queries


def inflected_terms(
    connection: apsw.Connection, kept: ReadCache, inflected: InflectedWords
) -> Mapping[str, tuple[str, ...]]:
    """By the term of each word; kept, since a search asks several times.

    Raises RowError for stored terms that are no lines of a term and a number.
    """
    if inflected == NOT_INFLECTED:
        return {}
    known = kept.inflected_terms  # one dictionary for the whole call: another thread may start a new one
    found = known.get(inflected)
    if found is None:
        if len(known) >= _MOST_KEPT:
            kept.inflected_terms = {}
        languages, terms = partial(kept.languages, connection), partial(kept.term_lines, connection)
        try:
            found = known[inflected] = inflection.inflected_terms(inflected, languages, terms)
        except ValueError as error:
            raise RowError(f"the terms of the index have no numbers of documents: {error}") from error
    return found
