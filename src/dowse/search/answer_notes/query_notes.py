"""Notes on the words and signs of a query, whatever it finds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...analysis.tokens import alternatives, words
from ...query.ast import (
    EMPTY_QUERY,
    ExactPhrase,
    Expr,
    MatchAll,
    Note,
    Or,
    Query,
    SamePassage,
    Word,
    walk,
)
from ...query.extract import scoring_leaves, selecting, similarity_targets, text_of
from ...query.lex import lex
from ...retrieval.keyword import MOST_WORDS
from .option_exclusions import option_exclusion_notes

_CLUSTERS = "communities"  # the directive for clusters, which takes no value
_OPERATORS = frozenset({"and", "or", "not"})  # shapes
_OPERATOR = re.compile(r"(?<!\S)(?:AND|OR|NOT)(?!\S)")
_PUNCTUATION = ".,:;!?"
# Of programming languages, as a word of its own; dashes, dots and most arrows are punctuation, too.
_SIGN = re.compile(r"(?<!\S)(?!(?:[-.]+|[?!]+)(?![^\s,;])|<?-+>|<-)[!$%&*+./:<=>?@\\^|~#-]{2,}(?![^\s?,;])")
_PLAIN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MOST_OF_QUESTION, _MOST_SIGNS = 12, 3  # words, and signs among them


def query_notes(query: Query, selection: Expr, count: int) -> Iterator[Note]:
    """Notes on a query with `count` words, whatever its hits."""
    leaves = scoring_leaves(query.where)
    texts = [text_of(leaf) for leaf in leaves]
    if not texts and not similarity_targets(query.where) and selection == MatchAll() and not query.notes:
        has_settings = query != Query(query.text, query.where)
        lacks = "has only settings; add" if has_settings else "has no words; write"
        archived = "; [archived:true] lists the archived documents" if query.archived is not None else ""
        remedy = f"the query {lacks} a word, a question or a filter such as tag:x{archived}"
        yield Note(0, remedy if query.text.strip() else EMPTY_QUERY)
    if query.text.strip().casefold() == _CLUSTERS:
        yield Note(0, f"for clusters of related documents write {_CLUSTERS}:")
    signs = next(_signs_in_passages(selection), "")
    if texts and not count and not signs and not all(isinstance(leaf, ExactPhrase) for leaf in leaves):
        quoted = f'"{query.text.strip()}" to find it as written, ' if '"' not in query.text else ""
        remedy = f"write {quoted}a word or a filter such as tag:x"
        yield Note(0, f"the query has no letters and no digits to search for; {remedy}")
    if signs:
        yield Note(0, f'{signs} has no letters and no digits, so it excludes nothing; "{signs}" selects it as written')
    if count > MOST_WORDS:
        unit = "words" if count == sum(len(words(text)) for text in texts) else "words and groups of characters"
        yield Note(0, f"the query has {count} {unit}; keyword search uses the first {MOST_WORDS}")
    yield from option_exclusion_notes(query)
    yield from _capital_notes(query.text)
    yield from _sign_notes(query.text)
    if any(_selects_everything(node) for node in walk(query.where) if isinstance(node, Or)):
        yield Note(0, "similar: and like: only rank, so OR with one of them selects every document")


def _signs_in_passages(selection: Expr) -> Iterator[str]:
    """The words of fields such as `task:` that have no letters and no digits."""
    for field in (node for node in walk(selection) if isinstance(node, SamePassage)):
        inner = (node.text for node in walk(field.item) if isinstance(node, Word))
        yield from (word for word in inner if word and not alternatives(word))


def _sign_notes(text: str) -> Iterator[Note]:
    """The note on operators of a programming language between the words of a question: "what does ?. do"."""
    if not _SIGN.search(text):
        return
    tokens = [(shape, written.rstrip("?,;"), at) for shape, written, at, *_ in lex(text)]
    signs = [(written, at) for shape, written, at in tokens if shape == "word" and _SIGN.fullmatch(written)]
    others = [written.strip(_PUNCTUATION) for _, written, _ in tokens if not _SIGN.fullmatch(written)]
    is_prose = len(tokens) <= _MOST_OF_QUESTION and all(shape == "word" for shape, *_ in tokens)
    if signs and len(signs) <= _MOST_SIGNS and is_prose and others and all(map(_PLAIN.fullmatch, others)):
        sign, at = signs[0]
        listed = " and ".join(dict.fromkeys(repr(written) for written, _ in signs))
        yield Note(at, f'signs such as {listed} are not searched; "{sign}" selects the documents that contain it')


def _capital_notes(text: str) -> Iterator[Note]:
    """The note on operators between words that are all in capitals, as in a pasted title: DO NOT EDIT."""
    if not text.isupper() or not _OPERATOR.search(text):  # without reading the query twice
        return
    tokens = list(lex(text))
    written = [word.strip(_PUNCTUATION) for shape, word, *_ in tokens if shape == "word"]
    operators = [(word, at) for shape, word, at, _ in tokens if shape in _OPERATORS]
    has_words_alone = len(written) >= 2 and len(written) + len(operators) == len(tokens)
    if operators and has_words_alone and all(word.isalpha() and word.isupper() for word in written):
        title = _OPERATOR.sub(lambda operator: operator[0].lower(), text.strip())
        word, at = operators[0]
        yield Note(at, f"{word} in capitals is an operator; to search it as a word, write {title!r}")


def _selects_everything(alternatives: Or) -> bool:
    """Whether one side only ranks while another selects."""
    return selecting(alternatives) == MatchAll() and any(selecting(item) != MatchAll() for item in alternatives.items)
