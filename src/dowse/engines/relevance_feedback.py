"""Relevance feedback of an index in this process: the words of the best documents, counted in the index."""

from __future__ import annotations

from collections.abc import Collection

from ..analysis.distinctive_words import distinctive_words
from ..model.index_counts import RelevanceFeedback, WordCount
from ..ports.questions import CountQuestion
from ..ports.storage import HitsQuestion, Reader
from ..query.ast import MatchAll, Word

_MOST_CHARACTERS = 20_000  # of one document; its subject is clear by then


def relevance_feedback(reader: Reader, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
    """See ports.LexicalIndex.feedback."""
    paths = dict.fromkeys(hit.ref.doc for hit in best.of(reader) if hit.score >= 0)
    documents = reader.documents(paths).values()
    texts = [f"{document.head.title}\n{document.text[:_MOST_CHARACTERS]}" for document in documents]
    words = distinctive_words(texts, known)
    reader.prefetch([CountQuestion(MatchAll()), *(CountQuestion(Word(word)) for word in words)])
    found = tuple(WordCount(word, weight, reader.count(Word(word))) for word, weight in words.items())
    return RelevanceFeedback(reader.count(MatchAll()), found)
