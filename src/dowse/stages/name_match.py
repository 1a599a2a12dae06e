"""Boost documents whose name stands in the query among other words: "what are MOCs", "second brain with PARA"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar, Self

from ..analysis.bm25_formula import inverse_document_frequency
from ..analysis.name_spans import name_spans
from ..model.document import Head
from ..model.hit import Hit, Hits
from ..model.parameter import Slider, check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from ..ports.questions import CountQuestion, SelectQuestion
from ..ports.storage import Question
from ..query.ast import Expr, MatchAll, OneOf, Word
from ..query.extract import conjunction, natural_text
from ..query.select import decided, needs_text
from ..retrieval.keyword import words_of_run
from .scaling import within_one

NAME_MATCH = "name_match"  # evidence: how much of what the query says is in the name
_MOST_NAMESAKES = 8  # documents; a name of more says nothing about any of them


@dataclass(frozen=True, slots=True)
class NameMatch:
    """`score + boost · share`, all divided by the best if that exceeds 1, for a document whose title, file name, alias
    or short code stands whole in the natural words of the query.

    `share` is the inverse document frequency of the words in the name, as a share of that of all words of the query,
    divided by the number of documents of that name.  A common word such as "note" or "index" hardly counts.  A
    document that is in no list is added if the filters select it.  A name that is the whole query is the task of Pin,
    the path of source code that of PathMatch.
    Runs after fusion and before Confidence.
    """

    position: ClassVar[int] = 40  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        0.5,
        "boost of a document whose name is in the query, if the name were all that the query says",
        minimum=0,
        maximum=10,
        slider=Slider("name boost", 0.05, maximum=1),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. A search by meaning alone, or for linked documents, does not compare words."""
        return None if traits.is_by_similarity or traits.is_linked else self

    def questions(self, _hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        found = _called(run)
        if found:
            yield CountQuestion(MatchAll())
            yield from (CountQuestion(Word(word)) for word in _words(run))
            if needs_text(run.where):
                docs = {head.path for heads in found.values() for head in heads}
                yield SelectQuestion(_among(docs, run), len(docs))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        found = _called(run)
        if not found:
            return hits
        shares = _shares(found, run)
        heads = {head.path: head for named in found.values() for head in named}
        listed = {hit.ref.doc for hit in hits}
        added = (Hit(Ref(head.path), head, 0.0) for head in _selected(heads.values(), run) if head.path not in listed)
        return within_one(self._boosted(hit, shares) for hit in (*hits, *added))

    def _boosted(self, hit: Hit, shares: Mapping[str, float]) -> Hit:
        share = shares.get(hit.ref.doc)
        return hit if share is None else hit.scored(hit.score + self.boost * share, NAME_MATCH, share)


def _called(run: Run) -> Mapping[str, Sequence[Head]]:
    keys = tuple(name_spans(natural_text(run.query.where)))
    found = run.reader.called(keys) if keys else {}
    notes = {key: [head for head in heads if head.kind != "code"] for key, heads in found.items()}
    return {key: heads for key, heads in notes.items() if 0 < len(heads) <= _MOST_NAMESAKES}


def _words(run: Run) -> Sequence[str]:
    return tuple(dict.fromkeys(map(str.casefold, words_of_run(run))))


def _shares(found: Mapping[str, Sequence[Head]], run: Run) -> Mapping[str, float]:
    """The share of each document, of its best name."""
    documents = run.reader.count(MatchAll())
    weights = {word: _weight(run.reader.count(Word(word)), documents) for word in _words(run)}
    total = sum(weights.values()) or 1.0
    spans = name_spans(natural_text(run.query.where))
    shares: dict[str, float] = {}
    for key, heads in found.items():
        share = sum(weights.get(word, 0.0) for word in spans[key]) / total / len(heads)
        for head in heads:
            shares[head.path] = max(shares.get(head.path, 0.0), share)
    return shares


def _weight(holding: int, documents: int) -> float:
    """The inverse document frequency as in BM25; 0 for a word that no document contains."""
    return inverse_document_frequency(documents, holding) if holding else 0.0


def _selected(heads: Collection[Head], run: Run) -> Sequence[Head]:
    """Those that the filters select, by path."""
    ordered = sorted(heads, key=lambda head: head.path)
    if not needs_text(run.where):
        return [head for head in ordered if decided(run.where, head, text=lambda _: False)]
    found = run.reader.select(_among({head.path for head in ordered}, run), len(ordered))
    selected = {hit.ref.doc for hit in found}
    return [head for head in ordered if head.path in selected]


def _among(docs: Collection[str], run: Run) -> Expr:
    return conjunction(run.where, OneOf(frozenset(docs)))
