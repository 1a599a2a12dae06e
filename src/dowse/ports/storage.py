"""The storage contract: the reads and the changes of an index.

A storage engine implements `Store`, `Snapshot` and `Transaction` of this module and `StoreLocation` of
`ports.store_location`; tests/contract tests the behaviour of each method.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol, runtime_checkable

from ..model.chunk import Chunk, ChunkSpans
from ..model.correction import Correction
from ..model.document import Document, Head, SymbolKind, Unit
from ..model.hit import Hits
from ..model.index_counts import EmbeddingSpaces, IndexCounts, Lengths, RelevanceFeedback
from ..model.inflected_words import NOT_INFLECTED, InflectedTerms, InflectedWords
from ..model.ref import Ref
from ..model.symbol import SourceOutline, SymbolDefinition
from ..model.value_class import dataclass
from ..query.ast import Expr
from .indexed_document import FileStamp, WriteBatch
from .link_storage import LinkQueue, LinkStore
from .models import Vector
from .term_positions import PartKind, TermPositions, TextParts

MOST_HEADED = 100  # documents; of more with the words of a heading none is looked up

Granularity = Literal["document", "section", "chunk"]


VectorPolicy = Literal["drop", "answer", "aside", "keep"]  # "keep" drops the active vectors, but not the coming ones


@dataclass(frozen=True, slots=True)
class FieldWeights:
    """The weight of a word in each part of a document (the BM25 column weights).

    The defaults are local-rag's.  A profile may have others.
    """

    filename: float = 10.0
    title: float = 8.0
    aliases: float = 8.0
    tags: float = 5.0
    area: float = 4.0
    headings: float = 3.0
    summary: float = 3.0
    path: float = 4.0  # of source code alone
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
    """The inverted index: documents by their words, and statistics for weights and suggestions."""

    def match(
        self,
        words: Sequence[str],
        where: Expr,
        limit: int,
        *,
        weights: FieldWeights,
        inflected: InflectedWords = NOT_INFLECTED,
    ) -> Hits:
        """Documents with any of the words, by BM25 over the fields, best first. Repeated words count again.

        Each of the inflected words and its `inflected_terms` count as one term.  A document that clearly leads in the
        words that it has is first; see `engines.bm25_parameters`.
        """

    def inflected_terms(self, inflected: InflectedWords) -> Mapping[str, tuple[str, ...]]:
        """By the term of each word the terms of its other forms, see analysis.spelling.inflection."""

    def term_positions(self, terms: Sequence[str], docs: Iterable[str]) -> Mapping[str, TermPositions]:
        """The positions of the terms in the bodies of the documents; documents without any of them are left out."""

    def text_parts(self, docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
        """The sections of the documents as `Document.tops` lists them, their units, each with the deeper ones below it,
        or their chunks, by start and end; documents without any are left out.
        """

    def headed(self, stems: Sequence[str], others: InflectedTerms = ()) -> Sequence[Ref]:
        """The sections of notes whose headings have these stems in this order, and beside them only stop words, by path
        and place; the others are stems that count as one of these.

        None if more than MOST_HEADED documents have all of the stems in their headings, or if these have more than
        MOST_HEADINGS sections together: such words say little.
        """

    def enclosing_symbols(self, term: str, kind: SymbolKind) -> Sequence[Ref]:
        """The symbols of this kind that have the term in their text, by path and place."""

    def lengths(self) -> Lengths:
        """The lengths of the documents, for BM25; cheap enough for every search."""

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """The words that tell what the documents of these hits are about, as analysis.distinctive_words weighs them.

        `known` are stems of other words; hits with a score below 0 do not count.
        """

    def vocabulary(self, field: str) -> Sequence[str]:
        """All values of a field in folded form, for suggestions, most frequent first: of `tag`, with the accents that
        most documents write, `type`, `status`, `phase`, `kind` and `ext`, of `property` the names of properties, those
        with the most values first, of `[name]` the values of that property, of `path` all folders and files as
        written, of `symbol` the names of symbols and of `symbol_kind` their kinds.
        """

    def unknown_words(self, words: Sequence[str]) -> Mapping[str, Correction | None]:
        """Those of the words that no document contains, each with the correction of
        analysis.spelling.spelling_correction, or None without a correction; and those few documents contain, with the
        correction of a rare word, if they have one.

        A word with parts, such as `1.26.3`, is contained as a phrase. Cheap for words that documents contain.
        """


class VectorIndex(Protocol):
    """The vectors of chunks."""

    def nearest(self, vector: Vector, where: Expr, limit: int) -> Hits:
        """Chunks by the dot product of their vectors with this one, of L2 norm 1, best first.

        `hit.score` is the dot product, `hit.why` the cosine as evidence of SEMANTIC, `hit.ref` the chunk's address and
        `hit.matched_chunks` 1.  The two numbers differ for a stored vector of another L2 norm than 1.
        """

    def vectors(self, doc: str) -> Mapping[Ref, Vector]:
        """The directions of the vectors of a document's chunks, without pending chunks: vectors of L2 norm 1 or zero,
        whatever the norms of the stored vectors are.
        """

    def coming_vectors(self, refs: Iterable[Ref]) -> Mapping[Ref, Vector]:
        """The directions of the vectors of these chunks in the coming embedding space, as in `vectors`.

        Chunks that are pending there are left out; without a coming space, all are.
        """

    def chunk_spans(self, docs: Iterable[str]) -> Mapping[str, ChunkSpans]:
        """The chunks of the documents with their spans in the text, in characters; unknown documents are left out."""


class DocumentStore(Protocol):
    """Documents by filter, by name and by folder, and their contents."""

    def select(self, where: Expr, limit: int) -> Hits:
        """Documents, newest first, then by path; every score is 1."""

    def count(self, where: Expr) -> int:
        """The number of documents that `where` selects."""

    def named(self, name: str) -> Hits:
        """Documents with this whole title, file name, alias or short code, folded; every score is 1."""

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """The documents with their text, units and symbols, as indexed; unknown ids are left out. No links."""

    def units(self, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:
        """The units of the documents without their text, in order; unknown documents are left out."""

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """The heads of the documents; unknown ones are left out."""

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        """For each name_key the documents with that name, by path, without unknown keys.

        A key of graph.addresses.address_keys gives the documents with an address that ends so, and one of
        graph.source_references.module_files.module_keys the source files of a module.
        """

    def definitions(self, keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """For each folded name the symbols of that simple name, by path and place, at most MOST_DEFINITIONS.

        Names that no symbol has are left out.
        """

    def source_outlines(self, docs: Iterable[str], naming: str = "") -> Mapping[str, SourceOutline]:
        """The units, symbols and references of those of the documents that are source code.

        Those whose references state no name with the text `naming` inside as a word may be missing: to unpack them
        takes long.
        """

    def inside(self, folders: Iterable[str]) -> Sequence[str]:
        """The documents in any of the folders, however deep, by path; folders compare as in `path:`, "" is the root."""

    def counts(self) -> IndexCounts:
        """The counts of documents, chunks, vectors and links."""


class Reader(LexicalIndex, VectorIndex, DocumentStore, LinkStore, Protocol):
    """Exact selection and plain ranking; no fusion, no boosts, no policy.

    `where` binds before the cut to `limit`, always.
    """

    def prefetch(self, questions: Iterable[Question]) -> None:
        """Announces questions. A snapshot asks them in one round trip, and answers them from memory afterwards; a
        store, whose answers are of the moment in which they are asked, does nothing.
        """


EDITION = "edition"  # the fact that changes with every change of documents; empty in an engine without it


@runtime_checkable
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
class StoreState:
    """What an update asks of an index first: facts, files and waiting work, of one moment."""

    facts: Mapping[str, str]  # as FactLookup.recalled has them
    known: Mapping[str, FileStamp]  # as DocumentWriter.known has them; empty when not asked for
    is_embedded: bool  # whether no chunk waits for a vector of the active space
    is_linked: bool  # whether no document waits for the resolution of its links
    uncompared: int  # as SimilarityStore.uncompared has it
    similarity: tuple[float, int] | None  # the terms of SimilarityStore.alike, None when there are none


def keeps_spaces(facts: Mapping[str, str], fingerprint: str, *, chunking: str, others: VectorPolicy) -> bool:
    """Whether EmbeddingQueue.use_space with these arguments changes nothing in an index with these facts."""
    active, coming = facts.get("fingerprint", ""), facts.get("coming", "")
    if facts.get("chunking", "") != chunking:
        return False
    if active == fingerprint and (not coming or others == "keep"):
        return True
    return coming == fingerprint and (not active or others == "answer")


@dataclass(frozen=True, slots=True)
class LargeDocument:
    """A document and its share of the index."""

    path: str
    chunks: int
    size: int  # bytes of the file


class DocumentWriter(Protocol):
    """The stored documents as files, and changes to them."""

    def known(self, paths: Collection[str] | None = None) -> Mapping[str, FileStamp]:
        """Every file that the index contains, including skipped ones; with `paths`, those of them."""

    def write(self, batch: WriteBatch) -> None:
        """Writes the batch in a transaction. Documents whose links may have other targets now enter the queue of links.

        Vectors of an unknown space are dropped. Raises ModelError for a vector with other dimensions than the stored.
        """

    def read_again(self, paths: Iterable[str] | None) -> None:
        """Marks the files as changed, skipped ones, too; with None all of them.

        Searches use the stored documents until they are replaced.
        """

    def troubles(self) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
        """(path, reason) of skipped files and (path, warning) of files parsed with warnings, by path."""

    def largest(self, limit: int) -> Sequence[LargeDocument]:
        """The documents with most chunks, then by path."""


class SimilarityStore(Protocol):
    """Similarity edges, which are computed on request."""

    def alike(self, least: float, most: int) -> None:
        """Sets the terms of SIMILAR_TO edges: chunks of two documents with a cosine of at least `least`, for each chunk
        the `most` nearest. Edges of other terms are deleted.
        """

    def agreed(self, least: float, most: int) -> bool:
        """Whether `alike` was called with these terms last."""

    def uncompared(self) -> int:
        """The number of chunks with a vector that were not compared with all others; 0 unless `alike` was called."""

    def compare(self, limit: int) -> int:
        """Compares up to `limit` of them with all others; returns their number."""


class EmbeddingQueue(Protocol):
    """Chunks that wait for vectors, and the embedding spaces that the vectors belong to."""

    def pending(self, limit: int, *, space: str = "") -> Sequence[Chunk]:
        """Chunks with neither a vector nor a rejection, one for each digest: the queue is the state.

        Of the space with that fingerprint, by default the active one; none for an unknown space. Chunks of the coming
        space, which may take hours, come in the order of demand: the newest document, the one that most documents link
        to, the second newest, and so on.
        """

    def spaces(self) -> EmbeddingSpaces:
        """The embedding spaces, with the progress of the coming one."""

    def use_space(self, fingerprint: str, *, chunking: str, others: VectorPolicy = "drop") -> None:
        """Sets the chunker and the embedder of the index; chunks and vectors of others become outdated.

        Vectors of another embedder are dropped, stay active until `take_over`, or are kept as the coming ones.
        """

    def take_over(self) -> bool:
        """Activates the coming vectors, if every chunk has one or a rejection, and drops the others; whether it did."""

    def retry(self) -> None:
        """Deletes rejections, so that the next run retries the texts."""

    def forget_unused(self, *, most: int = 0) -> None:
        """Deletes vectors without a chunk, if there are more than `most`."""


class Writer(DocumentWriter, LinkQueue, SimilarityStore, EmbeddingQueue, IndexFacts, Protocol):
    """The changes of indexing."""


class Transaction(Writer, Protocol):
    """Changes that are committed together or not at all; its reads include its own changes."""


class Store(Reader, Writer, Protocol):
    """One open index. A single read is a snapshot, and a single change a transaction.

    Safe to use from several threads, while other processes read and write the same index.
    """

    @property
    def is_current(self) -> bool:
        """Whether the index is still the one that was opened; another process may have discarded and rebuilt the
        index meanwhile.
        """

    def state(self, *, files: bool = True) -> StoreState:
        """The facts, the files and the waiting work of now, in one round trip; `known` is empty without `files`.

        A store may make another round trip after a change, to store that no work is left.
        """

    def snapshot(self, first: Iterable[Question] = ()) -> AbstractContextManager[Snapshot]:
        """The state of now for several questions of one thread, opened with the answers to the first ones.

        To be asked no more once the block has ended.
        """

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Several changes of one thread, committed when the block ends and rolled back when it raises.

        Readers see the former state until then, and other writers wait: those of the same thread forever, so that
        the block must write only through the transaction. A failed change inside keeps the earlier ones.
        """

    def close(self) -> None:
        """Releases connections and files; call it when no other thread uses the store."""
