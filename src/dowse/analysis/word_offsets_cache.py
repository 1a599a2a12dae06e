"""The tables of words of long texts, kept between searches: most of them search the same files.

A table takes twice as long as a search of the text for the words of a query, which takes a fourth of that with the
table: only texts that are searched again have one.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .word_offsets import WordOffsets

LEAST_CHARACTERS = 4_000  # of a text with a table; a shorter one is searched as quickly without
_LONGEST = 1_000_000  # characters of a text with a table; the cache keeps the text, too
_VISITS_WITHOUT = 2  # of a text: one search reads the text of its best hit twice
_MOST_CHARACTERS = 8_000_000  # of all texts with a table, which takes some 2 bytes for each
_MOST_VISITED = 20_000  # texts without a table


class WordOffsetsCache:
    """The tables of the texts that were searched last. Threads may share it."""

    def __init__(self) -> None:
        self._held: dict[str, WordOffsets | None] = {}
        self._size = 0  # characters
        self._visits: dict[int, int] = {}  # of texts without a table, by the hash of the text
        self._changing = Lock()

    def of(self, text: str, made: Callable[[str], WordOffsets | None]) -> WordOffsets | None:
        """The table of the text; None before a further search of it, and for a text that has none."""
        if len(text) > _LONGEST:
            return None
        if text in self._held:
            return self._held.get(text)
        key = hash(text)
        visits = self._visits.get(key, 0)
        if visits < _VISITS_WITHOUT:
            if len(self._visits) >= _MOST_VISITED:
                self._visits = {}
            self._visits[key] = visits + 1
            return None
        found = made(text)
        with self._changing:
            if text not in self._held:
                self._held[text] = found
                self._size += len(text)
            while self._size > _MOST_CHARACTERS:
                oldest = next(iter(self._held))
                self._size -= len(oldest)
                del self._held[oldest]
        return found
