"""A query as text to its tree. Never raises: what cannot be read is searched literally, with a note."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice

from ..analysis.tokens import tokens as looked_up
from .ast import And, ExactPhrase, Expr, FieldEquals, MatchAll, Near, Not, Note, Or, Query, Should, Word
from .fields import DIRECTIVE_NAMES, DIRECTIVES, FIELD_NAMES, near_miss
from .leaf_parser import directed, field_leaf, is_empty, property_leaf
from .lex import QueryToken, TokenKind, lex

_SCHEMES = frozenset({"http", "https", "mailto", "file", "ftp", "obsidian", "localhost"})  # of addresses
_OPERATORS = frozenset({"and", "or", "not"})
_PROSE_GOES_ON = frozenset({"word", "phrase", "open"})
_BRACKETS = frozenset({"open", "close"})
_SIGNS = frozenset({"not", "sign"})
_SIDES_END = frozenset({"or", "close", "end"})
_NO_OPERAND = _SIDES_END | {"and"}
# Words from which a query reads as prose, where quotes cite and do not search. Measured: letting them select costs
# 0.05 nDCG@10 on the questions of CACM and 0.03 on those of CISI.
_PROSE = 12
_MOST_DEPTH = 50  # brackets; far more than anyone writes, well inside Python's recursion limit
_MOST_TOKENS = 2_000  # a pasted document is longer; the rest would take seconds and change nothing
_MOST_NOTES = 20  # a longer list helps nobody
_CITES = 'quotes in a long text select nothing; write +"…" to require the words'
_EXAMPLES = {directive.name: directive.example for directive in DIRECTIVES}
_NOTHING = MatchAll()


def parse(text: str) -> Query:
    """The query that the text asks for.

    Words side by side are natural: they score and select nothing. Once AND, OR or NOT is written, every word
    selects, and words side by side are joined by AND.  A quotation selects, unless it stands in prose.
    """
    pieces = list(islice(lex(text), _MOST_TOKENS + 1))
    tokens, notes = _balanced(pieces[:_MOST_TOKENS])
    notes += [Note(at, "the query is too long; what follows is left out") for _, _, at, _ in pieces[_MOST_TOKENS:]]
    reader = _Reader(tokens)
    where = reader.read()
    in_order = sorted((*notes, *reader.notes), key=lambda note: note.at)
    return replace(reader.directions, text=text, where=where, notes=tuple(in_order[:_MOST_NOTES]))


def _balanced(tokens: list[QueryToken]) -> tuple[list[QueryToken], list[Note]]:
    """The tokens without brackets that open or close nothing, and without those nested too deep."""
    brackets = [(place, shape, at) for place, (shape, _, at, _) in enumerate(tokens) if shape in _BRACKETS]
    notes: list[Note] = []
    opened: list[tuple[int, int]] = []  # brackets that wait for their other half
    dropped: set[int] = set()
    for place, shape, at in brackets:
        if shape == "open":
            if len(opened) == _MOST_DEPTH:
                notes.append(Note(at, f"brackets more than {_MOST_DEPTH} deep are left out"))
            opened.append((place, at))
            if len(opened) > _MOST_DEPTH:
                dropped.add(place)
            continue
        if len(opened) > _MOST_DEPTH or not opened:
            dropped.add(place)
        if opened:
            opened.pop()
        elif len(notes) < _MOST_NOTES:
            notes.append(Note(at, ") closes nothing; leave it out or write ( before"))
    unclosed = opened[:_MOST_DEPTH]
    notes += [Note(at, "( is never closed; write ) where the group ends") for _, at in unclosed]
    dropped.update(place for place, _ in unclosed)
    return [token for place, token in enumerate(tokens) if place not in dropped] if dropped else tokens, notes


class _Reader:
    """A recursive-descent reader: NOT and signs bind before adjacency and AND, these before OR."""

    def __init__(self, tokens: list[QueryToken]) -> None:
        shapes = [shape for shape, _, _, _ in tokens]
        natural = _OPERATORS.isdisjoint(shapes)
        self._tokens: list[QueryToken] = [*tokens, ("end", "", 0, "")]  # with balanced brackets
        self._at = 0
        self._selecting: Callable[[str], Expr] = cache(Word)  # a text repeats its words
        self._word: Callable[[str], Expr] = cache(_preferred) if natural else self._selecting
        self._looked_up = cache(looked_up)
        self._prose = natural and shapes.count("word") >= _PROSE
        self._cited: int | None = None  # where the first quotation stands that selects nothing
        self._doubtful: set[str] = set()  # names that are no field's
        self.notes: list[Note] = []
        self.directions = Query("", _NOTHING)  # what the directives say

    def read(self) -> Expr:
        """The whole query: sides of OR, each a run of operands."""
        expr = self._either()
        if self._cited is not None:
            self.notes.append(Note(self._cited, _CITES))
        return expr

    def _either(self) -> Expr:
        sides = [self._all()]
        while True:
            shape, _, at, _ = self._tokens[self._at]
            if shape != "or":
                return _joined(Or, sides)
            self._at += 1
            sides.append(self._all())
            if sides[-2] is _NOTHING or sides[-1] is _NOTHING:
                self._note(at, "OR wants something on both sides; left out")

    def _all(self) -> Expr:
        items: list[Expr] = []
        while True:
            shape, text, at, value = self._tokens[self._at]
            if shape in _SIDES_END:
                return _joined(And, items)
            self._at += 1
            if shape == "word":
                items.append(self._word(text))
            elif shape in _SIGNS:
                items.append(self._signed(text, at))
            elif shape != "and":
                items.append(self._operand(shape, text, at, value))
            elif not items or self._tokens[self._at][0] in _NO_OPERAND:
                self._note(at, "AND wants something on both sides; left out")

    def _signed(self, sign: str, sign_at: int) -> Expr:
        """An operand with the NOTs and signs before it, counted instead of nested: a chain may be long."""
        negated = sign != "+"
        shape, text, at, value = self._tokens[self._at]
        while shape in _SIGNS:
            negated ^= text != "+"
            self._at += 1
            shape, text, at, value = self._tokens[self._at]
        if negated and shape == "field" and self._is_directive(text.casefold(), value or "", self._at + 1):
            self._at += 1
            self._note(at, f"{text}: says how to search and cannot be excluded; left out")
            return _NOTHING
        expr = _NOTHING if shape in _NO_OPERAND else self._bound(shape, text, at, value)
        if expr is _NOTHING:
            if shape != "field":  # which says how to search, or has a note of its own
                self._note(sign_at, f"{sign} wants something after it; left out")
        elif negated:
            return self._excluded(expr, at)
        return expr

    def _excluded(self, expr: Expr, at: int) -> Expr:
        if isinstance(expr, Word) and not self._looked_up(expr.text):
            self._note(at, "nothing in this word can be looked for; left out")
            return _NOTHING
        if isinstance(expr, Near):
            self._note(at, f"{expr.field}: ranks and cannot be excluded; left out")
            return _NOTHING
        return Not(expr)

    def _bound(self, shape: TokenKind, text: str, at: int, value: str | None) -> Expr:
        """An operand that selects even where words are natural."""
        self._at += 1
        free = self._word, self._prose
        self._word, self._prose = self._selecting, False
        expr = self._operand(shape, text, at, value)
        self._word, self._prose = free
        return expr

    def _operand(self, shape: TokenKind, text: str, at: int, value: str | None) -> Expr:
        match shape:
            case "open":
                return self._group()
            case "phrase":
                return self._phrase(text.strip(), at)
            case "tag":
                return FieldEquals("tag", text)
            case "field":
                return self._field(text, value or "", at)
            case "property":
                return self._property(text, value, at)
            case "unclosed":
                self._note(at, '" is never closed; write another " where the phrase ends')
                return _NOTHING
            case _:
                return self._word(text)

    def _group(self) -> Expr:
        expr = _NOTHING if self._tokens[self._at][0] == "close" else self._either()
        self._at += 1  # the closing bracket
        return expr

    def _phrase(self, text: str, at: int) -> Expr:
        if not text:
            self._note(at, '"" is empty; write the words between the quotes')
            return _NOTHING
        if not self._prose:
            return ExactPhrase(text)
        if self._cited is None:
            self._cited = at
        return Should(ExactPhrase(text))

    def _property(self, key: str, value: str | None, at: int) -> Expr:
        if self._prose and value is None:  # a word in brackets, as in [sic]
            return Should(Word(key))
        return self._read(self._noted(property_leaf(key, value), value or "", at), f"[{key}:{value}]", at)

    def _field(self, written: str, value: str, at: int) -> Expr:
        name = written.casefold()
        if self._is_directive(name, value, self._at):
            return self._directive(name, value, at)
        if name == "communities":
            return self._read("communities: takes no value", written, at)
        if name in DIRECTIVE_NAMES:
            return self._read(f"{name}: wants a value, as in {_EXAMPLES[name]}", written, at)
        if name not in FIELD_NAMES:
            return self._unknown(written, value, at)
        return self._read(
            self._noted(field_leaf(name, value), value, at), f"{written}:{value}" if value else written, at
        )

    def _is_directive(self, name: str, value: str, after: int) -> bool:
        """Whether it says how to search: with a value, or as the last of the query. `limit: the number` is prose."""
        if name not in DIRECTIVE_NAMES:
            return False
        return bool(value.strip()) or (name == "communities" and self._tokens[after][0] not in _PROSE_GOES_ON)

    def _noted(self, leaf: Expr | str, value: str, at: int) -> Expr | str:
        """The leaf, with a note when it is a range in which nothing lies."""
        if ".." in value and not isinstance(leaf, str) and is_empty(leaf):
            self._note(at, f"nothing lies in {value.strip()}; write the earlier or smaller end first")
        return leaf

    def _unknown(self, written: str, value: str, at: int) -> Expr:
        name = written.casefold()
        if len(self._doubtful) < _MOST_NOTES:  # finding out what was meant takes time
            self._doubtful.add(name)
        meant = near_miss(name) if name in self._doubtful else None
        if meant is not None:
            self._note(at, f"{written}: is not a field; did you mean {meant}:? searched as words")
        elif written.islower() and value and value[0].isalnum() and name not in _SCHEMES:
            self._note(at, f"{written}: is not a field; searched as words")
        return self._word(f"{written}:{value}")

    def _read(self, leaf: Expr | str, written: str, at: int) -> Expr:
        """The leaf; or the text as it was written, with a note of what was wanted."""
        if isinstance(leaf, str):
            self._note(at, f"{leaf}; searched as {'words' if ':' in written else 'a word'}")
            return self._word(written)
        return leaf

    def _directive(self, name: str, value: str, at: int) -> Expr:
        directions = directed(self.directions, name, value)
        if isinstance(directions, str):
            self._note(at, f"{directions}; left out")
        else:
            self.directions = directions
        return _NOTHING

    def _note(self, at: int, hint: str) -> None:
        if len(self.notes) < _MOST_NOTES or at < self.notes[-1].at:
            self.notes.append(Note(at, hint))


def _preferred(word: str) -> Expr:
    return Should(Word(word))


def _joined(kind: type[And | Or], items: list[Expr]) -> Expr:
    """One expression of the items; empty ones are left out, and a single one stands alone."""
    telling = [item for item in items if item is not _NOTHING] if len(items) > 1 else items
    if len(telling) > 1:
        return kind(tuple(telling))
    return telling[0] if telling else _NOTHING
