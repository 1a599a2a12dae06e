"""Queries of the tables of an index, and a snapshot that runs several of them on one state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import apsw

from ...graph.hierarchy import scoped
from ...model.chunk import ChunkSpans
from ...model.correction import Correction
from ...model.document import Document, Head, Link, SymbolKind, Unit
from ...model.edge import Edge, ResolvedLink, ResolvedReference
from ...model.hit import Hits
from ...model.index_counts import IndexCounts, Lengths, RelevanceFeedback
from ...model.inflected_words import NOT_INFLECTED, InflectedTerms, InflectedWords
from ...model.ref import Ref
from ...model.source_reference import CodeMention
from ...model.symbol import SourceOutline, SymbolDefinition
from ...ports.link_storage import ScopeName
from ...ports.models import Vector
from ...ports.questions import NearestQuestion
from ...ports.storage import FieldWeights, HitsQuestion, Question
from ...ports.term_positions import PartKind, TermPositions, TextParts
from ...query.ast import Expr
from ...query.select import path_key
from ..relevance_feedback import relevance_feedback
from . import (
    enclosing_symbols,
    heading_queries,
    meta,
    search_queries,
    symbol_queries,
    unit_queries,
    unknown_words,
    vocabulary,
)
from .inflection import inflected_terms
from .links import edges, link_queries, source_references
from .read_cache import ReadCache
from .sqlite_errors import RowError, decoded, explained
from .vectors import vector_scan
from .words import term_positions

T = TypeVar("T")


class SqliteReader(ABC):
    """The methods of ports.Reader as SQL; subclasses provide the connection."""

    def prefetch(self, questions: Iterable[Question]) -> None:  # noqa: B027  # there is nothing to override
        """Nothing: what is asked here is answered at once."""

    def match(
        self,
        words: Sequence[str],
        where: Expr,
        limit: int,
        *,
        weights: FieldWeights,
        inflected: InflectedWords = NOT_INFLECTED,
    ) -> Hits:
        """See ports.Reader."""
        return self._read(
            lambda c: search_queries.match(
                c, self._current(c), words, where, limit=limit, weights=weights, inflected=inflected
            )
        )

    def inflected_terms(self, inflected: InflectedWords) -> Mapping[str, tuple[str, ...]]:
        """See ports.Reader."""
        return self._read(lambda c: inflected_terms(c, self._current(c), inflected))

    def nearest(self, vector: Vector, where: Expr, limit: int) -> Hits:
        """See ports.Reader."""
        return self._read(
            lambda c: search_queries.nearest(
                c, self._current(c), self._current_matrix(c), vector, where, limit=limit, started=self._started(vector)
            )
        )

    def select(self, where: Expr, limit: int) -> Hits:
        """See ports.Reader."""
        return self._read(lambda c: search_queries.select(c, self._current(c), where, limit))

    def count(self, where: Expr) -> int:
        """See ports.Reader."""
        return self._read(lambda c: search_queries.count(c, self._current(c), where))

    def named(self, name: str) -> Hits:
        """See ports.Reader."""
        return self._read(lambda connection: search_queries.named(connection, name))

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """See ports.Reader."""
        return self._read(lambda c: search_queries.documents(c, self._current(c), ids))

    def units(self, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:
        """See ports.Reader."""
        return self._read(lambda connection: unit_queries.units(connection, docs))

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See ports.Reader."""
        return self._read(lambda c: link_queries.heads_of(c, self._current(c).heads, docs))

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        """See ports.Reader."""
        return self._read(lambda c: link_queries.called(c, self._current(c).heads, keys))

    def definitions(self, keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """See ports.Reader."""

        def read(connection: apsw.Connection) -> Mapping[str, tuple[SymbolDefinition, ...]]:
            kept = self._current(connection)
            has_symbols = kept.has_any(connection, "symbols")
            return symbol_queries.definitions(connection, kept.heads, keys) if has_symbols else {}

        return self._read(read)

    def source_outlines(self, docs: Iterable[str], naming: str = "") -> Mapping[str, SourceOutline]:
        """See ports.Reader."""
        return self._read(lambda connection: source_references.outlines(connection, docs, naming))

    def inside(self, folders: Iterable[str]) -> Sequence[str]:
        """See ports.Reader."""
        return self._read(lambda c: link_queries.inside(c, map(path_key, folders)))

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = ()) -> Mapping[str, tuple[Link, ...]]:
        """See ports.Reader."""
        return self._read(lambda c: link_queries.pointers(c, docs, kinds))

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = ()) -> Sequence[tuple[str, Link]]:
        """See ports.Reader."""
        return self._read(lambda c: link_queries.pointing(c, keys, kinds))

    def aimed(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedLink]:
        """See ports.Reader."""
        return self._read(lambda c: edges.aimed(c, docs))

    def edges(self, docs: Iterable[str] | None = None, relations: Collection[str] = ()) -> Sequence[Edge]:
        """See ports.Reader."""

        def read(connection: apsw.Connection) -> list[Edge]:
            kept = self._current(connection)
            ids = None if docs is None else kept.row_ids.of(connection, docs).values()
            has_references = kept.has_any(connection, "source_edges")
            return edges.edges(connection, ids, relations, has_references=has_references)

        return self._read(read)

    def code_mentions(self, docs: Iterable[str]) -> Mapping[str, tuple[CodeMention, ...]]:
        """See ports.Reader."""
        return self._read(lambda connection: source_references.mentions(connection, docs))

    def references(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedReference]:
        """See ports.Reader."""
        return self._read(lambda connection: source_references.references(connection, docs))

    def unresolved(self, docs: Iterable[str]) -> frozenset[str]:
        """See ports.LinkStore."""
        return self._read(lambda connection: edges.unresolved(connection, docs))

    def counts(self) -> IndexCounts:
        """See ports.Reader."""
        return self._read(search_queries.counts)

    def term_positions(self, terms: Sequence[str], docs: Iterable[str]) -> Mapping[str, TermPositions]:
        """See ports.Reader."""
        return self._read(lambda c: term_positions.term_positions(c, terms, self._current(c).row_ids.of(c, docs)))

    def text_parts(self, docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
        """See ports.Reader."""
        return self._read(lambda c: self._current(c).parts[kind].of(c, docs))

    def headed(self, stems: Sequence[str], others: InflectedTerms = ()) -> Sequence[Ref]:
        """See ports.Reader."""
        return self._read(lambda c: heading_queries.headed(c, self._current(c), stems, others))

    def enclosing_symbols(self, term: str, kind: SymbolKind) -> Sequence[Ref]:
        """See ports.Reader."""

        def read(connection: apsw.Connection) -> Sequence[Ref]:
            has_symbols = self._current(connection).has_any(connection, "symbols")
            return enclosing_symbols.enclosing_symbols(connection, term, kind) if has_symbols else ()

        return self._read(read)

    def lengths(self) -> Lengths:
        """See ports.Reader."""
        return self._read(lambda c: self._current(c).lengths(c))

    def vocabulary(self, field: str) -> Sequence[str]:
        """See ports.Reader."""
        return self._read(lambda connection: vocabulary.vocabulary(connection, field))

    def unknown_words(self, words: Sequence[str]) -> Mapping[str, Correction | None]:
        """See ports.Reader."""
        return self._read(lambda c: unknown_words.unknown_words(c, self._current(c), words))

    def vectors(self, doc: str) -> Mapping[Ref, Vector]:
        """See ports.Reader."""
        return self._read(lambda connection: search_queries.vectors(connection, doc))

    def coming_vectors(self, refs: Iterable[Ref]) -> Mapping[Ref, Vector]:
        """See ports.Reader."""
        return self._read(lambda connection: search_queries.coming_vectors(connection, refs))

    def chunk_spans(self, docs: Iterable[str]) -> Mapping[str, ChunkSpans]:
        """See ports.Reader."""
        wanted = tuple(docs)
        return self._read(lambda c: self._current(c).chunk_spans(c, wanted))

    @abstractmethod
    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """See ports.LexicalIndex."""

    @abstractmethod
    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """See ports.LinkStore."""

    def recalled(self, key: str) -> str:
        """See ports.IndexFacts."""
        return self._read(lambda connection: meta.recalled(connection, key))

    def _started(self, vector: Vector) -> vector_scan.NearestScan | None:  # noqa: ARG002  # as SqliteState needs it
        """The scan that was started for the vector; None without one."""
        return None

    @abstractmethod
    def _read(self, question: Callable[[apsw.Connection], T]) -> T:
        """The result, read from one state of the index."""

    @abstractmethod
    def _current(self, connection: apsw.Connection) -> ReadCache:
        """The cache of the edition that the connection reads."""

    @abstractmethod
    def _current_matrix(self, connection: apsw.Connection) -> vector_scan.VectorScan:
        """The vectors of the generation that the connection reads."""


class SqliteState(SqliteReader):
    """One read transaction. For one thread; it ends with its snapshot.

    The transaction has read the facts, so that its state is fixed before the first question.
    """

    def __init__(
        self,
        connection: apsw.Connection,
        path: Path,
        facts: Mapping[str, str],
        cache: ReadCache,
        load_matrix: Callable[[apsw.Connection], vector_scan.VectorScan],
    ) -> None:
        self._connection = connection
        self._path = path
        self._facts = facts
        self._cache = cache
        self._load_matrix = load_matrix
        self._matrix: vector_scan.VectorScan | None = None
        self._scans: Mapping[bytes, vector_scan.NearestScan] = {}  # by the bytes of the vector

    def prefetch(self, questions: Iterable[Question]) -> None:
        """Starts the scan of all vectors that the first of the questions needs, so that it runs beside the others."""
        for question in questions:
            if isinstance(question, NearestQuestion):
                scan = self._read(partial(self._scan, question))
                self._scans = {} if scan is None else {question.compared: scan}
                return

    def recalled(self, key: str) -> str:
        """See ports.FactLookup."""
        return self._facts.get(key, "")

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """See ports.LinkStore."""
        return scoped(self, name, of, is_missing=is_missing)

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """See ports.LexicalIndex."""
        return relevance_feedback(self, best, known)

    def _started(self, vector: Vector) -> vector_scan.NearestScan | None:
        return self._scans.get(vector.tobytes()) if self._scans else None

    def _scan(self, question: NearestQuestion, connection: apsw.Connection) -> vector_scan.NearestScan | None:
        """The started scan; None where all vectors are not scanned, or in no time."""
        narrowing = self._cache.narrowing(connection, question.where)
        if narrowing is not None and narrowing.selects_few(connection):
            return None
        first = question.limit if narrowing is None else narrowing.first_batch(question.limit)
        return self._current_matrix(connection).start(question.vector, first)

    def _read(self, question: Callable[[apsw.Connection], T]) -> T:
        try:
            return question(self._connection)
        except (
            UnicodeDecodeError,
            RowError,
            apsw.Error,
        ):  # entering the contexts for each of forty questions would take a hundredth of a search
            with explained(self._path), decoded():
                raise

    def _current(self, connection: apsw.Connection) -> ReadCache:  # noqa: ARG002  # as SqliteReader has it
        return self._cache

    def _current_matrix(self, connection: apsw.Connection) -> vector_scan.VectorScan:
        if self._matrix is None:
            self._matrix = self._load_matrix(connection)
        return self._matrix
