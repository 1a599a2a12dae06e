"""A cache of decoded rows between searches: a search needs hundreds, and the next one mostly the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

import apsw

from ...model.document import Document

MOST_ROWS = 20_000  # some 30 MB of heads, or 5 MB of references
_MOST_CHARACTERS = 2_000_000  # some 10 MB with units and symbols

Value = TypeVar("Value")


class RowCache(Generic[Value]):
    """The values of one edition of the index, by row id; `read` gets a JSON list of ids."""

    def __init__(self, read: Callable[[apsw.Connection, str], Mapping[int, Value]]) -> None:
        self._read = read
        self._kept: dict[int, Value] = {}

    def of(self, connection: apsw.Connection, ids: Collection[int]) -> Mapping[int, Value]:
        """The values of these rows, and perhaps of others, without unknown ids."""
        kept = self._kept  # one dictionary for the whole call: another thread may start a new one
        missing = set(ids).difference(kept)
        if len(kept) + len(missing) > MOST_ROWS:
            self._kept = kept = {}
            missing = set(ids)
        if missing:
            kept.update(self._read(connection, json.dumps(sorted(missing))))  # all threads store the same values
        return kept


class DocumentCache:
    """The documents of one edition of the index, by path."""

    def __init__(self) -> None:
        self._held: dict[str, Document] = {}
        self._size = 0

    def of(
        self, paths: Iterable[str], read_all: Callable[[Sequence[str]], Mapping[str, Document]]
    ) -> Mapping[str, Document]:
        """Those of the documents that are there; `read_all` reads what the cache lacks."""
        held, wanted = self._held, tuple(dict.fromkeys(paths))
        missing = [path for path in wanted if path not in held]
        if not missing:
            return {path: held[path] for path in wanted}
        read = read_all(missing)
        size = sum(len(document.text) for document in read.values())
        if self._size + size > _MOST_CHARACTERS:
            self._held, self._size = {}, 0
        if size <= _MOST_CHARACTERS:
            self._held.update(read)  # safe in several threads: all store the same values
            self._size += size
        return {path: document for path in wanted if (document := held.get(path) or read.get(path)) is not None}
