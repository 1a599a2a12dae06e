"""Conditions on the texts of documents as SQL: words by the word index, everything else by a check of the text."""

from __future__ import annotations

from itertools import islice

from ...analysis.folding import UNSPACED, unaccented
from ...analysis.tokens import alternatives, words
from ...query.ast import And, ExactPhrase, Expr, MatchCase, Or, RegularExpression, SamePassage, TextLeaf, Word
from .condition_json import encode
from .rows import storable
from .words.tokenizer import expression

_Sql = tuple[str, tuple[str | float, ...]]

_MOST_LOOKED_UP = 64  # words of a phrase, whose text is checked anyway; 16,000 of them took SQLite 3 s
_DEEPEST = 8  # groups inside groups of a passage; FTS5 has a stack for some 30
_TEXT = "exists (select 1 from texts t where t.doc = d.id and {})"
_PHRASE = _TEXT.format("holds_phrase(t.data, t.body_start, t.text_end, t.names_end, ?)")
_EXACT = _TEXT.format("holds_exact(t.data, t.body_start, t.text_end, t.names_end, ?)")
_EXPRESSION = _TEXT.format("matches(t.data, t.text_end, ?, ?)")
_PASSAGE = _TEXT.format(
    "holds_passage(t.data, t.body_start, t.text_end, "
    # JSON holds no blob, which an index of others may have.
    "(select json_group_array(start) from units where doc = t.doc and typeof(start) = 'integer'), ?)"
)


def text_condition(leaf: TextLeaf, indexed: str) -> _Sql:
    """The condition for the leaf; `indexed` is the condition that the word index finds the document.

    The index has only stems, so it lists candidates, whose texts are then checked.
    """
    query = required_words(leaf)
    match leaf:
        case Word():
            return (indexed, (query,)) if query else ("1", ())
        case ExactPhrase(text):
            checked: _Sql = _PHRASE, (storable(text),)
        case MatchCase(text):
            checked = _EXACT, (storable(text),)
        case RegularExpression(pattern, match_case):
            checked = _EXPRESSION, (storable(pattern), int(match_case))
        case SamePassage():
            checked = _PASSAGE, (encode(leaf),)
    condition, values = checked
    return (f"({indexed} and {condition})", (query, *values)) if query else checked


def required_words(expr: Expr, depth: int = _DEEPEST) -> str:
    """The query of the word index for documents that may meet the condition; empty when it does not narrow."""
    match expr:
        case Word(text):
            return expression(alternatives(text))
        case ExactPhrase(text) | MatchCase(text):
            return _words_of(storable(text))
        case SamePassage(_, item):
            return required_words(item, depth)
        case And(items) if depth:
            needed = [required_words(item, depth - 1) for item in items]
            return _join_groups(" AND ", list(filter(None, needed))[:_MOST_LOOKED_UP])
        case Or(items) if depth:
            either = [required_words(item, depth - 1) for item in items]
            return _join_groups(" OR ", either) if all(either) else ""
        case _:
            return ""


def _words_of(phrase: str) -> str:
    """The query of the word index for documents with the first words of the phrase; empty when it has none."""
    # A script without blanks apart from what it touches: how that splits at capitals must not matter.
    apart = UNSPACED.sub(r" \g<0> ", unaccented(phrase))
    each = islice(filter(None, map(alternatives, dict.fromkeys(words(apart)))), _MOST_LOOKED_UP)
    return _join_groups(" AND ", list(map(expression, each)))


def _join_groups(glue: str, queries: list[str]) -> str:
    return glue.join(f"({query})" for query in queries)
