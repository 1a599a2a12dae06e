"""Brackets in a pasted text, such as `[Errno 98]`, that read like a property which no document has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..model.value_class import dataclass
from ..ports.questions import SelectQuestion
from ..ports.storage import Reader
from ..query.ast import And, Expr, Note, Property, Query, Should, Word
from ..query.leaf_parser import property_leaf
from ..query.lex import TokenKind, lex
from ..query.value_ranges import is_compared
from .names.suggest import unknown_value_message

_LONGEST_NAMED = 40  # characters of the text in a note
_MOST_NOTES = 20  # more are not useful


@dataclass(frozen=True, slots=True)
class _Bracket:
    """A property of the query that may be text."""

    at: int
    written: str
    key: str
    leaf: Expr


def bracket_questions(query: Query) -> Iterator[SelectQuestion]:
    """The questions of `with_bracketed_text`."""
    for bracket in _possible_texts(query):
        yield SelectQuestion(Property(bracket.key), 1)


def with_bracketed_text(query: Query, reader: Reader) -> Query:
    """The query with its brackets as words, with a note, where no document has the property and other words rank.

    A filter remains one that stands alone, that the query requires, excludes or combines with an operator, or that
    compares, as `[due:<2026-06-01]`: nobody pastes these.
    """
    brackets = list(_possible_texts(query))
    unknown = {key for key in {each.key for each in brackets} if not reader.select(Property(key), 1)}
    texts = [each for each in brackets if each.key in unknown]
    if not texts:
        return query
    known = reader.vocabulary("property")
    words = {each.leaf: tuple(Should(Word(word)) for word in each.written.split()) for each in texts}
    return replace(
        query,
        where=And(tuple(word for item in _items(query) for word in words.get(item, (item,)))),
        notes=(*query.notes, *(Note(each.at, _hint(each, known)) for each in texts[:_MOST_NOTES])),
    )


def _possible_texts(query: Query) -> Iterator[_Bracket]:
    """The properties between the words of a natural query."""
    items = _items(query)
    if "[" not in query.text or not any(isinstance(item, Should) for item in items):
        return
    tokens = list(lex(query.text))
    ends = [*(at for _, _, at, _ in tokens[1:]), len(query.text)]
    before: TokenKind = "end"
    for (shape, key, at, value), end in zip(tokens, ends, strict=True):
        if shape == "property" and before not in {"sign", "not"} and not _compares(value or ""):
            leaf = property_leaf(key, value)
            if not isinstance(leaf, str) and leaf in items:
                yield _Bracket(at, query.text[at:end].strip(), key, leaf)
        before = shape


def _items(query: Query) -> tuple[Expr, ...]:
    return query.where.items if isinstance(query.where, And) else ()


def _compares(value: str) -> bool:
    return value.lstrip().startswith(("=", "!")) or is_compared(value)


def _hint(bracket: _Bracket, known: Sequence[str]) -> str:
    named = bracket.written if len(bracket.written) <= _LONGEST_NAMED else f"{bracket.written[:_LONGEST_NAMED]}…"
    unknown = unknown_value_message("property", bracket.key, known) or f"no document has the property {bracket.key!r}"
    return f"{unknown}{'' if unknown.endswith('?') else ';'} {named} is searched as text"
