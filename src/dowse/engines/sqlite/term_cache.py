"""A cache of the terms with a prefix: FTS5 reads all positions of a term for its document frequency."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import cast

import apsw

_TermCount = tuple[str, int]  # a term and its document frequency

_MOST_TERMS = 100_000  # of all prefixes together, some 10 MB
# The terms of the word index with their document frequencies.  A temporary table ends with the read transaction.
_TERMS = "create virtual table if not exists temp.terms using fts5vocab(main, words, 'row')"
# `cross join` keeps the order of the tables: a range of terms is found for each prefix, and no other term is read.
_BY_PREFIX = """
    select p.value, t.term, t.doc from json_each(?) p cross join temp.terms t
    where t.term >= p.value and t.term < p.value || char(1114111)
"""


class TermCache:
    """The terms of one edition of the index. Threads may share it: all of them store the same values."""

    def __init__(self) -> None:
        self._kept: dict[str, Mapping[int, Sequence[_TermCount]]] = {}  # by prefix, and by length
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
            found: dict[str, defaultdict[int, list[_TermCount]]] = {prefix: defaultdict(list) for prefix in missing}
            connection.execute(_TERMS)
            for prefix, *term in connection.execute(_BY_PREFIX, (json.dumps(missing),)):
                found[cast(str, prefix)][len(cast(str, term[0]))].append(cast(_TermCount, tuple(term)))
                self._size += 1
            kept.update(found)
        lengths = range(shortest, longest + 1)
        return (term for prefix in needed for length in lengths for term in kept[prefix].get(length, ()))


def _without_longer(prefixes: Collection[str]) -> list[str]:
    """The prefixes in their order, without those that begin with another one."""
    needed: list[str] = []
    for prefix in sorted(prefixes):
        if not (needed and prefix.startswith(needed[-1])):
            needed.append(prefix)
    return needed
