"""Messages in a query, and the source code that has them: as a whole, in part, or as a format string.

Other documents have lines of others without being about them: links in lines of notes lead to the quoted document.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import filterfalse, islice
from operator import itemgetter
from typing import NamedTuple

from ..analysis.code.comment_text import stands_as_literal, stands_as_written, stands_outside_of_comments
from ..analysis.code.format_strings import (
    FormatString,
    count_of_words,
    format_string_in,
    joined_pairs,
    may_have_values,
    pairs_of_words,
    plain_words,
    tells_of_failure,
)
from ..analysis.code.source_paths import is_aside_path
from ..analysis.languages.stopwords import STOP_WORDS
from ..analysis.question_words import asks_how
from ..analysis.tokens import query_words, words
from ..model.hit import Evidence, Hit, Hits
from ..ports.questions import MatchQuestion
from ..ports.storage import FieldWeights, Reader
from ..query.ast import IS_CODE, Expr, Query, Should, Word
from ..query.extract import conjunction, natural_text, node_types
from .compound_names import NameHits, NameQuestion, with_name_hits

MESSAGE = "message"  # evidence of source code that contains the query, or a part of it, as a whole

_SOURCE = itemgetter(Evidence._fields.index("source"))
_LEAST_WORDS, _MOST_WORDS = 3, 24  # of a line
_FEW_WORDS = 4  # of a line that may be the name of a subject, such as "index file format", which comments have, too
_LEAST_CONTENT = 2  # of them that are no stop words; fewer stand together by chance
_COMMON = STOP_WORDS - {"no", "not", "such", "cannot", "only", "already"}  # words of messages tell
_MOST_HOLDING = 20  # files with a line
_MOST_READ, _MOST_TESTS_READ = 6, 2  # files with words of a format string, and tests beside
_MOST_PARTS = 3
_LONGEST = 2_000  # characters of a query that are divided into parts
# Where a message in a longer text may begin or end: a colon, the end of a sentence, a quotation mark, a bracket, a
# dash, a word with a digit.
_BETWEEN_PARTS = re.compile(
    r"[:;](?=\s|\Z)|\.(?=\s+[A-Z])|[\"`()\[\]{}<>|\n]|(?<!\w)'|'(?!\w)|(?<!\S)[^\w\s]++(?!\S)|(?<!\S)\S*?\d\S*+"
)
_ENDS = " \t,"


def with_messages(
    found: Hits, asked: Sequence[str], query: Query, where: Expr, weights: FieldWeights, reader: Reader
) -> Hits:
    """The hits, and source code that contains the whole query, such as a message, or else parts of it, with the bonus
    of a name.
    """
    whole, *parts = possible_lines(query, asked) or ("",)
    if not (whole or parts) or not any(hit.head.kind == "code" for hit in found):
        return found
    code = conjunction(where, IS_CODE)

    def holding(line: str) -> NameQuestion:
        return NameQuestion(line, MatchQuestion((line,), code, _MOST_HOLDING, weights), MESSAGE)

    held = with_name_hits(found, asked, [_files_with_line(holding(whole), reader)], reader) if whole else found
    if any(has_message(hit) and not is_aside_path(hit.ref.doc) for hit in held):
        return held
    made = _with_format_string(found, asked, query, code, weights, reader)
    if made or held is not found:
        return made or held
    return with_name_hits(found, asked, [_files_with_line(holding(part), reader) for part in parts], reader)


def _files_with_line(asked: NameQuestion, reader: Reader) -> NameHits:
    """The source files with the line as written; those with a short one outside of comments and tests, with one of two
    words as a literal of its own.
    """
    hits = tuple(hit for hit in asked.question.of(reader) if hit.score > 0)  # 0: weightless fields
    gaps = asked.written.count(" ")
    read = {hit.ref.doc for hit in hits if not (gaps < _FEW_WORDS and is_aside_path(hit.ref.doc))}
    stands = stands_as_written
    if gaps < _FEW_WORDS:
        stands = stands_as_literal if gaps < _LEAST_WORDS - 1 else stands_outside_of_comments
    stated = {doc for doc, each in (reader.documents(read) if read else {}).items() if stands(each.text, asked.written)}
    return NameHits(
        len(query_words(asked.written)), tuple(hit for hit in hits if hit.ref.doc in stated), asked.evidence
    )


def _with_format_string(
    found: Hits, asked: Sequence[str], query: Query, code: Expr, weights: FieldWeights, reader: Reader
) -> Hits:
    """The hits with those of source files that have the format string of the query; empty if there is none."""
    strings = format_string_hits(query.text, code, weights, reader, among=found)
    names = [NameHits(string.words, hits, MESSAGE) for string, hits in strings]
    return with_name_hits(found, asked, names, reader) if names else ()


def has_format_string(text: str, where: Expr, reader: Reader, *, with_values: bool = True) -> bool:
    """Whether a document has the format string, with values unless otherwise said, of most words of a text, but for
    numbers.
    """
    strings = format_string_hits(text, where, FieldWeights(), reader, with_values=with_values)
    return any(_is_most(string, text) for string, _ in strings[:1])


def format_string_hits(
    text: str, where: Expr, weights: FieldWeights, reader: Reader, *, among: Hits = (), with_values: bool = False
) -> Sequence[tuple[FormatString, Hits]]:
    """The format string of a text, such as a message with values in it, with the documents that have it: those of which
    two words beside each other stand in few documents, and the first source files among the hits, of which those come
    first that have all words but names.  Behind it others, of which most of the text may be made, too.

    With values, only a format string that leaves room for them counts.
    """
    if not may_have_values(text):
        return ()
    pairs = pairs_of_words(text)

    def read(hits: Mapping[str, Hit]) -> list[_Stated]:
        documents = reader.documents(tuple(hits)) if hits else {}
        strings = ((doc, format_string_in(document.text, text, pairs)) for doc, document in documents.items())
        return [_Stated(each, hits[doc]) for doc, each in strings if each and (each.has_values or not with_values)]

    rarest = _with_rarest(_few_holding(pairs, where, weights, reader))
    found = read(rarest)
    if not any(each.string.is_whole and not each.is_aside and _is_most(each.string, text) for each in found):
        plain = _with_plain_words(text, where, weights, reader) if among else ()
        found += read(_unread_sources((*plain, *among), rarest.keys()))
    return _best_strings(found, text)


class _Stated(NamedTuple):
    """A format string of the query, and a document that has it."""

    string: FormatString
    hit: Hit

    @property
    def is_aside(self) -> bool:
        """Whether the document is a test, which repeats a message, perhaps with the values."""
        return is_aside_path(self.hit.ref.doc)


def _with_rarest(held: Sequence[Hits]) -> Mapping[str, Hit]:
    """The first of these hits by document, those in many and short lists first, and behind them the first tests."""
    rarity: dict[str, float] = {}
    hit_of: dict[str, Hit] = {}
    for hits in held:
        for hit in hits:
            rarity[hit.ref.doc] = rarity.get(hit.ref.doc, 0.0) + 1 / len(hits)
            hit_of[hit.ref.doc] = hit
    in_order = sorted(rarity, key=lambda doc: (-rarity[doc], doc))
    sources, tests = filterfalse(is_aside_path, in_order), filter(is_aside_path, in_order)
    return {doc: hit_of[doc] for doc in (*islice(sources, _MOST_READ), *islice(tests, _MOST_TESTS_READ))}


def _unread_sources(hits: Hits, read: Collection[str]) -> Mapping[str, Hit]:
    """The first source files of these hits outside of tests, without those that have been read."""
    files = {hit.ref.doc: hit for hit in hits if hit.head.kind == "code"}
    unread = (doc for doc in files if doc not in read and not is_aside_path(doc))
    return {doc: files[doc] for doc in islice(unread, _MOST_READ)}


def _best_strings(found: Sequence[_Stated], text: str) -> Sequence[tuple[FormatString, Hits]]:
    """The string that fits best with its documents, tests only if no other has it; behind it those of which most of the
    text may be made, too.
    """
    most = max((each.string.words for each in found), default=0)
    own = [each for each in found if not each.is_aside and _is_enough(each.string, most)]
    fit = max((each.string.fit for each in own or found), default=None)
    best = [each for each in own or found if each.string.fit == fit]
    others = (each for each in own if each.string.fit != fit)
    behind = [(each.string, (each.hit,)) for each in others if _is_whole_and_most(each.string, text)]
    return [*((each.string, tuple(same.hit for same in best)) for each in best[:1]), *behind]


def _few_holding(pairs: Sequence[str], where: Expr, weights: FieldWeights, reader: Reader) -> Sequence[Hits]:
    """The files with each pair of words that few have; of pairs beside each other that many have, those with all."""
    found = _holding(pairs, where, weights, reader)
    many = [pair if len(hits) >= _MOST_HOLDING else "" for pair, hits in zip(pairs, found, strict=True)]
    if longer := joined_pairs(many):
        found += _holding(longer, where, weights, reader)
    return [hits for hits in found if len(hits) < _MOST_HOLDING]


def _with_plain_words(text: str, where: Expr, weights: FieldWeights, reader: Reader) -> Sequence[Hit]:
    """The best source files outside of tests with all words of the message but names, which may be its values."""
    plain = tuple(plain_words(text))
    if not plain:
        return ()
    found = MatchQuestion(plain, conjunction(where, *map(Word, plain)), _MOST_HOLDING, weights).of(reader)
    return [hit for hit in found if not is_aside_path(hit.ref.doc)][: _MOST_READ // 2]


def _holding(texts: Sequence[str], where: Expr, weights: FieldWeights, reader: Reader) -> list[Hits]:
    questions = [MatchQuestion((text,), where, _MOST_HOLDING, weights) for text in texts]
    reader.prefetch(questions)  # in one round trip
    return [question.of(reader) for question in questions]


def _is_most(string: FormatString, text: str) -> bool:
    return string.covered > count_of_words(text[:_LONGEST]) / 2


def _is_whole_and_most(string: FormatString, text: str) -> bool:
    """Whether the message has the whole of the string, and most of its own words are of it: `curl: (%d) The requested
    URL …` and `The requested URL …`.
    """
    return string.is_whole and string.words >= _LEAST_WORDS and _is_most(string, text)


def _is_enough(string: FormatString, most: int) -> bool:
    return 2 * string.words >= most or (string.is_whole and string.words >= _LEAST_WORDS)


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
    whole = text if _may_be_line(text) or _may_be_failure(text) else ""
    return (whole, *sorted(telling, key=lambda part: -len(part))[:_MOST_PARTS]) if whole or telling else ()


def _may_be_failure(text: str) -> bool:
    """Whether the text is of two words such as "permission denied"."""
    return text.count(" ") == 1 and tells_of_failure(text) and len(words(text)) == _LEAST_WORDS - 1


def _may_be_line(text: str) -> bool:
    return (
        _LEAST_WORDS <= text.count(" ") + 1 <= _MOST_WORDS
        and sum(word not in _COMMON for word in map(str.lower, words(text))) >= _LEAST_CONTENT
    )
