"""The questions of the reference engine, answered by examining each document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...analysis.boilerplate import BOILERPLATE, Boilerplate
from ...analysis.code.source_paths import is_changelog
from ...analysis.folding import name_key, target_key
from ...analysis.spelling.inflection import in_all_forms
from ...analysis.tokens import alternatives
from ...graph.hierarchy import scoped
from ...model.chunk import Chunk, ChunkSpans
from ...model.correction import Correction
from ...model.document import Document, Head, Link, SymbolKind, Unit
from ...model.edge import Edge, ResolvedLink, ResolvedReference
from ...model.hit import Hit, Hits, ranked
from ...model.index_counts import IndexCounts, Lengths, RelevanceFeedback
from ...model.inflected_words import NOT_INFLECTED, InflectedTerms, InflectedWords
from ...model.ref import Ref
from ...model.source_reference import CodeMention
from ...model.symbol import SourceOutline, SymbolDefinition
from ...ports.link_storage import ScopeName
from ...ports.models import Vector
from ...ports.storage import FieldWeights, HitsQuestion, Question
from ...ports.term_positions import PartKind, TermPositions, TextParts
from ...query.ast import Expr
from ...query.select import decided
from ..indexed_fields import FIELD_ORDER
from ..relevance_feedback import relevance_feedback
from . import stored_document
from .bm25 import bm25
from .link_graph import DocumentsByPath, LinkGraph
from .stored_document import StoredDocument
from .vector_space import VectorSpaces, direction, near
from .vocabulary import inflected_terms, unknown_words, vocabulary


@dataclass(slots=True)
class MemoryReader:
    """The methods of ports.Reader over plain dicts."""

    _entries: dict[str, StoredDocument] = field(default_factory=dict)
    _held: VectorSpaces = field(default_factory=VectorSpaces)
    _graph: LinkGraph = field(default_factory=LinkGraph)
    _chunking: str = ""
    _facts: dict[str, str] = field(default_factory=dict)

    def prefetch(self, questions: Iterable[Question]) -> None:
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
        """BM25 over weighted fields."""
        listed = (phrase for word in words for phrase in alternatives(word))
        phrases = in_all_forms(listed, self.inflected_terms(inflected))
        weight = [float(getattr(weights, name)) for name in FIELD_ORDER]
        boilerplate = Boilerplate.parsed(self.recalled(BOILERPLATE))
        repeated = {path: entry.repeated(boilerplate) for path, entry in self._entries.items()}
        fields = {path: entry.fields for path, entry in self._entries.items()}
        pages = {path for path, each in self._entries.items() if each.head.kind != "code"}
        if len(pages) == len(fields):  # without source files the mean of all counts
            pages = set()
        total = bm25(phrases, fields, weight, repeated, {path for path in pages if not is_changelog(path)})
        hits = [self._hit(Ref(path), score) for path, score in sorted(total.items()) if self._selects(where, path)]
        return ranked(hits)[:limit]

    def inflected_terms(self, inflected: InflectedWords) -> Mapping[str, tuple[str, ...]]:
        """By comparing the terms of all documents."""
        return inflected_terms(self._entries.values(), inflected)

    def nearest(self, vector: Vector, where: Expr, limit: int) -> Hits:
        """Chunks by dot product, without those that have no vector or a zero one."""
        hits = [
            near(chunk.ref, self._entries[path].head, row, vector)
            for path in sorted(self._entries)
            if self._selects(where, path)
            for chunk in self._entries[path].indexed.chunks
            if (row := self._vectors.get(chunk.digest)) is not None and len(row) == len(vector) and row.any()
        ]
        return ranked(hits)[:limit]

    def select(self, where: Expr, limit: int) -> Hits:
        """Newest first, then by path."""
        hits = [self._hit(Ref(path), 1.0) for path in sorted(self._entries) if self._selects(where, path)]
        return tuple(sorted(hits, key=lambda hit: -hit.head.modified)[:limit])

    def count(self, where: Expr) -> int:
        """By checking each document."""
        return sum(self._selects(where, path) for path in self._entries)

    def named(self, name: str) -> Hits:
        """By path."""
        key = name_key(name)
        return tuple(self._hit(Ref(head.path), 1.0) for head in self.called((key,)).get(key, ()))

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """Those that are there."""
        found = (path for path in ids if path in self._entries)
        return {path: replace(self._entries[path].indexed.document, links=()) for path in found}

    def units(self, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:
        """Those of the documents that are there."""
        return {path: self._entries[path].indexed.document.units for path in docs if path in self._entries}

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """Those that are there."""
        return {path: self._entries[path].head for path in docs if path in self._entries}

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        """Each key's documents by path."""
        return stored_document.called(self._entries.values(), keys)

    def definitions(self, keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """By path."""
        return stored_document.definitions(self._entries.values(), keys)

    def source_outlines(self, docs: Iterable[str], naming: str = "") -> Mapping[str, SourceOutline]:  # noqa: ARG002
        """Of the source code among them."""
        found = {path: self._entries[path].indexed.document for path in docs if path in self._entries}
        return {
            path: SourceOutline(document.units, document.symbols, document.references)
            for path, document in found.items()
            if document.head.kind == "code"
        }

    def inside(self, folders: Iterable[str]) -> Sequence[str]:
        """By path; a file is in no folder of its own name."""
        return stored_document.inside(self._entries, folders)

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = ()) -> Mapping[str, tuple[Link, ...]]:
        """In the order of the text."""
        return {d: found for d in docs if d in self._entries and (found := self._entries[d].links(kinds))}

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = ()) -> Sequence[tuple[str, Link]]:
        """By path and place."""
        wanted = set(keys) - {""}
        pointers = ((path, link) for path, entry in sorted(self._entries.items()) for link in entry.links(kinds))
        return [(path, link) for path, link in pointers if target_key(link.target) in wanted]

    def aimed(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedLink]:
        """By path and place."""
        return self._graph.aimed(self._items, docs)

    def edges(self, docs: Iterable[str] | None = None, relations: Collection[str] = ()) -> Sequence[Edge]:
        """By checking all documents."""
        edges = self._graph.edges(self._items, self._vectors, docs)
        return [edge for edge in edges if not relations or edge.relation in relations]

    def code_mentions(self, docs: Iterable[str]) -> Mapping[str, tuple[CodeMention, ...]]:
        """In the order of the text."""
        found = {path: self._entries[path].indexed.document.references for path in docs if path in self._entries}
        return {path: own.mentions for path, own in found.items() if own.mentions}

    def references(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedReference]:
        """By checking all documents."""
        return self._graph.references(self._items, docs)

    def unresolved(self, docs: Iterable[str]) -> frozenset[str]:
        """See ports.LinkStore."""
        return frozenset(self._graph.unlinked.intersection(docs))

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """As graph.hierarchy finds it."""
        return scoped(self, name, of, is_missing=is_missing)

    def counts(self) -> IndexCounts:
        """The size in bytes is that of the texts."""
        digests = [chunk.digest for _, chunk in self._chunks]
        embedded = sum(digest in self._vectors for digest in digests)
        refused = sum(digest in self._held.answering.refused for digest in digests)
        size = sum(len(entry.indexed.document.text.encode()) for entry in self._entries.values())
        each = self._graph.resolved.values()
        references = sum(own.total for own in each), sum(own.resolved for own in each)
        kinds = [entry.indexed.document.head.kind for entry in self._entries.values()]
        others = len(self.aimed()), refused, *references, kinds.count("doc"), kinds.count("code")
        return IndexCounts(len(self._entries), len(digests), embedded, size, *others)

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """By reading the texts."""
        return relevance_feedback(self, best, known)

    def term_positions(self, terms: Sequence[str], docs: Iterable[str]) -> Mapping[str, TermPositions]:
        """By reading the tokens."""
        return stored_document.term_positions(self._entries, terms, docs)

    def text_parts(self, docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
        """By tokenizing the texts."""
        return stored_document.text_parts(self._entries, docs, kind)

    def headed(self, stems: Sequence[str], others: InflectedTerms = ()) -> Sequence[Ref]:
        """By reading the headings."""
        return stored_document.headed(self._entries.values(), stems, others)

    def enclosing_symbols(self, term: str, kind: SymbolKind) -> Sequence[Ref]:
        """By tokenizing the texts."""
        return stored_document.enclosing_symbols(self._entries.values(), term, kind)

    def lengths(self) -> Lengths:
        """By counting the tokens of all."""
        return Lengths(len(self._entries), sum(len(each) for entry in self._entries.values() for each in entry.fields))

    def vectors(self, doc: str) -> Mapping[Ref, Vector]:
        """In the order of the chunks."""
        chunks = self._entries[doc].indexed.chunks if doc in self._entries else ()
        return {chunk.ref: direction(self._vectors[chunk.digest]) for chunk in chunks if chunk.digest in self._vectors}

    def coming_vectors(self, refs: Iterable[Ref]) -> Mapping[Ref, Vector]:
        """By looking at each chunk of the documents."""
        wanted = set(refs)
        return self._held.coming_vectors(chunk for _, chunk in self._chunks if chunk.ref in wanted)

    def chunk_spans(self, docs: Iterable[str]) -> Mapping[str, ChunkSpans]:
        """By start and end."""
        return {doc: self._entries[doc].chunk_spans for doc in docs if doc in self._entries}

    def vocabulary(self, field: str) -> Sequence[str]:
        """By reading the heads of all documents."""
        return vocabulary(self._entries.values(), field)

    def unknown_words(self, words: Sequence[str]) -> Mapping[str, Correction | None]:
        """By comparing the terms of all documents."""
        return unknown_words(self._entries.values(), words)

    def recalled(self, key: str) -> str:
        """Of all facts."""
        return self._every_fact.get(key, "")

    @property
    def _every_fact(self) -> dict[str, str]:
        """With those of the embedding spaces."""
        return self._facts | self._held.facts | {"chunking": self._chunking}

    @property
    def _vectors(self) -> dict[bytes, Vector]:
        return self._held.answering.vectors

    @property
    def _chunks(self) -> list[tuple[str, Chunk]]:
        return [(path, chunk) for path, item in sorted(self._items.items()) for chunk in item.chunks]

    @property
    def _items(self) -> DocumentsByPath:
        return {path: entry.indexed for path, entry in self._entries.items()}

    def _hit(self, ref: Ref, score: float) -> Hit:
        return Hit(ref, self._entries[ref.doc].indexed.document.head, score)

    def _selects(self, where: Expr, path: str) -> bool:
        return decided(where, self._entries[path].head, text=self._entries[path].holds)
