"""Rank the notes first that contain the whole query, such as a sentence copied out of one of them."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import ClassVar, Self

from ..analysis.languages.stopwords import STOP_WORDS
from ..analysis.question_words import is_question
from ..analysis.sentence_comparison import Sentence
from ..analysis.tokens import tokens, words
from ..model.hit import Hit, Hits
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from ..ports.questions import MatchQuestion
from ..ports.storage import FieldWeights, Question, Reader
from ..query.ast import NO_CODE, And, ExactPhrase, Expr, MatchAll
from ..query.extract import conjunction, natural_text, selecting
from ..retrieval.messages import has_message

SENTENCE_MATCH = "sentence_match"  # evidence: the score of the best document without the sentence
_LONGEST = 2_000  # characters; to look for a longer text takes too long
_LEAST_CONTENT = 3  # words that are no stop words; fewer stand together by chance
_MOST_HOLDING = 8  # notes with the sentence; one of more says nothing about any of them
_MOST_COMPARED = 24  # notes with its words, whose signs are compared


@dataclass(frozen=True, slots=True)
class SentenceMatch:
    """`max(score, best)` for notes that contain the whole query, as `analysis.sentence_comparison` compares them, with
    `best` the best score of the others; those come after.

    The scattered words of a sentence are in many documents, and a short one with most of them, or one whose name is in
    the sentence, is above a long one that has the sentence.  A note that is in no list is added if the filters select
    it.  A sentence of more than 8 notes lifts none, and so do a question of several, which may all ask it, and a
    message that source code contains.
    Runs after fusion and its boosts, before Confidence.
    """

    position: ClassVar[int] = 40  # see ports.Stage
    is_optional: ClassVar[bool] = True

    least_words: int = parameter(8, "number of words of the query from which on it may be a sentence", minimum=2)

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. A search by meaning alone, or for linked documents, does not compare words."""
        return None if traits.is_by_similarity or traits.is_linked else self

    def questions(self, _hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if question := self._question(run):
            yield question

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The notes with the sentence, then the others; both keep their order."""
        question = self._question(run)
        if question is None or not hits or any(map(has_message, hits)):
            return hits
        found = question.of(run.reader)
        docs = _holding(question.words[0], found, run.reader)
        if not 0 < len(docs) <= (1 if is_question(question.words[0]) else _MOST_HOLDING):
            return hits
        listed = {hit.ref.doc for hit in hits}
        held = (
            *(hit for hit in hits if hit.ref.doc in docs),
            *(Hit(hit.ref, hit.head, 0.0) for hit in found if hit.ref.doc in docs - listed),
        )
        others = tuple(hit for hit in hits if hit.ref.doc not in docs)
        best = max((hit.score for hit in others), default=0.0)
        return (*(hit.scored(max(hit.score, best), SENTENCE_MATCH, best) for hit in held), *others)

    def _question(self, run: Run) -> MatchQuestion | None:
        """Which notes have the sentence that the query may be; None if sections or chunks are ranked."""
        if run.granularity != "document":
            return None
        where = run.query.where
        # As written where nothing selects but quotations, which are no part of the natural text.
        required = selecting(where)
        items = required.items if isinstance(required, And) else (required,)
        is_whole = all(isinstance(item, ExactPhrase | MatchAll) for item in items)
        text = (run.query.text if is_whole else natural_text(where)).strip()
        return _question(text, run.where, self.least_words)


def _holding(text: str, found: Hits, reader: Reader) -> AbstractSet[str]:
    """Those of the documents with the words that have the signs between them, if there are any: the same words with
    others are another text, as in lists of changes.  None of too many.
    """
    docs = {hit.ref.doc for hit in found}
    if len(docs) > _MOST_COMPARED:
        return set()
    sentence = Sentence(text)
    if not (docs and sentence.has_signs):
        return docs
    return {doc for doc, document in reader.documents(docs).items() if sentence.is_in(document.text)}


def may_be_sentence(text: str, reader: Reader) -> bool:
    """Whether notes have the words of the text side by side, and it is long enough for a sentence."""
    question = _question(text.strip(), MatchAll(), SentenceMatch().least_words)
    return question is not None and len(question.of(reader)) > 0


def has_sentence(hit: Hit) -> bool:
    """Whether the note contains the whole query."""
    return any(reason.source == SENTENCE_MATCH for reason in hit.why)


def _question(text: str, where: Expr, least_words: int) -> MatchQuestion | None:
    """Which notes have the text; None if it is too short for a sentence, or has hardly a word that says something."""
    if len(text) > _LONGEST or len(tokens(text)) < least_words:
        return None
    content = {word for word in map(str.lower, words(text)) if word not in STOP_WORDS}
    if len(content) < _LEAST_CONTENT and text.isascii():
        return None
    return MatchQuestion((text,), conjunction(where, NO_CODE), _MOST_COMPARED + 1, FieldWeights())
