"""The reference engine: slow, correct, the executable definition of the query language.

It keeps documents in a dict and examines each of them; every other engine must return the same results.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import RLock

import numpy as np

from ...analysis.boilerplate import BOILERPLATE
from ...analysis.tokens import tokens
from ...model.chunk import Chunk
from ...model.document import Link
from ...model.edge import LinkTarget, ReferenceResolution, StatedCalls
from ...model.index_counts import EmbeddingSpaces
from ...ports.indexed_document import FileStamp, SkippedFile, WriteBatch
from ...ports.storage import LargeDocument, Question, StoreState, VectorPolicy
from ..indexed_fields import field_texts
from ..prefetched_snapshot import PrefetchedSnapshot
from . import stated_calls, stored_document
from .memory_reader import MemoryReader
from .serialized_change import serialized
from .stored_document import StoredDocument, placed, restamped
from .vector_space import VectorSpace

_UNREAD = FileStamp(0, -1)  # the stamp of a changed file, so that the file is read again
_STATE = ("_entries", "_skipped", "_held", "_graph", "_chunking", "_facts")  # what a transaction changes


@dataclass(slots=True)
class MemoryEngine(MemoryReader):
    """Reader and writer over plain dicts; nothing is stored on disk."""

    _skipped: dict[str, SkippedFile] = field(default_factory=dict)
    is_current: bool = True
    writing: RLock = field(default_factory=RLock)  # held by a transaction, and by each change alone
    has_ended: bool = False  # of a transaction

    @contextmanager
    def snapshot(self, first: Iterable[Question] = ()) -> Iterator[PrefetchedSnapshot]:
        """Of a copy; the values in it never change."""
        snapshot = PrefetchedSnapshot(self.copied(), first)
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
            changed = self.copied()
            try:
                yield changed
            finally:
                changed.end()
            for name in _STATE:
                setattr(self, name, getattr(changed, name))

    def end(self) -> None:
        """Refuses changes from now on: this was the copy of a transaction."""
        self.has_ended = True

    def copied(self) -> MemoryEngine:
        """For a snapshot, a transaction or another place."""
        return replace(
            self,
            _entries=dict(self._entries),
            _skipped=dict(self._skipped),
            _held=self._held.copied(),
            _graph=self._graph.copied(),
            _facts=dict(self._facts),
        )

    def known(self, paths: Collection[str] | None = None) -> Mapping[str, FileStamp]:
        """Documents and skipped files."""
        documents = {path: entry.indexed.stamp for path, entry in self._entries.items()}
        every = documents | {path: skipped.stamp for path, skipped in self._skipped.items()}
        return every if paths is None else {path: every[path] for path in paths if path in every}

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
    def link(
        self,
        found: Mapping[str, Sequence[LinkTarget]],
        references: Mapping[str, ReferenceResolution] = {},
    ) -> None:
        """Links of missing documents are skipped."""
        self._graph.link(self._items, found, references)

    def stated_calls(self, docs: Iterable[str], names: Collection[str]) -> Mapping[str, StatedCalls]:
        """By the references of the documents."""
        return stated_calls.stated_calls(self._items, self._graph.resolved, docs, names)

    def declaring_files(self, names: Collection[str]) -> Mapping[str, Sequence[str]]:
        """See ports.LinkQueue."""
        return stated_calls.declaring_files(self._items, self._graph.resolved, names)

    def imported_files(self, docs: Iterable[str]) -> Mapping[str, Sequence[str]]:
        """By the resolved references."""
        return stated_calls.imported_files(self._items, self._graph.resolved, docs)

    def root_relative_links(self) -> Sequence[tuple[str, str]]:
        """By path, then by target."""
        return sorted(self._graph.root_relative(self._items, ("markdown",)))

    @serialized
    def unlink_root_relative(self) -> None:
        """By checking each link."""
        self._graph.unlinked.update(path for path, _ in self._graph.root_relative(self._items))

    @serialized
    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """By the keys of the resolved references."""
        self._graph.unlink_depending(keys)

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
            self.read_again(None)
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
    def forget_unused(self, *, most: int = 0) -> None:
        """By checking each chunk. Also finds the boilerplate."""
        self._facts[BOILERPLATE] = stored_document.boilerplate(self._entries.values()).fact
        self._held.drop_all_but({chunk.digest for _, chunk in self._chunks}, most=most)

    @serialized
    def remember(self, key: str, value: str) -> None:
        """In a dict."""
        self._facts[key] = value

    @serialized
    def read_again(self, paths: Iterable[str] | None) -> None:
        """By stamps that no file has."""
        again = {*self._entries, *self._skipped} if paths is None else set(paths)
        for path in self._entries.keys() & again:
            self._entries[path] = self._entries[path].restamped(_UNREAD)
        for path in self._skipped.keys() & again:
            self._skipped[path] = replace(self._skipped[path], stamp=_UNREAD)

    def troubles(self) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
        """By path."""
        skipped = [(item.path, item.why) for _, item in sorted(self._skipped.items())]
        return skipped, stored_document.warnings(self._entries)

    def largest(self, limit: int) -> Sequence[LargeDocument]:
        """By counting the chunks of all."""
        return stored_document.largest(self._entries, limit)

    def close(self) -> None:
        """Nothing is open."""

    def _touch(self, path: str, stamp: FileStamp) -> None:
        if entry := self._entries.get(path):
            self._entries[path] = replace(entry, indexed=restamped(entry.indexed, stamp))
        elif skipped := self._skipped.get(path):
            self._skipped[path] = replace(skipped, stamp=stamp._replace(digest=skipped.stamp.digest))
