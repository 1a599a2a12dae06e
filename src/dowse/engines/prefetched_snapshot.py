"""The snapshot of any engine: questions that were announced are asked together, and answered from memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar, cast

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
from ..ports.link_storage import ScopeName
from ..ports.models import Vector
from ..ports.questions import (
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
    LinksQuestion,
    MatchQuestion,
    NamedQuestion,
    NearestQuestion,
    ReferencesQuestion,
    ScopeQuestion,
    SelectQuestion,
    TermPositionsQuestion,
    TextPartsQuestion,
    UnknownWordsQuestion,
    VectorsQuestion,
    VocabularyQuestion,
)
from ..ports.storage import FactLookup, FieldWeights, HitsQuestion, Question, Reader
from ..ports.term_positions import PartKind, TermPositions, TextParts
from ..query.ast import Expr

_MOST_KEPT = 100  # documents; of a question that reads all documents, none are to be held in memory

_UNKNOWN = object()

K = TypeVar("K")
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class StateReader(Reader, FactLookup, Protocol):
    """One state of an index, as the engine reads it."""


class _Asked(Question, Protocol[A_co]):
    def of(self, reader: Reader, /) -> A_co: ...


class _Known(Generic[K, A]):
    """Answers by key; None for what the index does not have."""

    def __init__(self) -> None:
        self.held: dict[K, A | None] = {}

    def missing(self, keys: Iterable[K]) -> tuple[K, ...]:
        """The keys that were not asked yet."""
        return tuple(key for key in dict.fromkeys(keys) if key not in self.held)

    def keep(self, keys: Iterable[K], found: Mapping[K, A]) -> None:
        """The answers to these keys."""
        self.held.update({key: found.get(key) for key in keys})

    def of(self, keys: Iterable[K]) -> dict[K, A]:
        """What there is under the keys."""
        return {key: value for key in keys if (value := self.held.get(key)) is not None}


class PrefetchedSnapshot:
    """Implements `ports.Snapshot` over one state of an index.

    Heads, names, documents, their parts, the positions of terms and the spans of chunks are known one by one, so that a
    question for some of them asks for the others alone.
    """

    def __init__(self, state: StateReader, first: Iterable[Question] = ()) -> None:
        self._open: StateReader | None = state
        self._answers: dict[Question, object] = {}
        self._documents, self._heads = _Known[str, Document](), _Known[str, Head]()
        self._chunk_spans = _Known[str, ChunkSpans]()
        self._positions = defaultdict[tuple[str, ...], _Known[str, TermPositions]](_Known)
        self._parts = defaultdict[PartKind, _Known[str, TextParts]](_Known)
        self._edges: dict[EdgesQuestion, Sequence[Edge]] = {}
        self._called = _Known[str, tuple[Head, ...]]()
        self.round_trips = 1
        self._ask(first)

    def end(self) -> None:
        """Refuses questions from now on."""
        self._open = None

    def prefetch(self, questions: Iterable[Question]) -> None:
        """See ports.Reader."""
        self.round_trips += self._ask(questions)

    def recalled(self, key: str) -> str:
        """See ports.FactLookup."""
        return self._state.recalled(key)

    def match(
        self,
        words: Sequence[str],
        where: Expr,
        limit: int,
        *,
        weights: FieldWeights,
        inflected: InflectedWords = NOT_INFLECTED,
    ) -> Hits:
        """See ports.LexicalIndex."""
        return self._answer(MatchQuestion(tuple(words), where, limit, weights, inflected))

    def inflected_terms(self, inflected: InflectedWords) -> Mapping[str, tuple[str, ...]]:
        """See ports.LexicalIndex."""
        return self._answer(InflectedTermsQuestion(inflected))

    def term_positions(self, terms: Sequence[str], docs: Iterable[str]) -> Mapping[str, TermPositions]:
        """See ports.LexicalIndex."""
        asked, wanted = tuple(terms), tuple(docs)
        known = self._positions[asked]
        missing = known.missing(wanted)
        return {**known.of(wanted), **(self._answer(TermPositionsQuestion(asked, missing)) if missing else {})}

    def text_parts(self, docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
        """See ports.LexicalIndex."""
        wanted, known = tuple(docs), self._parts[kind]
        missing = known.missing(wanted)
        return {**known.of(wanted), **(self._answer(TextPartsQuestion(missing, kind)) if missing else {})}

    def headed(self, stems: Sequence[str], others: InflectedTerms = ()) -> Sequence[Ref]:
        """See ports.LexicalIndex."""
        return self._answer(HeadedQuestion(tuple(stems), others))

    def enclosing_symbols(self, term: str, kind: SymbolKind) -> Sequence[Ref]:
        """See ports.LexicalIndex."""
        return self._answer(EnclosingSymbolsQuestion(term, kind))

    def lengths(self) -> Lengths:
        """See ports.LexicalIndex."""
        return self._answer(LengthsQuestion())

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """See ports.LexicalIndex."""
        return self._answer(FeedbackQuestion(best, frozenset(known)))

    def vocabulary(self, field: str) -> Sequence[str]:
        """See ports.LexicalIndex."""
        return self._answer(VocabularyQuestion(field))

    def unknown_words(self, words: Sequence[str]) -> Mapping[str, Correction | None]:
        """See ports.LexicalIndex."""
        return self._answer(UnknownWordsQuestion(tuple(words)))

    def nearest(self, vector: Vector, where: Expr, limit: int) -> Hits:
        """See ports.VectorIndex."""
        return self._answer(NearestQuestion(vector, where, limit))

    def vectors(self, doc: str) -> Mapping[Ref, Vector]:
        """See ports.VectorIndex."""
        return self._answer(VectorsQuestion(doc))

    def coming_vectors(self, refs: Iterable[Ref]) -> Mapping[Ref, Vector]:
        """See ports.VectorIndex."""
        return self._answer(ComingVectorsQuestion(tuple(refs)))

    def chunk_spans(self, docs: Iterable[str]) -> Mapping[str, ChunkSpans]:
        """See ports.VectorIndex."""
        wanted = tuple(docs)
        missing = self._chunk_spans.missing(wanted)
        return {**self._chunk_spans.of(wanted), **(self._answer(ChunkSpansQuestion(missing)) if missing else {})}

    def select(self, where: Expr, limit: int) -> Hits:
        """See ports.DocumentStore."""
        return self._answer(SelectQuestion(where, limit))

    def count(self, where: Expr) -> int:
        """See ports.DocumentStore."""
        return self._answer(CountQuestion(where))

    def named(self, name: str) -> Hits:
        """See ports.DocumentStore."""
        return self._answer(NamedQuestion(name))

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """See ports.DocumentStore. A few that were read are kept, since several steps of a search ask for the best."""
        wanted = tuple(dict.fromkeys(ids))
        missing = self._documents.missing(wanted)
        found = self._answer(DocumentsQuestion(missing)) if missing else {}
        if len(self._documents.held) + len(missing) <= _MOST_KEPT:
            self._documents.keep(missing, found)
        known = {**self._documents.of(wanted), **found}
        return {path: known[path] for path in wanted if path in known}

    def units(self, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:
        """See ports.DocumentStore."""
        return self._alone.units(docs)

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See ports.DocumentStore."""
        wanted = tuple(dict.fromkeys(docs))
        missing = self._heads.missing(wanted)
        found = {**self._heads.of(wanted), **(self._answer(HeadsQuestion(missing)) if missing else {})}
        return {path: found[path] for path in wanted if path in found}

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        """See ports.DocumentStore."""
        wanted = tuple(keys)
        missing = self._called.missing(wanted)
        return {**self._called.of(wanted), **(self._answer(CalledQuestion(missing)) if missing else {})}

    def definitions(self, keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """See ports.DocumentStore."""
        return self._answer(DefinitionsQuestion(tuple(keys)))

    def source_outlines(self, docs: Iterable[str], naming: str = "") -> Mapping[str, SourceOutline]:
        """See ports.DocumentStore."""
        return self._alone.source_outlines(docs, naming)

    def inside(self, folders: Iterable[str]) -> Sequence[str]:
        """See ports.DocumentStore."""
        return self._answer(FolderQuestion(frozenset(folders)))

    def counts(self) -> IndexCounts:
        """See ports.DocumentStore."""
        return self._alone.counts()

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = ()) -> Mapping[str, tuple[Link, ...]]:
        """See ports.LinkStore."""
        return self._alone.pointers(docs, kinds)

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = ()) -> Sequence[tuple[str, Link]]:
        """See ports.LinkStore."""
        return self._alone.pointing(keys, kinds)

    def aimed(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedLink]:
        """See ports.LinkStore."""
        return self._alone.aimed(None) if docs is None else self._answer(LinksQuestion(frozenset(docs)))

    def edges(self, docs: Iterable[str] | None = None, relations: Collection[str] = ()) -> Sequence[Edge]:
        """See ports.LinkStore. Edges of some of the documents that were asked ahead are among those of all of them."""
        asked = EdgesQuestion(None if docs is None else frozenset(docs), frozenset(relations))
        for known, found in self._edges.items():
            if known == asked:
                return found
            if _is_within(asked, known):
                return [edge for edge in found if _is_wanted(edge, asked)]
        return self._answer(asked)

    def code_mentions(self, docs: Iterable[str]) -> Mapping[str, tuple[CodeMention, ...]]:
        """See ports.LinkStore."""
        return self._alone.code_mentions(docs)

    def references(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedReference]:
        """See ports.LinkStore."""
        return self._alone.references(None) if docs is None else self._answer(ReferencesQuestion(frozenset(docs)))

    def unresolved(self, docs: Iterable[str]) -> frozenset[str]:
        """See ports.LinkStore."""
        return self._alone.unresolved(docs)

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """See ports.LinkStore."""
        return self._answer(ScopeQuestion(name, of, is_missing))

    @property
    def _state(self) -> StateReader:
        if self._open is None:
            raise RuntimeError("the snapshot has ended")
        return self._open

    @property
    def _alone(self) -> StateReader:
        """The state for one question, which is a round trip."""
        state = self._state
        self.round_trips += 1
        return state

    def _answer(self, question: _Asked[A]) -> A:
        state = self._state
        known = self._answers.get(question, _UNKNOWN)
        if known is not _UNKNOWN:
            return cast(A, known)
        self.round_trips += 1
        return question.of(state)

    def _ask(self, questions: Iterable[Question]) -> bool:
        """Whether any of the questions was new; those are one round trip, here to a state in this process."""
        state, is_new = self._state, False
        questions = sorted(questions, key=_is_scan)  # which runs beside the others
        state.prefetch(questions)
        paths, docs, keys, cut = list[str](), list[str](), list[str](), list[str]()
        for question in questions:
            match question:
                case DocumentsQuestion():
                    paths += self._documents.missing(question.ids)
                case HeadsQuestion():
                    docs += self._heads.missing(question.docs)
                case CalledQuestion():
                    keys += self._called.missing(question.keys)
                case ChunkSpansQuestion():
                    cut += self._chunk_spans.missing(question.docs)
                case TermPositionsQuestion() | TextPartsQuestion():
                    is_new |= self._keep(question)
                case _ if question not in self._answers:  # few look-ups: the hash of a filter takes its time
                    self._answers[question] = answer = question.of(state)
                    if isinstance(question, EdgesQuestion):
                        self._edges[question] = cast(Sequence[Edge], answer)
                    is_new = True
        self._look_up(dict.fromkeys(paths), dict.fromkeys(docs), dict.fromkeys(keys), dict.fromkeys(cut))
        return is_new or bool(paths or docs or keys or cut)

    def _keep(self, question: TermPositionsQuestion | TextPartsQuestion) -> bool:
        """Asks the question for the documents that are not known yet; whether there are any."""
        if isinstance(question, TermPositionsQuestion):
            positions = self._positions[question.terms]
            if missing := positions.missing(question.docs):
                positions.keep(missing, self._state.term_positions(question.terms, missing))
        else:
            parts = self._parts[question.kind]
            if missing := parts.missing(question.docs):
                parts.keep(missing, self._state.text_parts(missing, question.kind))
        return bool(missing)

    def _look_up(
        self, paths: Collection[str], docs: Collection[str], keys: Collection[str], cut: Collection[str]
    ) -> None:
        """Reads the missing documents, heads, names and, of the documents in `cut`, spans of chunks."""
        state = self._state
        if paths:
            self._documents.keep(paths, state.documents(paths))
        if docs:
            self._heads.keep(docs, state.heads(docs))
        if cut:
            self._chunk_spans.keep(cut, state.chunk_spans(cut))
        if keys:
            found = state.called(keys)
            self._called.keep(keys, found)
            self._heads.held.update({head.path: head for heads in found.values() for head in heads})


def _is_scan(question: Question) -> bool:
    return isinstance(question, NearestQuestion)


def _is_within(asked: EdgesQuestion, known: EdgesQuestion) -> bool:
    """Whether all edges that are asked for are among the known ones."""
    if asked.docs is None or known.docs is None or not asked.docs <= known.docs:
        return False
    return not known.relations or (bool(asked.relations) and asked.relations <= known.relations)


def _is_wanted(edge: Edge, asked: EdgesQuestion) -> bool:
    assert asked.docs is not None
    return bool({edge.source.doc, edge.target.doc} & asked.docs) and (
        not asked.relations or edge.relation in asked.relations
    )
