"""The words of a query that count in their other forms, too."""

from __future__ import annotations

from .value_class import dataclass

InflectedTerms = tuple[tuple[str, tuple[str, ...]], ...]  # terms, each with those of its other forms


@dataclass(frozen=True, slots=True)
class InflectedWords:
    """The words, and the languages in which they may be written.

    The languages are named as PyStemmer names them; without any they are those in which most of an index is written.
    """

    words: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()


NOT_INFLECTED = InflectedWords()
