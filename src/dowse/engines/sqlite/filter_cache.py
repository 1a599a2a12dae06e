"""The documents that a filter selects, evaluated only as far as a search needs.

A filter that selects few documents is evaluated completely, by an index.  Any other is evaluated on the candidates of
a list, best first, until enough have passed.  Measured at 100,000 documents: checking 200 takes 0.2 ms, listing the
90,000 that a filter selects 130 ms, and a search without a filter 30 ms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Generator
from contextlib import closing
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

import apsw
import numpy as np

from ...query.ast import And, Expr, OneOf, replaced, walk
from .rows import greatest_id
from .selection import OF_FEW, Sql, is_listed, listings, selection

if TYPE_CHECKING:
    from numpy.typing import NDArray

_REMEMBERED = 16  # filters
_LONGEST = 100  # parts of a filter that single documents are checked with; SQLite refuses some hundreds of subqueries
_SAMPLE, _RUN = 16, 4  # runs of documents; 0.1 ms, and documents that lie side by side cost half as much as others
_GOLDEN = 0.6180339887498949  # the fractional parts of its multiples are evenly distributed
_NARROW = 1 / 5  # of all documents; a filter that selects more is not listed
_FEW = 500  # documents that are few in any index
_PATIENCE = 1 / 6  # of all documents; checking more of them one by one takes longer than listing all

_OWN_ROW = re.compile(r"\bd\.(?!id\b)")  # a condition that needs more of a document than its id
_UNKNOWN, _NO, _YES = range(3)

# A candidate: the id of its document, then further columns.
Candidate = TypeVar("Candidate", tuple[int], tuple[int, float], tuple[int, int, float, float])
Batches = Generator[list[Candidate], None, None]


class SmallSelection:
    """All documents that a filter selects, by id."""

    def __init__(self, ids: Collection[int]) -> None:
        self.ids: NDArray[np.int64] = np.array(sorted(set(ids)), np.int64)

    @cached_property
    def as_json(self) -> str:
        """The ids, to be bound in a statement."""
        return json.dumps(self.ids.tolist())


class FilterSelection:
    """One filter in one edition of the index. Threads may share it: all of them compute the same result."""

    def __init__(self, where: Expr, documents: int) -> None:
        self._where = where
        self._documents = documents
        nodes = list(walk(where))
        self._is_long = len(nodes) > _LONGEST
        self._has_scope = any(isinstance(node, OneOf) for node in nodes)
        self._small_scope = None if self._is_long else _small_scope(where)
        self._answers = bytearray(documents + 1 + _RUN)  # by document id
        self._share: float | None = None  # of all documents, estimated from a sample
        self._few: SmallSelection | None = None
        self._is_whole = False
        self._newest: list[tuple[int]] | None = None

    def newest(self, list_one: Callable[[], list[tuple[int]]]) -> list[tuple[int]]:
        """The newest document, if there is any, as `list_one` lists it, once: each search asks whether there is an
        archived one.
        """
        if self._newest is None:
            self._newest = list_one()
        return self._newest

    def look(self, connection: apsw.Connection) -> None:
        """Determines whether the filter selects few documents, and which; called before an expensive list."""
        if self._share is not None:
            return
        if self._small_scope is not None:
            condition, values = selection(self._small_scope)
            ids = [doc for (doc,) in connection.execute(f"select d.id from documents d where {condition}", values)]
            self._few = SmallSelection(self._asked(connection, ids))
            self._share = 0.0
            return
        if self._is_long:
            self._answer_all(connection)
        starts = (int(self._documents * (n * _GOLDEN % 1)) + 1 for n in range(_SAMPLE))
        sample = [(start + n,) for start in starts for n in range(_RUN)]
        share = len(self._selected(connection, sample)) / len(sample)
        if share < _NARROW and self._few is None:
            self._list(connection, hardly_any=not share)
        self._share = share

    def selects_few(self, connection: apsw.Connection) -> bool:
        """Whether the filter is known to select few documents, which are then listed."""
        self.look(connection)
        return self._few is not None

    def first_batch(self, limit: int) -> int:
        """How many candidates have `limit` selected ones among them, by the estimated share, once that is known."""
        return int(limit / max(self._share or 1, _NARROW) * 1.2) + 8

    def best(
        self,
        connection: apsw.Connection,
        limit: int,
        *,
        ranked: Callable[[int], Batches[Candidate]],
        among: Callable[[SmallSelection], list[Candidate]],
    ) -> list[Candidate]:
        """The first `limit` candidates that the filter selects.

        `ranked` gives all candidates in order, in batches of which the first has at least so many; `among` those of
        few documents, in the same order.
        """
        if self._small_scope is not None:
            self.look(connection)
        found = None if self._few else self._first(connection, limit, ranked)
        if found is None:
            assert self._few is not None
            found = among(self._few)
        return found[:limit]

    def _first(
        self, connection: apsw.Connection, limit: int, ranked: Callable[[int], Batches[Candidate]]
    ) -> list[Candidate] | None:
        """None when the filter turned out to select few documents, which is faster."""
        found: list[Candidate] = []
        asked = 0
        with closing(ranked(self.first_batch(limit))) as batches:
            for batch in batches:
                if asked > _FEW or self._is_long:
                    self.look(connection)
                if asked > self._patience:
                    self._answer_all(connection)
                if self._few is not None:
                    return None
                found += self._selected(connection, batch)
                if len(found) >= limit:
                    break
                asked += len(batch)
        return found

    def _selected(self, connection: apsw.Connection, candidates: list[Candidate]) -> list[Candidate]:
        # Each once: a condition may read the whole text, and a sample of a small vault has a document many times.
        new = list(dict.fromkeys(candidate[0] for candidate in candidates if not self._answers[candidate[0]]))
        if new:
            selected = frozenset(self._asked(connection, new))
            for doc in new:  # set once, since another thread may read
                self._answers[doc] = _YES if doc in selected else _NO
        answers = self._answers
        return [candidate for candidate in candidates if answers[candidate[0]] == _YES]

    def _asked(self, connection: apsw.Connection, docs: Collection[int]) -> list[int]:
        """Those of the documents that the filter selects, by a look-up for each."""
        few = json.dumps(list(docs))
        condition, values = self._within(connection, few) if self._has_scope else self._condition
        documents = "few cross join documents d on d.id = few.id" if _OWN_ROW.search(condition) else "few d"
        rows = connection.execute(
            f"with few(id) as (select value from json_each(?)) select d.id from {documents} where {condition}",
            (few, *values),
        )
        return [doc for (doc,) in rows]

    @cached_property
    def _condition(self) -> Sql:
        return selection(self._where, OF_FEW)

    def _within(self, connection: apsw.Connection, few: str) -> Sql:
        """Only the relevant part of a scope, which may be half of the vault."""
        rows = connection.execute("select path from documents where id in (select value from json_each(?))", (few,))
        paths = {path for (path,) in rows}
        where = replaced(self._where, lambda leaf: OneOf(leaf.docs & paths) if isinstance(leaf, OneOf) else leaf)
        return selection(where, OF_FEW)

    def _list(self, connection: apsw.Connection, *, hardly_any: bool) -> None:
        """By an index that lists few; by checking every document when almost none is selected."""
        for most in (_FEW, self._patience):
            for statement, values in listings(self._where):
                ids = [doc for (doc,) in connection.execute(f"{statement} limit ?", (*values, most + 1))]
                if len(ids) <= most:
                    self._few = SmallSelection(ids if is_listed(self._where) else self._asked(connection, ids))
                    return
        if hardly_any:
            self._answer_all(connection)

    def _answer_all(self, connection: apsw.Connection) -> None:
        if self._is_whole:
            return
        condition, values = selection(self._where)
        ids = [doc for (doc,) in connection.execute(f"select d.id from documents d where {condition}", values)]
        if len(ids) <= self._patience:
            self._few = SmallSelection(ids)
        answers = bytearray([_NO]) * len(self._answers)
        for doc in ids:
            answers[doc] = _YES
        self._answers = answers
        self._is_whole = True

    @property
    def _patience(self) -> int:
        return max(_FEW, int(self._documents * _PATIENCE))


def _small_scope(where: Expr) -> OneOf | None:
    """A scope of few documents, of which the filter selects some."""
    items = where.items if isinstance(where, And) else (where,)
    return next((item for item in items if isinstance(item, OneOf) and len(item.docs) <= _FEW), None)


class FilterCache:
    """The last few filters of one edition of the index: both lists of a search use the same one, as the next search
    may.
    """

    def __init__(self) -> None:
        self._kept: dict[Expr, FilterSelection] = {}
        self._lock = Lock()

    def of(self, connection: apsw.Connection, where: Expr) -> FilterSelection:
        """The filter, as far as it is evaluated."""
        with self._lock:
            known = self._kept.pop(where, None)
            if known is not None:
                self._kept[where] = known  # at the end: the first is evicted next
                return known
        made = FilterSelection(where, greatest_id(connection))
        with self._lock:
            self._kept[where] = made
            while len(self._kept) > _REMEMBERED:
                del self._kept[next(iter(self._kept))]
        return made
