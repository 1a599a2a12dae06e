"""A reader that answers nothing and keeps the questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ..model.chunk import ChunkSpans
from ..model.correction import Correction
from ..model.document import Document, Head, Link, SymbolKind, Unit
from ..model.edge import Edge, ResolvedLink, ResolvedReference
from ..model.hit import Hits
from ..model.index_counts import IndexCounts, Lengths, RelevanceFeedback
from ..model.inflected_words import NOT_INFLECTED, InflectedTerms, InflectedWords
from ..model.ref import Ref
from ..model.source_reference import CodeMention
from ..model.symbol import SourceOutline, SymbolDefinition
from ..query.ast import Expr
from .link_storage import ScopeName
from .models import Vector
from .questions import (
    CalledQuestion,
    ChunkSpansQuestion,
    ComingVectorsQuestion,
    CountQuestion,
    DefinitionsQuestion,
    DocumentsQuestion,
    EdgesQuestion,
    EnclosingSymbolsQuestion,
    FeedbackQuestion,
    FolderQuestion,
    HeadedQuestion,
    HeadsQuestion,
    InflectedTermsQuestion,
    LengthsQuestion,
    MatchQuestion,
    NamedQuestion,
    NearestQuestion,
    ScopeQuestion,
    SelectQuestion,
    TermPositionsQuestion,
    TextPartsQuestion,
    UnknownWordsQuestion,
    VectorsQuestion,
    VocabularyQuestion,
)
from .storage import FieldWeights, HitsQuestion, Question
from .term_positions import PartKind, TermPositions, TextParts


class QuestionRecorder:
    """A reader of an empty index, which keeps the questions that it is asked."""

    def __init__(self) -> None:
        self.questions: list[Question] = []

    def prefetch(self, questions: Iterable[Question]) -> None:
        """Keeps them."""
        self.questions += questions

    def match(
        self,
        words: Sequence[str],
        where: Expr,
        limit: int,
        *,
        weights: FieldWeights,
        inflected: InflectedWords = NOT_INFLECTED,
    ) -> Hits:
        """Nothing."""
        self.questions.append(MatchQuestion(tuple(words), where, limit, weights, inflected))
        return ()

    def inflected_terms(self, inflected: InflectedWords) -> Mapping[str, tuple[str, ...]]:
        """None."""
        self.questions.append(InflectedTermsQuestion(inflected))
        return {}

    def term_positions(self, terms: Sequence[str], docs: Iterable[str]) -> Mapping[str, TermPositions]:
        """Nothing."""
        self.questions.append(TermPositionsQuestion(tuple(terms), tuple(docs)))
        return {}

    def text_parts(self, docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
        """Nothing."""
        self.questions.append(TextPartsQuestion(tuple(docs), kind))
        return {}

    def headed(self, stems: Sequence[str], others: InflectedTerms = ()) -> Sequence[Ref]:
        """Nothing."""
        self.questions.append(HeadedQuestion(tuple(stems), others))
        return ()

    def enclosing_symbols(self, term: str, kind: SymbolKind) -> Sequence[Ref]:
        """Nothing."""
        self.questions.append(EnclosingSymbolsQuestion(term, kind))
        return ()

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

    def definitions(self, keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """Nothing."""
        self.questions.append(DefinitionsQuestion(tuple(keys)))
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

    def source_outlines(
        self,
        docs: Iterable[str],  # noqa: ARG002
        naming: str = "",  # noqa: ARG002
    ) -> Mapping[str, SourceOutline]:
        """Nothing."""
        return {}

    def code_mentions(self, docs: Iterable[str]) -> Mapping[str, tuple[CodeMention, ...]]:  # noqa: ARG002
        """Nothing."""
        return {}

    def references(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedReference]:  # noqa: ARG002
        """Nothing."""
        return ()

    def unresolved(self, docs: Iterable[str]) -> frozenset[str]:  # noqa: ARG002
        """Nothing."""
        return frozenset()

    def counts(self) -> IndexCounts:
        """None."""
        return IndexCounts(0, 0, 0, 0, 0, 0)
