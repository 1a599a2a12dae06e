"""A cache of decoded rows between searches: a search needs hundreds, and the next one mostly the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from threading import Lock
from typing import Generic, TypeVar, cast

import apsw

from ...model.document import Document
from .rows import storable

_MOST_ROWS = 20_000  # some 30 MB of heads
MOST_REFS = 100_000  # some 25 MB of references to chunks, of which a note has four or five
_MOST_CHARACTERS = 8_000_000  # of documents: some 20 MB with their units and symbols
_MOST_TEXT = 4_000_000  # characters of texts in which words were looked up

_ROW_IDS = "select path, id from documents where path in (select value from json_each(?))"

Value = TypeVar("Value")


class RowCache(Generic[Value]):
    """At most so many values of one edition of the index, by row id; `read` gets a JSON list of ids."""

    def __init__(self, read: Callable[[apsw.Connection, str], Mapping[int, Value]], most: int = _MOST_ROWS) -> None:
        self._read = read
        self._most = most
        self._kept: dict[int, Value] = {}

    def of(self, connection: apsw.Connection, ids: Collection[int]) -> Mapping[int, Value]:
        """The values of these rows, and perhaps of others, without unknown ids."""
        kept = self._kept  # one dictionary for the whole call: another thread may start a new one
        missing = set(ids).difference(kept)
        if len(kept) + len(missing) > self._most:
            self._kept = kept = {}
            missing = set(ids)
        if missing:
            # A list of numbers is JSON as it prints.
            kept.update(self._read(connection, str(sorted(missing))))  # all threads store the same values
        return kept


class DocumentRowCache:
    """The row ids of the documents of one edition of the index, by path."""

    def __init__(self) -> None:
        self._kept: dict[str, int | None] = {}

    def of(self, connection: apsw.Connection, paths: Iterable[str]) -> dict[str, int]:
        """The row ids of those of the documents that are there."""
        wanted, kept = tuple(paths), self._kept  # one dictionary for the whole call, as above
        missing = [path for path in wanted if path not in kept]
        if len(kept) + len(missing) > _MOST_ROWS:
            self._kept, kept, missing = {}, {}, [*wanted]
        if missing:
            listed = json.dumps([storable(path) for path in missing], ensure_ascii=False)
            found = cast(list[tuple[str, int]], connection.execute(_ROW_IDS, (listed,)).fetchall())
            kept.update(dict.fromkeys(missing) | dict(found))  # all threads store the same values
        return {path: row for path in wanted if (row := kept[path]) is not None}


class DocumentCache:
    """The documents of one edition of the index that were read last, by path.

    Decompressing and decoding ten long source files takes a twentieth of a search.
    """

    def __init__(self) -> None:
        self._held: dict[str, Document] = {}
        self._size = 0
        self._changing = Lock()

    def of(
        self, paths: Iterable[str], read_all: Callable[[Sequence[str]], Mapping[str, Document]]
    ) -> Mapping[str, Document]:
        """Those of the documents that are there; `read_all` reads what the cache lacks."""
        wanted = tuple(dict.fromkeys(paths))
        found = {path: document for path in wanted if (document := self._held.get(path)) is not None}
        missing = [path for path in wanted if path not in found]
        if missing:
            read = read_all(missing)
            self._hold(read)
            found |= read
        return {path: found[path] for path in wanted if path in found}

    def _hold(self, read: Mapping[str, Document]) -> None:
        with self._changing:
            for path, document in read.items():
                if path not in self._held:
                    self._held[path] = document
                    self._size += len(document.text)
            while self._size > _MOST_CHARACTERS:
                oldest = next(iter(self._held))
                self._size -= len(self._held.pop(oldest).text)


class TextCache:
    """The texts of documents of one edition in which words were looked up: most words are looked up in the same."""

    def __init__(self) -> None:
        self._held: dict[int, Sequence[str]] = {}
        self._size = 0

    def of(self, doc: int, read: Callable[[int], Sequence[str]]) -> Sequence[str]:
        """The texts of the document, which `read` reads if the cache lacks them."""
        found = self._held.get(doc)
        if found is None:
            found = read(doc)
            size = sum(map(len, found))
            if self._size + size > _MOST_TEXT:
                self._held, self._size = {}, 0
            self._held[doc] = found  # safe in several threads: all store the same values
            self._size += size
        return found
