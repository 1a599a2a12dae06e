"""The storage contract: what an index is asked, and what is written into it.

A storage engine implements `Store`, `Snapshot` and `Transaction` of this module and `StoreLocation` of
`ports.store_location`; tests/contract says what each of their methods has to do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ..model.chunk import Chunk
from ..model.document import Document, Head, Link, Unit
from ..model.edge import Edge, LinkTarget, ResolvedLink
from ..model.hit import Hits
from ..model.index_counts import EmbeddingSpaces, IndexCounts, Lengths, RelevanceFeedback
from ..model.ref import Ref
from ..query.ast import Expr
from .models import Vector

Granularity = Literal["document", "section"]
ScopeName = Literal["under", "children", "links", "linked"]


VectorPolicy = Literal["drop", "answer", "aside", "keep"]  # "keep" drops those that answer, not those to come


@dataclass(frozen=True, slots=True)
class FieldWeights:
    """How much a word counts in each part of a document (the BM25 column weights).

    The defaults are local-rag's.  A profile may weigh otherwise.
    """

    filename: float = 10.0
    title: float = 8.0
    aliases: float = 8.0
    tags: float = 5.0
    area: float = 4.0
    headings: float = 3.0
    summary: float = 3.0
    body: float = 1.0


class Question(Protocol):
    """A question to a reader as a value that can be hashed; `ports.questions` has one for each question of a search."""

    def of(self, reader: Reader, /) -> object:
        """The answer of the reader."""


class HitsQuestion(Question, Protocol):
    """A question that hits answer."""

    def of(self, reader: Reader, /) -> Hits:
        """The answer of the reader."""


class LexicalIndex(Protocol):
    """The inverted index: documents by their words, and what is needed to weigh and correct words."""

    def match(self, words: Sequence[str], where: Expr, limit: int, *, weights: FieldWeights) -> Hits:
        """Documents that hold any of the words, by BM25 over the fields, best first. Repeated words count again."""

    def lengths(self) -> Lengths:
        """How long the documents are, for BM25; cheap enough to be asked in every search."""

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """The words that tell what the documents of these hits are about, as analysis.distinctive_words weighs them.

        `known` are stems of other words; hits with a score below 0 do not count.
        """

    def vocabulary(self, field: str) -> Sequence[str]:
        """All values of a field as they are compared, for suggestions, most frequent first: of `tag`, `type`, `status`,
        `phase`, `kind` and `ext`, of `property` the names of properties, of `path` all folders and files as written.
        """


class VectorIndex(Protocol):
    """The vectors of chunks."""

    def nearest(self, vector: Vector, where: Expr, limit: int) -> Hits:
        """Chunks by cosine, best first; `hit.ref` is the chunk's address, `hit.matched_chunks` 1."""

    def vectors(self, doc: str) -> Mapping[Ref, Vector]:
        """The vectors of a document's chunks, of L2 norm 1 or zero; chunks that have none yet are left out."""

    def extents(self, refs: Iterable[Ref]) -> Mapping[Ref, tuple[int, int]]:
        """Where the chunks of these addresses lie in their documents' text, in characters; no unknown ones."""


class DocumentStore(Protocol):
    """Documents: which ones a filter selects, by name, by folder, and their contents."""

    def select(self, where: Expr, limit: int) -> Hits:
        """Documents, newest first, then by path; every score is 1."""

    def count(self, where: Expr) -> int:
        """How many documents `where` selects."""

    def named(self, name: str) -> Hits:
        """Documents whose whole title, file name, alias or short code this is, folded; every score is 1."""

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """The documents with their text and units, as indexed; unknown ids are left out. No links."""

    def units(self, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:
        """The units of the documents without their text, in order; unknown documents are left out."""

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """The heads of the documents; unknown ones are left out."""

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        """For each name_key the documents that have a name with it, by path; keys that nothing has are left out."""

    def inside(self, folders: Iterable[str]) -> Sequence[str]:
        """The documents in any of the folders, however deep, by path; folders compare as in `path:`, "" is the root."""

    def counts(self) -> IndexCounts:
        """How much there is."""


class LinkStore(Protocol):
    """Links as written, links as resolved, and the edges that they make."""

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = ()) -> Mapping[str, tuple[Link, ...]]:
        """The links of the documents as written, in order; of these kinds, unless none is given.

        Documents without such links are left out.
        """

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = ()) -> Sequence[tuple[str, Link]]:
        """The links of any document whose target has one of the target_keys, by path and place; kinds as above."""

    def aimed(self, docs: Iterable[str] | None = None, *, doubtful: bool = False) -> Sequence[ResolvedLink]:
        """The resolved links of the documents, or of all, by path and place; or the broken and ambiguous ones alone."""

    def edges(self, docs: Iterable[str] | None = None, relations: Collection[str] = ()) -> Sequence[Edge]:
        """The edges that touch any of the documents, at either end, or all; of these relations, unless none is given.

        None is from a document to itself.

        One for each link, and one SIMILAR_TO for two documents, of their two places that are most alike.
        """

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """The documents that the scope of that name selects for the document `of`, as graph.hierarchy defines them.

        With `is_missing` no document is called `of`, and the scope is that of the parent of this name which documents
        state. Nothing for an unknown document.
        """


class Reader(LexicalIndex, VectorIndex, DocumentStore, LinkStore, Protocol):
    """Exact selection and plain ranking; no fusion, no boosts, no policy.

    `where` binds before the cut to `limit`, always.
    """

    def prefetch(self, questions: Iterable[Question]) -> None:
        """Announces questions. A snapshot asks them in one round trip, and answers them from memory afterwards; a
        store, whose answers are of the moment in which they are asked, does nothing.
        """


class FactLookup(Protocol):
    """Facts about the index itself, by name."""

    def recalled(self, key: str) -> str:
        """The fact; empty when it was never stored. `fingerprint` and `coming` are of the embedding spaces."""


class Snapshot(Reader, FactLookup, Protocol):
    """One state of one index. Facts are read when it is opened, and make no round trip."""

    @property
    def round_trips(self) -> int:
        """How often the index was asked: when it was opened, once a `prefetch`, once for a question not prefetched."""


class IndexFacts(FactLookup, Protocol):
    """Facts about the index itself that can be changed."""

    def remember(self, key: str, value: str) -> None:
        """Stores the fact."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """How a file looked when it was read. An unreadable file has `mtime_ns` -1, so that it is tried again."""

    size: int  # bytes
    mtime_ns: int
    digest: str = ""


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document on its way into the index, with the stamp of its file and its chunks.

    A chunk is a part of a unit, and so is where a link stands: of a unit that the document does not have, it is one of
    the document itself.
    """

    document: Document
    stamp: FileStamp
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that is not in the index, and why, in words for the user."""

    path: str
    why: str
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class WriteBatch:
    """Changes that are written together or not at all. A path in `indexed` or `skipped` replaces what was there."""

    indexed: tuple[IndexedDocument, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()
    removed: tuple[str, ...] = ()
    touched: Mapping[str, FileStamp] = field(default_factory=dict)  # another stamp, the same bytes
    vectors: Mapping[bytes, Vector] = field(default_factory=dict)  # by chunk digest; rows of L2 norm 1
    refused: Mapping[bytes, str] = field(default_factory=dict)  # by chunk digest, why there will be no vector
    space: str = ""  # fingerprint of the embedder that `vectors` and `refused` are of; empty: of the one that answers


@dataclass(frozen=True, slots=True)
class LargeDocument:
    """A document and its share of the index."""

    path: str
    chunks: int
    size: int  # bytes of the file


class DocumentWriter(Protocol):
    """The stored documents as files: which ones there are, and changes to them."""

    def known(self) -> Mapping[str, FileStamp]:
        """Every file the index knows of, skipped ones included."""

    def write(self, batch: WriteBatch) -> None:
        """The whole batch or nothing. Documents whose links may mean something else now are unlinked by it.

        What is of a space that is not there is dropped. Raises ModelError for a vector not as wide as the others.
        """

    def read_again(self, paths: Iterable[str]) -> None:
        """Makes the documents count as changed; they answer as they are until they are replaced."""

    def troubles(self) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
        """(path, why) of skipped files and (path, what) of oddly read ones, by path."""

    def largest(self, limit: int) -> Sequence[LargeDocument]:
        """The documents with most chunks, then by path."""


class LinkQueue(Protocol):
    """Links that wait for resolution."""

    def unlinked(self, limit: int) -> Mapping[str, tuple[Link, ...]]:
        """Documents whose links are to be resolved, with all their links: the queue is the state."""

    def link(self, found: Mapping[str, Sequence[LinkTarget]]) -> None:
        """What the links of these documents mean, one each in their order; takes the documents from the queue."""


class SimilarityStore(Protocol):
    """Similarity edges, which are computed once they are asked for."""

    def alike(self, least: float, most: int) -> None:
        """Says what SIMILAR_TO edges are for: chunks of two documents with a cosine of at least `least`, of each chunk
        the `most` nearest. What was found under other terms is dropped.
        """

    def agreed(self, least: float, most: int) -> bool:
        """Whether `alike` was called with these terms last."""

    def uncompared(self) -> int:
        """How many chunks have a vector and were not yet compared with all others; 0 unless `alike` was called."""

    def compare(self, limit: int) -> int:
        """Compares so many of them with all others; how many it were."""


class EmbeddingQueue(Protocol):
    """Chunks that wait for vectors, and the embedding spaces that the vectors belong to."""

    def pending(self, limit: int, *, space: str = "") -> Sequence[Chunk]:
        """Chunks that have neither a vector nor a refusal, one for each digest: the queue is the state.

        Of the space with that fingerprint, by itself of the one that answers; none, when there is no such space.
        """

    def spaces(self) -> EmbeddingSpaces:
        """Which vectors there are."""

    def use_space(self, fingerprint: str, *, chunking: str, others: VectorPolicy = "drop") -> None:
        """Says which chunker and embedder the index is for; what was made by others is made again.

        Vectors of another embedder are dropped, go on to answer until `take_over`, or are laid aside as those to come.
        """

    def take_over(self) -> bool:
        """Lets the coming vectors answer, if every chunk has one or a refusal, and drops the others; whether it did."""

    def retry(self) -> None:
        """Forgets what was refused, so that it is tried again."""

    def forget_unused(self) -> None:
        """Drops vectors that no chunk has any more."""


class Writer(DocumentWriter, LinkQueue, SimilarityStore, EmbeddingQueue, IndexFacts, Protocol):
    """What indexing changes."""


class Transaction(Writer, Protocol):
    """Changes that are committed together or not at all; its questions are answered with its own changes."""


class Store(Reader, Writer, Protocol):
    """One index, open, read and written. Each question alone is a snapshot, and each change alone a transaction.

    Safe to use from several threads, while other processes read and write the same index.
    """

    @property
    def is_current(self) -> bool:
        """Whether the index is still the one that was opened; another process may have discarded and rebuilt the
        index meanwhile.
        """

    def snapshot(self, first: Iterable[Question] = ()) -> AbstractContextManager[Snapshot]:
        """The state of now for several questions of one thread, opened with the answers to the first ones.

        To be asked no more once the block has ended.
        """

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Several changes of one thread, committed when the block ends and rolled back when it raises.

        Readers see the former state until then, and other writers wait: those of the same thread for ever, so that
        the block is to write by the transaction alone. A change that fails inside leaves the changes before it.
        """

    def close(self) -> None:
        """Releases connections and files; to be called when no other thread uses the store."""
