"""Compound names in a query, such as versions, addresses, dates and names with initials, as a whole.

The word index has the words of `1.26.3` alone, each of which is in many documents.  BM25 of the whole as a phrase is
not enough: in a long document one occurrence counts for little, and documents with the scattered words rank above it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import fields
from operator import itemgetter
from typing import NamedTuple

from ..analysis.format_strings import format_string_in, may_have_values, pairs_of_words
from ..analysis.query_dates import names_of_date, query_dates
from ..analysis.question_words import asks_how
from ..analysis.source_paths import is_aside_path
from ..analysis.stopwords import STOP_WORDS
from ..analysis.tokens import compounds, query_words, words
from ..model.hit import Evidence, Hit, Hits, ranked
from ..ports.questions import MatchQuestion
from ..ports.storage import FieldWeights, Reader
from ..query.ast import Expr, FieldEquals, Query, Should
from ..query.extract import conjunction, is_natural, natural_text, node_types, scoring_leaves, text_of

MESSAGE = "message"  # evidence of source code that contains the query, or a part of it, as a whole

_SOURCE = itemgetter(Evidence._fields.index("source"))
_MOST_NAMES = 4  # of a query
_LEAST_WORDS, _MOST_WORDS = 3, 24  # of a line
_LEAST_CONTENT = 2  # of them that are no stop words; fewer stand together by chance
_COMMON = STOP_WORDS - {"no", "not", "such", "cannot", "only", "already"}  # words of messages tell
_MOST_HOLDING = 20  # files with a line
_MOST_READ = 6  # files with words of a format string
_MOST_PARTS = 3
_LONGEST = 2_000  # characters of a query that are divided into parts
# Where a message in a longer text may begin or end: a colon, a quotation mark, a bracket, a dash, a word with a digit.
_BETWEEN_PARTS = re.compile(
    r"[:;](?=\s|\Z)|[\"`()\[\]{}<>|\n]|(?<!\w)'|'(?!\w)|(?<!\S)[^\w\s]++(?!\S)|(?<!\S)\S*?\d\S*+"
)
_ENDS = " \t,"
# Initials and the name behind them: `E. M. Forster`, `J.R.R. Tolkien`, `C S Lewis`. Single letters are in many notes.
_INITIALED = re.compile(
    r"(?<![\w.])(?!(?i:e\.g|i\.e)\.)(?:(?:[^\W\d_]\. ?){1,4}|(?:[A-Z] ){2,4})([^\W\d_][\w'\u2019-]+)"
)
_OF_NAMES = FieldWeights(**{each.name: float(each.name in {"filename", "title"}) for each in fields(FieldWeights)})
_BONUS = 4.0  # times the best score: the share of meaning in a fused score does not outweigh a rare name


class NameQuestion(NamedTuple):
    """A name, as the query has it, and the question which documents have it."""

    written: str
    question: MatchQuestion
    evidence: str = ""  # that a document has the name


class NameHits(NamedTuple):
    """The documents with a name, as hits."""

    words: int  # of the name
    hits: Hits
    evidence: str = ""
    is_date: bool = False


def compound_names(where: Expr) -> Sequence[str]:
    """The compound names in the natural words of the query, each once; one that selects is a phrase anyway."""
    texts = [text_of(leaf) for leaf in scoring_leaves(where) if is_natural(leaf)]
    names = (name for text in texts for name in compounds(text))
    initialed = (found[0] for found in _INITIALED.finditer(" ".join(texts)) if found[1].lower() not in STOP_WORDS)
    return list(dict.fromkeys((*names, *initialed)))[:_MOST_NAMES]


def name_questions(query: Expr, where: Expr, limit: int, weights: FieldWeights) -> list[NameQuestion]:
    """What `with_names` asks: the documents with each name as a whole.

    A date counts as the names that documents have of it, `2022-07` for "July 2022", in their file names and titles:
    elsewhere it is one date among others.
    """
    return [
        *(NameQuestion(name, MatchQuestion((name,), where, limit, weights)) for name in compound_names(query)),
        *(
            NameQuestion(written, MatchQuestion(names_of_date(date), where, limit, _OF_NAMES))
            for date, written in query_dates(natural_text(query))[:_MOST_NAMES]
        ),
    ]


def with_line(
    found: Hits, asked: Sequence[str], query: Query, where: Expr, weights: FieldWeights, reader: Reader
) -> Hits:
    """The hits, and source code that contains the whole query, such as a message, or else parts of it, with the bonus
    of a name.

    Other documents have lines of others without being about them: links in lines of notes lead to the quoted document.
    """
    whole, *parts = possible_lines(query, asked) or ("",)
    if not (whole or parts) or not any(hit.head.kind == "code" for hit in found):
        return found
    code = conjunction(where, FieldEquals("kind", "code"))

    def holding(line: str) -> NameQuestion:
        return NameQuestion(line, MatchQuestion((line,), code, _MOST_HOLDING, weights), MESSAGE)

    held = with_names(found, asked, [holding(whole)], reader) if whole else found
    if any(has_message(hit) and not is_aside_path(hit.ref.doc) for hit in held):
        return held
    made = _with_format_string(found, asked, query, code, weights, reader)
    if made or held is not found:
        return made or held
    return with_names(found, asked, list(map(holding, parts)), reader)


def _with_format_string(
    found: Hits, asked: Sequence[str], query: Query, code: Expr, weights: FieldWeights, reader: Reader
) -> Hits:
    """The hits with those of source files that have the format string of the query; empty if there is none."""
    made, count = format_string_hits(query.text, code, weights, reader)
    return _with_name_hits(found, asked, [NameHits(count, made, MESSAGE)], reader) if made else ()


def format_string_hits(text: str, where: Expr, weights: FieldWeights, reader: Reader) -> tuple[Hits, int]:
    """The documents with the format string of a text, such as a message with values in it, of which two words beside
    each other stand in few documents; and how many words of it the text has.
    """
    pairs = pairs_of_words(text) if may_have_values(text) else ()
    questions = [MatchQuestion((pair,), where, _MOST_HOLDING, weights) for pair in pairs]
    reader.prefetch(questions)  # in one round trip
    held = [hits for question in questions if len(hits := question.of(reader)) < _MOST_HOLDING]
    rarity: dict[str, float] = {}
    for hits in held:
        for hit in hits:
            rarity[hit.ref.doc] = rarity.get(hit.ref.doc, 0.0) + 1 / len(hits)
    best = sorted(rarity, key=lambda doc: (-rarity[doc], doc))[:_MOST_READ]
    strings = {
        doc: string
        for doc, document in (reader.documents(best) if best else {}).items()
        if (string := format_string_in(document.text, text, pairs))
    }
    most = max((string.words for string in strings.values()), default=0)
    # A test repeats the message, perhaps with the values.
    own = {doc: string for doc, string in strings.items() if not is_aside_path(doc) and 2 * string.words >= most}
    most = max((string.words for string in own.values()), default=most)
    hit_of = {hit.ref.doc: hit for hits in held for hit in hits}
    return tuple(hit_of[doc] for doc, string in (own or strings).items() if string.words == most), most


def has_message(hit: Hit) -> bool:
    """Whether the file contains what the query quotes, which it gathers from no other file."""
    return MESSAGE in map(_SOURCE, hit.why)  # in two thirds of the time of any(): asked of hundreds of hits


def possible_lines(query: Query, asked: Sequence[str]) -> tuple[str, ...]:
    """The natural text of a query that may stand in source code as a whole, such as a message, or empty; and its parts
    between signs and numbers that may, as of a message in a line of a log.

    `asked` are its words that are no stop words.
    """
    text = natural_text(query.where)
    if not asked or asks_how(text) or Should not in node_types(query.where):
        return ()
    parts = [part.strip(_ENDS) for part in _BETWEEN_PARTS.split(query.text[:_LONGEST])]
    telling = dict.fromkeys(part for part in parts if part != text and _may_be_line(part))
    whole = text if _may_be_line(text) else ""
    return (whole, *sorted(telling, key=lambda part: -len(part))[:_MOST_PARTS]) if whole or telling else ()


def _may_be_line(text: str) -> bool:
    return (
        _LEAST_WORDS <= text.count(" ") + 1 <= _MOST_WORDS
        and sum(word not in _COMMON for word in map(str.lower, words(text))) >= _LEAST_CONTENT
    )


def with_names(found: Hits, asked: Sequence[str], names: Sequence[NameQuestion], reader: Reader) -> Hits:
    """The hits and the documents with a whole name, whose score has a bonus for each name.

    The bonus is 4 · rarity · share times the best score.  The rarity is 1 of a name in no document and 0 of one in all,
    by the logarithm of the document frequency, so that a name of most documents has hardly any effect.  The share is
    that of the name in the words that are asked: in a long question a name is one hint among others.  A document that
    is no hit yet has the bonus and, unless the name is a date, its score for the name.
    """
    return _with_name_hits(found, asked, [_name_hits(name, reader) for name in names], reader)


def _name_hits(name: NameQuestion, reader: Reader) -> NameHits:
    held = tuple(hit for hit in name.question.of(reader) if hit.score > 0)  # 0: weightless fields
    return NameHits(len(query_words(name.written)), held, name.evidence, is_date=name.question.weights is _OF_NAMES)


def _with_name_hits(found: Hits, asked: Sequence[str], names: Sequence[NameHits], reader: Reader) -> Hits:
    """See `with_names`."""
    if not any(name.hits for name in names):
        return found
    documents = reader.lengths().documents
    comparable = (found, *(name.hits for name in names if not name.is_date))
    best = max((hit.score for hits in comparable for hit in hits[:1]), default=1.0)
    score: dict[str, float] = {hit.ref.doc: hit.score for hit in found}
    hit_of: dict[str, Hit] = {hit.ref.doc: hit for hit in found}
    for name in names:
        share = min(1.0, name.words / max(1, len(asked)))
        rarity = 1 - math.log(1 + len(name.hits)) / math.log(2 + documents)
        bonus = _BONUS * rarity * share * best
        for hit in name.hits:
            holder = hit_of.get(hit.ref.doc, hit)
            hit_of[hit.ref.doc] = holder.because(name.evidence, 1.0) if name.evidence else holder
            score[hit.ref.doc] = score.get(hit.ref.doc, 0.0 if name.is_date else hit.score) + bonus
    return ranked(hit_of[doc]._replace(score=value) for doc, value in score.items())
