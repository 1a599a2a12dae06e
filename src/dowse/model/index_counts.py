"""The size of an index."""

from __future__ import annotations

from typing import NamedTuple

from .value_class import dataclass


@dataclass(frozen=True, slots=True)
class IndexCounts:
    """The number of documents, chunks and vectors of an index."""

    documents: int
    chunks: int
    embedded: int  # chunks that have a vector
    size_bytes: int
    links: int = 0  # resolved ones, the broken included
    refused: int = 0  # chunks that the embedder has refused
    references: int = 0  # of source code and of code spans in notes
    resolved: int = 0  # those of them that mean a file or a symbol
    pages: int = 0  # documents of the kind `doc`
    sources: int = 0  # documents of the kind `code`


class Lengths(NamedTuple):
    """How long the documents of an index are, in tokens of all fields, as BM25 counts them."""

    documents: int
    tokens: int

    @property
    def average(self) -> float:
        """Mean tokens per document; 0 without documents."""
        return self.tokens / self.documents if self.documents else 0.0


class WordCount(NamedTuple):
    """A word of a few texts, its weight in them, and how many documents of the index have the word."""

    word: str
    weight: float
    documents: int


class RelevanceFeedback(NamedTuple):
    """The words of the best documents, and how many documents the index has."""

    documents: int
    words: tuple[WordCount, ...]


@dataclass(frozen=True, slots=True)
class EmbeddingSpaces:
    """The vectors of an index, by the fingerprints of their embedders."""

    answering: str = ""  # empty: not set yet
    coming: str = ""  # made beside the others until they are all there; empty: none
    made: int = 0  # chunks that have a vector of the coming ones
    refused: tuple[tuple[str, str], ...] = ()  # (path, why) of chunks that an embedder has refused, some 20 of them
