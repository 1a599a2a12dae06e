"""Questions to a reader as values, so that several are asked in one round trip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from ..model.chunk import ChunkSpans
from ..model.correction import Correction
from ..model.document import Document, Head, SymbolKind
from ..model.edge import Edge, ResolvedLink, ResolvedReference
from ..model.hit import Hits
from ..model.index_counts import Lengths, RelevanceFeedback
from ..model.inflected_words import NOT_INFLECTED, InflectedTerms, InflectedWords
from ..model.ref import Ref
from ..model.symbol import SymbolDefinition
from ..model.value_class import dataclass
from ..query.ast import Expr
from ..query.select import path_key
from .link_storage import ScopeName
from .models import Vector
from .storage import FieldWeights, HitsQuestion, Reader
from .term_positions import PartKind, TermPositions, TextParts


@dataclass(frozen=True, slots=True)
class MatchQuestion:
    """See LexicalIndex.match."""

    words: tuple[str, ...]
    where: Expr
    limit: int
    weights: FieldWeights
    inflected: InflectedWords = NOT_INFLECTED

    def of(self, reader: Reader) -> Hits:
        """The answer of the reader."""
        return reader.match(self.words, self.where, self.limit, weights=self.weights, inflected=self.inflected)


@dataclass(frozen=True, slots=True)
class InflectedTermsQuestion:
    """See LexicalIndex.inflected_terms."""

    inflected: InflectedWords

    def of(self, reader: Reader) -> Mapping[str, tuple[str, ...]]:
        """The answer of the reader."""
        return reader.inflected_terms(self.inflected)


@dataclass(frozen=True, slots=True)
class TermPositionsQuestion:
    """See LexicalIndex.term_positions."""

    terms: tuple[str, ...]
    docs: tuple[str, ...]

    def of(self, reader: Reader) -> Mapping[str, TermPositions]:
        """The answer of the reader."""
        return reader.term_positions(self.terms, self.docs)


@dataclass(frozen=True, slots=True)
class TextPartsQuestion:
    """See LexicalIndex.text_parts."""

    docs: tuple[str, ...]
    kind: PartKind

    def of(self, reader: Reader) -> Mapping[str, TextParts]:
        """The answer of the reader."""
        return reader.text_parts(self.docs, self.kind)


@dataclass(frozen=True, slots=True)
class HeadedQuestion:
    """See LexicalIndex.headed."""

    stems: tuple[str, ...]
    others: InflectedTerms = ()

    def of(self, reader: Reader) -> Sequence[Ref]:
        """The answer of the reader."""
        return reader.headed(self.stems, self.others)


@dataclass(frozen=True, slots=True)
class EnclosingSymbolsQuestion:
    """See LexicalIndex.enclosing_symbols."""

    term: str
    kind: SymbolKind

    def of(self, reader: Reader) -> Sequence[Ref]:
        """The answer of the reader."""
        return reader.enclosing_symbols(self.term, self.kind)


@dataclass(frozen=True, slots=True)
class LengthsQuestion:
    """See LexicalIndex.lengths."""

    def of(self, reader: Reader) -> Lengths:
        """The answer of the reader."""
        return reader.lengths()


@dataclass(frozen=True, slots=True)
class FeedbackQuestion:
    """See LexicalIndex.feedback."""

    best: HitsQuestion
    known: frozenset[str]

    def of(self, reader: Reader) -> RelevanceFeedback:
        """The answer of the reader."""
        return reader.feedback(self.best, self.known)


@dataclass(frozen=True, slots=True)
class VocabularyQuestion:
    """See LexicalIndex.vocabulary."""

    field: str

    def of(self, reader: Reader) -> Sequence[str]:
        """The answer of the reader."""
        return reader.vocabulary(self.field)


@dataclass(frozen=True, slots=True)
class UnknownWordsQuestion:
    """See LexicalIndex.unknown_words."""

    words: tuple[str, ...]

    def of(self, reader: Reader) -> Mapping[str, Correction | None]:
        """The answer of the reader."""
        return reader.unknown_words(self.words)


@dataclass(frozen=True, slots=True)
class NearestQuestion:
    """See VectorIndex.nearest. Vectors of the same bytes are equal."""

    vector: Vector = field(compare=False)
    where: Expr
    limit: int
    compared: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "compared", self.vector.tobytes())

    def of(self, reader: Reader) -> Hits:
        """The answer of the reader."""
        return reader.nearest(self.vector, self.where, self.limit)


@dataclass(frozen=True, slots=True)
class VectorsQuestion:
    """See VectorIndex.vectors."""

    doc: str

    def of(self, reader: Reader) -> Mapping[Ref, Vector]:
        """The answer of the reader."""
        return reader.vectors(self.doc)


@dataclass(frozen=True, slots=True)
class ComingVectorsQuestion:
    """See VectorIndex.coming_vectors."""

    refs: tuple[Ref, ...]

    def of(self, reader: Reader) -> Mapping[Ref, Vector]:
        """The answer of the reader."""
        return reader.coming_vectors(self.refs)


@dataclass(frozen=True, slots=True)
class ChunkSpansQuestion:
    """See VectorIndex.chunk_spans."""

    docs: tuple[str, ...]

    def of(self, reader: Reader) -> Mapping[str, ChunkSpans]:
        """The answer of the reader."""
        return reader.chunk_spans(self.docs)


@dataclass(frozen=True, slots=True)
class SelectQuestion:
    """See DocumentStore.select."""

    where: Expr
    limit: int

    def of(self, reader: Reader) -> Hits:
        """The answer of the reader."""
        return reader.select(self.where, self.limit)


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """See DocumentStore.count."""

    where: Expr

    def of(self, reader: Reader) -> int:
        """The answer of the reader."""
        return reader.count(self.where)


@dataclass(frozen=True, slots=True)
class NamedQuestion:
    """See DocumentStore.named."""

    name: str

    def of(self, reader: Reader) -> Hits:
        """The answer of the reader."""
        return reader.named(self.name)


@dataclass(frozen=True, slots=True)
class DocumentsQuestion:
    """See DocumentStore.documents."""

    ids: tuple[str, ...]

    def of(self, reader: Reader) -> Mapping[str, Document]:
        """The answer of the reader."""
        return reader.documents(self.ids)


@dataclass(frozen=True, slots=True)
class HeadsQuestion:
    """See DocumentStore.heads."""

    docs: tuple[str, ...]

    def of(self, reader: Reader) -> Mapping[str, Head]:
        """The answer of the reader."""
        return reader.heads(self.docs)


@dataclass(frozen=True, slots=True)
class CalledQuestion:
    """See DocumentStore.called."""

    keys: tuple[str, ...]

    def of(self, reader: Reader) -> Mapping[str, tuple[Head, ...]]:
        """The answer of the reader."""
        return reader.called(self.keys)


@dataclass(frozen=True, slots=True)
class DefinitionsQuestion:
    """See DocumentStore.definitions."""

    keys: tuple[str, ...]

    def of(self, reader: Reader) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """The answer of the reader."""
        return reader.definitions(self.keys)


@dataclass(frozen=True, slots=True)
class FolderQuestion:
    """See DocumentStore.inside. Folders are equal as they compare in `path:`."""

    folders: frozenset[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "folders", frozenset(map(path_key, self.folders)))

    def of(self, reader: Reader) -> Sequence[str]:
        """The answer of the reader."""
        return reader.inside(self.folders)


@dataclass(frozen=True, slots=True)
class EdgesQuestion:
    """See LinkStore.edges."""

    docs: frozenset[str] | None
    relations: frozenset[str] = frozenset()

    def of(self, reader: Reader) -> Sequence[Edge]:
        """The answer of the reader."""
        return reader.edges(self.docs, self.relations)


@dataclass(frozen=True, slots=True)
class LinksQuestion:
    """See LinkStore.aimed."""

    docs: frozenset[str]

    def of(self, reader: Reader) -> Sequence[ResolvedLink]:
        """The answer of the reader."""
        return reader.aimed(self.docs)


@dataclass(frozen=True, slots=True)
class ReferencesQuestion:
    """See LinkStore.references."""

    docs: frozenset[str]

    def of(self, reader: Reader) -> Sequence[ResolvedReference]:
        """The answer of the reader."""
        return reader.references(self.docs)


@dataclass(frozen=True, slots=True)
class ScopeQuestion:
    """See LinkStore.scope."""

    name: ScopeName
    of_document: str
    is_missing: bool = False

    def of(self, reader: Reader) -> frozenset[str]:
        """The answer of the reader."""
        return reader.scope(self.name, self.of_document, is_missing=self.is_missing)
