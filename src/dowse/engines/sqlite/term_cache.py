"""A cache of the terms with a prefix: FTS5 reads all positions of a term for its document frequency."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence

import apsw

from .sqlite_errors import RowError

_TermCount = tuple[str, int]  # a term and its document frequency
_TermCounts = tuple[Sequence[str], Sequence[int]]  # terms in their order, and the document frequency of each

_MOST_TERMS = 100_000  # of all prefixes together, some 12 MB
# The terms of the word index with their document frequencies.  A temporary table ends with the read transaction.
_TERMS = "create virtual table if not exists temp.terms using fts5vocab(main, words, 'row')"
# A range of terms is found for each prefix, and no other term is read.  One text a prefix takes three fifths of the
# time of one row a term; no term contains a space.
_BY_PREFIX = """
    select p.value, (
        select group_concat(t.term || ' ' || t.doc, ' ') from temp.terms t
        where t.term >= p.value and t.term < p.value || char(1114111)
    ) from json_each(?) p
"""


class TermCache:
    """The terms of one edition of the index. Threads may share it: all of them store the same values."""

    def __init__(self) -> None:
        self._kept: dict[str, _TermCounts] = {}  # by prefix
        self._size = 0

    def of(
        self, connection: apsw.Connection, prefixes: Collection[str], shortest: int, longest: int
    ) -> Iterator[_TermCount]:
        """The terms of these lengths that begin with one of the prefixes, each once, with the documents of each."""
        if self._size > _MOST_TERMS:
            self._kept, self._size = {}, 0
        kept = self._kept  # one dictionary for the whole call: another thread may start a new one
        needed = _without_longer(prefixes)
        if missing := [prefix for prefix in needed if prefix not in kept]:
            found = _terms(connection, missing)
            kept.update(found)
            self._size += sum(len(terms) for terms, _ in found.values())
        return (
            (term, documents)
            for prefix in needed
            for term, documents in zip(*kept[prefix], strict=True)
            if shortest <= len(term) <= longest
        )


def _terms(connection: apsw.Connection, prefixes: Sequence[str]) -> Mapping[str, _TermCounts]:
    """The terms with each of the prefixes. Raises RowError for a term with a space, which dowse does not write."""
    connection.execute(_TERMS)
    rows = connection.execute(_BY_PREFIX, (json.dumps(prefixes),))
    texts = {prefix: text.split(" ") if text else [] for prefix, text in rows}
    try:
        found = {prefix: (words[::2], list(map(int, words[1::2]))) for prefix, words in texts.items()}
    except ValueError as error:
        raise RowError("a term of the word index has a space") from error
    if any(len(terms) != len(counts) for terms, counts in found.values()):
        raise RowError("a term of the word index has a space")
    return found


def _without_longer(prefixes: Collection[str]) -> list[str]:
    """The prefixes in their order, without those that begin with another one."""
    needed: list[str] = []
    for prefix in sorted(prefixes):
        if not (needed and prefix.startswith(needed[-1])):
            needed.append(prefix)
    return needed
