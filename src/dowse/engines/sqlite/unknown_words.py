"""The words of a query that no document contains, and rare ones, with corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import cast

import apsw

from ...analysis.spelling.spelling_correction import (
    MOST_RARE,
    correction,
    correction_of_rare,
    documents_with_correction,
    form_of_rare,
)
from ...analysis.tokens import Token, alternatives
from ...model.correction import Correction
from .read_cache import ReadCache
from .sqlite_errors import RowError
from .texts.document_texts import text_of
from .words.posting_cache import document_frequency
from .words.tokenizer import expression

_HOLDERS = "select rowid from words where words match ? limit ?"
_NAMED = "select d.path, d.title from words w cross join documents d on d.id = w.rowid where w.words match ? limit ?"
_TEXTS = "select d.path, d.title, t.data, t.text_end from documents d join texts t on t.doc = d.id where d.id = ?"
_MOST_TEXTS = 16  # in which the written form of a term is looked up, after the names of
_MOST_NAMES = 50  # documents
_MOST_KEPT = 1_000  # words with their corrections


def unknown_words(
    connection: apsw.Connection, kept: ReadCache, words: Sequence[str]
) -> Mapping[str, Correction | None]:
    """By the postings of the words, and further look-ups for each that has none, is unknown or is rare.

    Raises RowError for stored terms that are no lines of a term and a number.
    """
    try:
        return _corrections(connection, kept, words)
    except ValueError as error:
        raise RowError(f"the terms of the index have no numbers of documents: {error}") from error


def _corrections(connection: apsw.Connection, kept: ReadCache, words: Sequence[str]) -> Mapping[str, Correction | None]:
    terms, texts = partial(kept.term_lines, connection), partial(_texts_of_term, connection, kept)
    languages = partial(kept.languages, connection)
    if len(kept.corrections) > _MOST_KEPT:
        kept.corrections = {}
    known = kept.corrections  # one dictionary for the whole call: another thread may start a new one
    asked = {word: phrases for word in words if (phrases := alternatives(word))}
    frequent = _frequent(connection, kept, [phrases[0] for phrases in asked.values()])
    found: dict[str, Correction | None] = {}
    for word, phrases in asked.items():
        if phrases[0] in frequent:
            continue
        holders = _frequency(connection, kept, phrases)
        if not holders:
            if word not in known:
                known[word] = correction(word, terms, texts, languages)
            found[word] = known[word]
        elif holders <= MOST_RARE:
            if word not in known:
                rare = form_of_rare(word, holders, terms, texts, languages)
                if not rare and kept.lengths(connection).documents >= documents_with_correction(word, holders):
                    rare = correction_of_rare(word, holders, terms, texts)
                known[word] = rare
            if known[word]:
                found[word] = known[word]
    return found


def _frequent(connection: apsw.Connection, kept: ReadCache, phrases: Iterable[Token]) -> frozenset[Token]:
    """Those of the phrases that are a term which is not rare, by its postings; without any they say nothing."""
    postings = kept.postings(connection, {phrase[0] for phrase in phrases if len(phrase) == 1})
    return frozenset((term,) for term, each in postings.items() if document_frequency(each) > MOST_RARE)


def _frequency(connection: apsw.Connection, kept: ReadCache, phrases: Sequence[Token]) -> int:
    """The number of documents with any of the phrases, or one more than those of a rare word."""
    match phrases:
        case ((term,),) if not len(kept.posted(connection).unposted):
            postings = kept.postings(connection, (term,)).get(term)
            if postings is not None:
                return document_frequency(postings)
    return len(_holders(connection, phrases, MOST_RARE + 1))


def _holders(connection: apsw.Connection, phrases: Sequence[Token], limit: int) -> list[int]:
    """The ids of documents with any of the phrases."""
    return [doc for (doc,) in connection.execute(_HOLDERS, (expression(phrases), limit))]


def _texts_of_term(connection: apsw.Connection, kept: ReadCache, term: str) -> Iterator[str]:
    for names in connection.execute(_NAMED, (f'{{filename title aliases}} : "{term}"', _MOST_NAMES)):
        yield from cast(tuple[str, ...], names)
    read = partial(_texts, connection)
    for doc in _holders(connection, ((term,),), _MOST_TEXTS):
        yield from kept.texts.of(doc, read)


def _texts(connection: apsw.Connection, doc: int) -> Sequence[str]:
    """The path, the title and the text of a document."""
    rows = connection.execute(_TEXTS, (doc,))
    return [each for path, title, *text in rows for each in (path, title, text_of(connection, *text))]
