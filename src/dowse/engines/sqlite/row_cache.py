"""A cache of decoded rows between searches: a search needs hundreds, and the next one mostly the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Generic, TypeVar

import apsw

MOST_ROWS = 20_000  # some 30 MB of heads, or 5 MB of references

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
