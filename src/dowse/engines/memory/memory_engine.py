"""The reference engine: slow, correct, the executable definition of the query language.

It keeps documents in a dict and examines each of them; every other engine must return the same results.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import RLock

import numpy as np

from ...analysis.boilerplate import BOILERPLATE, Boilerplate
from ...analysis.folding import name_key, target_key
from ...analysis.tokens import alternatives, tokens
from ...graph.hierarchy import scoped
from ...model.chunk import Chunk, ChunkSpans
from ...model.correction import Correction
from ...model.document import Document, Head, Link, Unit
from ...model.edge import Edge, LinkTarget, ResolvedLink
from ...model.hit import Hit, Hits, ranked
from ...model.index_counts import EmbeddingSpaces, IndexCounts, Lengths, RelevanceFeedback
from ...model.ref import Ref
from ...model.symbol import SymbolDefinition
from ...ports.indexed_document import FileStamp, SkippedFile, WriteBatch
from ...ports.models import Vector
from ...ports.storage import FieldWeights, HitsQuestion, LargeDocument, Question, ScopeName, StoreState, VectorPolicy
from ...ports.term_positions import PartKind, TermPositions, TextParts
from ...query.ast import Expr
from ...query.select import decided
from ..indexed_fields import FIELD_ORDER, field_texts
from ..prefetched_snapshot import PrefetchedSnapshot
from ..relevance_feedback import relevance_feedback
from . import stored_document
from .bm25 import bm25
from .link_graph import DocumentsByPath, LinkGraph
from .serialized_change import serialized
from .stored_document import StoredDocument, placed, restamped
from .vector_space import VectorSpace, VectorSpaces, direction, near
from .vocabulary import unknown_words, vocabulary

_UNREAD = FileStamp(0, -1)  # the stamp of a changed file, so that the file is read again
_STATE = ("_entries", "_skipped", "_held", "_graph", "_chunking", "_facts")  # what a transaction changes


@dataclass(slots=True)
class MemoryEngine:
    """Reader and writer over plain dicts; nothing is stored on disk."""

    _entries: dict[str, StoredDocument] = field(default_factory=dict)
    _skipped: dict[str, SkippedFile] = field(default_factory=dict)
    _held: VectorSpaces = field(default_factory=VectorSpaces)
    _graph: LinkGraph = field(default_factory=LinkGraph)
    _chunking: str = ""
    _facts: dict[str, str] = field(default_factory=dict)
    is_current: bool = True
    writing: RLock = field(default_factory=RLock)  # held by a transaction, and by each change alone
    has_ended: bool = False  # of a transaction

    @contextmanager
    def snapshot(self, first: Iterable[Question] = ()) -> Iterator[PrefetchedSnapshot]:
        """Of a copy; the values in it never change."""
        snapshot = PrefetchedSnapshot(self._copied(), first)
        try:
            yield snapshot
        finally:
            snapshot.end()

    def state(self, *, files: bool = True) -> StoreState:
        """While no change is in progress."""
        with self.writing:
            work = not self.pending(1), not self.unlinked(1), self.uncompared(), self._graph.terms
            return StoreState(self._every_fact, self.known() if files else {}, *work)

    @contextmanager
    def transaction(self) -> Iterator[MemoryEngine]:
        """A copy, whose state becomes that of the engine."""
        with self.writing:
            changed = self._copied()
            try:
                yield changed
            finally:
                changed.end()
            for name in _STATE:
                setattr(self, name, getattr(changed, name))

    def end(self) -> None:
        """Refuses changes from now on: this was the copy of a transaction."""
        self.has_ended = True

    def _copied(self) -> MemoryEngine:
        return replace(
            self,
            _entries=dict(self._entries),
            _skipped=dict(self._skipped),
            _held=self._held.copied(),
            _graph=self._graph.copied(),
            _facts=dict(self._facts),
        )

    # Reader

    def prefetch(self, questions: Iterable[Question]) -> None:
        """Nothing: what is asked here is answered at once."""

    def match(self, words: Sequence[str], where: Expr, limit: int, *, weights: FieldWeights) -> Hits:
        """BM25 over weighted fields."""
        phrases = [phrase for word in words for phrase in alternatives(word)]
        weight = [float(getattr(weights, name)) for name in FIELD_ORDER]
        boilerplate = Boilerplate.parsed(self.recalled(BOILERPLATE))
        repeated = {path: entry.repeated(boilerplate) for path, entry in self._entries.items()}
        total = bm25(phrases, {path: entry.fields for path, entry in self._entries.items()}, weight, repeated)
        hits = [self._hit(Ref(path), score) for path, score in sorted(total.items()) if self._selects(where, path)]
        return ranked(hits)[:limit]

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

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """As graph.hierarchy finds it."""
        return scoped(self, name, of, is_missing=is_missing)

    def counts(self) -> IndexCounts:
        """The size in bytes is that of the texts."""
        digests = [chunk.digest for _, chunk in self._chunks]
        embedded = sum(digest in self._vectors for digest in digests)
        refused = sum(digest in self._held.answering.refused for digest in digests)
        size = sum(len(entry.indexed.document.text.encode()) for entry in self._entries.values())
        return IndexCounts(len(self._entries), len(digests), embedded, size, len(self.aimed()), refused)

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """By reading the texts."""
        return relevance_feedback(self, best, known)

    def term_positions(self, terms: Sequence[str], docs: Iterable[str]) -> Mapping[str, TermPositions]:
        """By reading the tokens."""
        return stored_document.term_positions(self._entries, terms, docs)

    def text_parts(self, docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
        """By tokenizing the texts."""
        return stored_document.text_parts(self._entries, docs, kind)

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

    # Writer

    def known(self) -> Mapping[str, FileStamp]:
        """Documents and skipped files."""
        documents = {path: entry.indexed.stamp for path, entry in self._entries.items()}
        return documents | {path: skipped.stamp for path, skipped in self._skipped.items()}

    def pending(self, limit: int, *, space: str = "") -> Sequence[Chunk]:
        """In the order of paths, or of demand."""
        chunks = [chunk for _, chunk in self._chunks]
        return self._held.pending(space, chunks, by_demand=lambda: self._graph.by_demand(self._items))[:limit]

    @serialized
    def write(self, batch: WriteBatch) -> None:
        """Steps that may fail come first."""
        entries = [
            StoredDocument(placed(item), tuple(tokens(text) for text in field_texts(item.document)))
            for item in batch.indexed
        ]
        made = replace(batch, vectors={key: np.asarray(row, np.float32) for key, row in batch.vectors.items()})
        space = self._held.of(batch.space) or VectorSpace()
        space.check(made)
        for path in (*batch.removed, *(item.document.head.path for item in batch.indexed)):
            self._entries.pop(path, None)
            self._skipped.pop(path, None)
        for skipped in batch.skipped:
            self._entries.pop(skipped.path, None)
            self._skipped[skipped.path] = skipped
        for entry in entries:
            self._entries[entry.indexed.document.head.path] = entry
        for path, stamp in batch.touched.items():
            self._touch(path, stamp)
        space.store(made)
        if batch.indexed or batch.skipped or batch.removed:
            self._graph.unlink(self._items, {item.document.head.path for item in batch.indexed})

    def unlinked(self, limit: int) -> Mapping[str, tuple[Link, ...]]:
        """In the order of paths."""
        return {path: self._entries[path].links() for path in sorted(self._graph.unlinked)[:limit]}

    @serialized
    def link(self, found: Mapping[str, Sequence[LinkTarget]]) -> None:
        """Links of missing documents are skipped."""
        self._graph.link(self._items, found)

    def root_relative_links(self) -> Sequence[tuple[str, str]]:
        """By path, then by target."""
        return sorted(self._graph.root_relative(self._items, ("markdown",)))

    @serialized
    def unlink_root_relative(self) -> None:
        """By checking each link."""
        self._graph.unlinked.update(path for path, _ in self._graph.root_relative(self._items))

    @serialized
    def alike(self, least: float, most: int) -> None:
        """Sets new terms and discards all comparisons."""
        self._graph.agree(least, most)

    def agreed(self, least: float, most: int) -> bool:
        """Compares with the last terms."""
        return self._graph.terms == (least, most)

    def uncompared(self) -> int:
        """Chunks that are not compared yet."""
        return len(self._graph.waiting(self._items, self._vectors))

    @serialized
    def compare(self, limit: int) -> int:
        """A no-op: edges are computed on each request."""
        some = self._graph.waiting(self._items, self._vectors)[:limit]
        self._graph.compared.update(some)
        return len(some)

    @serialized
    def use_space(self, fingerprint: str, *, chunking: str, others: VectorPolicy = "drop") -> None:
        """Chunks of another chunker stay until their files are read again."""
        if self._held.use(fingerprint, others):
            self._graph.terms = None
        if chunking != self._chunking:
            self.read_again(self._entries)
        self._chunking = chunking

    def spaces(self) -> EmbeddingSpaces:
        """By counting."""
        return self._held.summary(self._chunks)

    @serialized
    def take_over(self) -> bool:
        """Whether nothing is pending."""
        if self._held.coming is None or self.pending(1, space=self._held.coming.fingerprint):
            return False
        self._held.take_over()
        self._graph.terms = None
        return True

    @serialized
    def retry(self) -> None:
        """In both spaces."""
        self._held.retry()

    @serialized
    def forget_unused(self) -> None:
        """By checking each chunk. Also finds the boilerplate."""
        self._facts[BOILERPLATE] = stored_document.boilerplate(self._entries.values()).fact
        self._held.drop_all_but({chunk.digest for _, chunk in self._chunks})

    def recalled(self, key: str) -> str:
        """Of all facts."""
        return self._every_fact.get(key, "")

    @serialized
    def remember(self, key: str, value: str) -> None:
        """In a dict."""
        self._facts[key] = value

    @serialized
    def read_again(self, paths: Iterable[str]) -> None:
        """Documents only; skipped files stay unchanged."""
        for path in self._entries.keys() & set(paths):
            self._entries[path] = self._entries[path].restamped(_UNREAD)

    @property
    def _every_fact(self) -> dict[str, str]:
        """With those of the embedding spaces."""
        coming = self._held.coming.fingerprint if self._held.coming else ""
        own = {"fingerprint": self._held.answering.fingerprint, "coming": coming, "chunking": self._chunking}
        return self._facts | own

    @property
    def _vectors(self) -> dict[bytes, Vector]:
        return self._held.answering.vectors

    @property
    def _chunks(self) -> list[tuple[str, Chunk]]:
        return [(path, chunk) for path, item in sorted(self._items.items()) for chunk in item.chunks]

    def troubles(self) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
        """By path."""
        skipped = [(item.path, item.why) for _, item in sorted(self._skipped.items())]
        return skipped, stored_document.warnings(self._entries)

    def largest(self, limit: int) -> Sequence[LargeDocument]:
        """By counting the chunks of all."""
        return stored_document.largest(self._entries, limit)

    def close(self) -> None:
        """Nothing is open."""

    @property
    def _items(self) -> DocumentsByPath:
        return {path: entry.indexed for path, entry in self._entries.items()}

    def _touch(self, path: str, stamp: FileStamp) -> None:
        if entry := self._entries.get(path):
            self._entries[path] = replace(entry, indexed=restamped(entry.indexed, stamp))
        elif skipped := self._skipped.get(path):
            self._skipped[path] = replace(skipped, stamp=replace(stamp, digest=skipped.stamp.digest))

    def _hit(self, ref: Ref, score: float) -> Hit:
        return Hit(ref, self._entries[ref.doc].indexed.document.head, score)

    def _selects(self, where: Expr, path: str) -> bool:
        return decided(where, self._entries[path].head, text=self._entries[path].holds)
