"""Questions to a reader as values, so that several are asked in one round trip."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field

from ..model.chunk import ChunkSpans
from ..model.correction import Correction
from ..model.document import Document, Head, Link, Unit
from ..model.edge import Edge, ResolvedLink
from ..model.hit import Hits
from ..model.index_counts import IndexCounts, Lengths, RelevanceFeedback
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..query.ast import Expr
from ..query.select import path_key
from .models import Vector
from .storage import FieldWeights, HitsQuestion, Question, Reader, ScopeName
from .term_positions import PartKind, TermPositions, TextParts


@dataclass(frozen=True, slots=True)
class MatchQuestion:
    """See LexicalIndex.match."""

    words: tuple[str, ...]
    where: Expr
    limit: int
    weights: FieldWeights

    def of(self, reader: Reader) -> Hits:
        """The answer of the reader."""
        return reader.match(self.words, self.where, self.limit, weights=self.weights)


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
class ScopeQuestion:
    """See LinkStore.scope."""

    name: ScopeName
    of_document: str
    is_missing: bool = False

    def of(self, reader: Reader) -> frozenset[str]:
        """The answer of the reader."""
        return reader.scope(self.name, self.of_document, is_missing=self.is_missing)


class QuestionRecorder:
    """A reader of an empty index, which keeps the questions that it is asked."""

    def __init__(self) -> None:
        self.questions: list[Question] = []

    def prefetch(self, questions: Iterable[Question]) -> None:
        """Keeps them."""
        self.questions += questions

    def match(self, words: Sequence[str], where: Expr, limit: int, *, weights: FieldWeights) -> Hits:
        """Nothing."""
        self.questions.append(MatchQuestion(tuple(words), where, limit, weights))
        return ()

    def term_positions(self, terms: Sequence[str], docs: Iterable[str]) -> Mapping[str, TermPositions]:
        """Nothing."""
        self.questions.append(TermPositionsQuestion(tuple(terms), tuple(docs)))
        return {}

    def text_parts(self, docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
        """Nothing."""
        self.questions.append(TextPartsQuestion(tuple(docs), kind))
        return {}

    def lengths(self) -> Lengths:
        """None."""
        self.questions.append(LengthsQuestion())
        return Lengths(0, 0)

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """No words."""
        self.questions.append(FeedbackQuestion(best, frozenset(known)))
        return RelevanceFeedback(0, ())

    def vocabulary(self, field: str) -> Sequence[str]:
        """Nothing."""
        self.questions.append(VocabularyQuestion(field))
        return ()

    def unknown_words(self, words: Sequence[str]) -> Mapping[str, Correction | None]:
        """None."""
        self.questions.append(UnknownWordsQuestion(tuple(words)))
        return {}

    def nearest(self, vector: Vector, where: Expr, limit: int) -> Hits:
        """Nothing."""
        self.questions.append(NearestQuestion(vector, where, limit))
        return ()

    def vectors(self, doc: str) -> Mapping[Ref, Vector]:
        """Nothing."""
        self.questions.append(VectorsQuestion(doc))
        return {}

    def coming_vectors(self, refs: Iterable[Ref]) -> Mapping[Ref, Vector]:
        """Nothing."""
        self.questions.append(ComingVectorsQuestion(tuple(refs)))
        return {}

    def chunk_spans(self, docs: Iterable[str]) -> Mapping[str, ChunkSpans]:
        """Nothing."""
        self.questions.append(ChunkSpansQuestion(tuple(docs)))
        return {}

    def select(self, where: Expr, limit: int) -> Hits:
        """Nothing."""
        self.questions.append(SelectQuestion(where, limit))
        return ()

    def count(self, where: Expr) -> int:
        """0."""
        self.questions.append(CountQuestion(where))
        return 0

    def named(self, name: str) -> Hits:
        """Nothing."""
        self.questions.append(NamedQuestion(name))
        return ()

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """Nothing."""
        self.questions.append(DocumentsQuestion(tuple(ids)))
        return {}

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """Nothing."""
        self.questions.append(HeadsQuestion(tuple(docs)))
        return {}

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        """Nothing."""
        self.questions.append(CalledQuestion(tuple(keys)))
        return {}

    def inside(self, folders: Iterable[str]) -> Sequence[str]:
        """Nothing."""
        self.questions.append(FolderQuestion(frozenset(folders)))
        return ()

    def edges(self, docs: Iterable[str] | None = None, relations: Collection[str] = ()) -> Sequence[Edge]:
        """Nothing."""
        self.questions.append(EdgesQuestion(None if docs is None else frozenset(docs), frozenset(relations)))
        return ()

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """Nothing."""
        self.questions.append(ScopeQuestion(name, of, is_missing))
        return frozenset()

    # Questions of no search, which are not asked ahead.

    def units(self, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:  # noqa: ARG002
        """Nothing."""
        return {}

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = ()) -> Mapping[str, tuple[Link, ...]]:  # noqa: ARG002
        """Nothing."""
        return {}

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = ()) -> Sequence[tuple[str, Link]]:  # noqa: ARG002
        """Nothing."""
        return ()

    def aimed(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedLink]:  # noqa: ARG002
        """Nothing."""
        return ()

    def counts(self) -> IndexCounts:
        """None."""
        return IndexCounts(0, 0, 0, 0, 0, 0)
