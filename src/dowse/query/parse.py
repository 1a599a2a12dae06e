"""A query as text to its tree. Never raises: what cannot be read is searched literally, with a note."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from ..analysis.tokens import tokens as looked_up
from .ast import And, Anything, Expr, Is, Near, Not, Note, Or, Phrase, Prefer, Property, Query, Word
from .fields import BY_NAME, DIRECTIVE_NAMES, FIELD_NAMES, near_miss
from .leaves import directed, field_leaf, property_leaf
from .lex import Token, lex
from .reading import phrases

_SCHEMES = frozenset({"http", "https", "mailto", "file", "ftp", "obsidian", "localhost"})  # of addresses
_OPERATORS = frozenset({"and", "or", "not"})
# Words from which a query reads as prose, where quotes cite and do not search. Measured: letting them select costs
# 0.05 nDCG@10 on the questions of CACM and 0.03 on those of CISI.
_PROSE = 12
_MOST_DEPTH = 50  # brackets; far more than anyone writes, well inside Python's recursion limit
_MOST_TOKENS = 2_000  # a pasted document is longer; the rest would take seconds and change nothing
_MOST_NOTES = 20  # a longer list helps nobody


def parse(text: str) -> Query:
    """The query that the text asks for.

    Words side by side are natural: they score and select nothing. Once AND, OR or NOT is written, every word
    selects, and words side by side are joined by AND.  A quotation selects, unless it stands in prose.
    """
    pieces = list(islice(lex(text), _MOST_TOKENS + 1))
    tokens, notes = _balanced(pieces[:_MOST_TOKENS])
    notes.extend(Note(piece.at, "the query is too long; what follows is left out") for piece in pieces[_MOST_TOKENS:])
    reader = _Reader(tokens, notes)
    where = reader.read()
    if not any(token.shape in _OPERATORS for token in tokens):
        prose = sum(token.shape == "word" for token in tokens) >= _PROSE
        where = natural(where, prose=prose)
        quotes = [token for token in tokens if token.shape == "phrase"]
        if prose and quotes and phrases(where) != tuple(token.text for token in quotes):
            notes.append(Note(quotes[0].at, 'quotes in a long text select nothing; write +"…" to require the words'))
    in_order = sorted(notes, key=lambda note: note.at)
    return replace(reader.directions, text=text, where=where, notes=tuple(in_order[:_MOST_NOTES]))


def natural(expr: Expr, *, prose: bool) -> Expr:
    """The tree with its unsigned words made natural, in prose its unsigned phrases too.

    What has a `+` is marked by a conjunction of its own.
    """
    match expr:
        case Word():
            return Prefer(expr)
        case Phrase() if prose:
            return Prefer(expr)
        case Property(key, None) if prose:  # a word in brackets, as in [sic]
            return Prefer(Word(key))
        case And((only,)):
            return only
        case And(items):
            return And(tuple(natural(item, prose=prose) for item in items))
        case _:
            return expr


def _balanced(tokens: Iterable[Token]) -> tuple[tuple[Token, ...], list[Note]]:
    """The tokens without brackets that open or close nothing, and without those nested too deep."""
    kept: list[Token] = []
    notes: list[Note] = []
    opened: list[int | None] = []  # places in `kept`; None for a bracket that was left out
    for token in tokens:
        if token.shape == "open":
            deep = len(opened) >= _MOST_DEPTH
            if deep and None not in opened:
                notes.append(Note(token.at, f"brackets more than {_MOST_DEPTH} deep are left out"))
            opened.append(None if deep else len(kept))
            if deep:
                continue
        elif token.shape == "close":
            if not opened:
                notes.append(Note(token.at, ") closes nothing; leave it out or write ( before"))
                continue
            if opened.pop() is None:
                continue
        kept.append(token)
    unclosed = {place for place in opened if place is not None}
    notes.extend(Note(kept[place].at, "( is never closed; write ) where the group ends") for place in unclosed)
    return tuple(token for place, token in enumerate(kept) if place not in unclosed), notes


class _Reader:
    """A recursive-descent reader: NOT and signs bind before adjacency and AND, these before OR."""

    def __init__(self, tokens: tuple[Token, ...], notes: list[Note]) -> None:
        self._tokens = tokens  # with balanced brackets
        self._notes = notes
        self._at = 0
        self.directions = Query("", Anything())  # what the directives say

    def read(self) -> Expr:
        """The whole query: sides of OR, each a run of operands."""
        return self._either()

    def _either(self) -> Expr:
        sides = [self._all()]
        while token := self._take("or"):
            right = self._all()
            if sides[-1] == Anything() or right == Anything():
                self._note(token, "OR wants something on both sides; left out")
            sides.append(right)
        return _join(Or, sides)

    def _all(self) -> Expr:
        items: list[Expr] = []
        while (token := self._peek()) is not None and token.shape not in {"or", "close"}:
            if token.shape == "and":
                self._at += 1
                following = self._peek()
                if not items or following is None or following.shape in {"and", "or", "close"}:
                    self._note(token, "AND wants something on both sides; left out")
                continue
            items.append(self._negatable())
        return _join(And, items)

    def _negatable(self) -> Expr:
        """An operand with the NOTs and signs before it, counted instead of nested: a chain may be long."""
        negated, required, first = False, False, self._peek()
        while (token := self._peek()) is not None and token.shape in {"not", "sign"}:
            self._at += 1
            negated ^= token.text != "+"
            required |= token.text == "+"
        operand = self._peek()
        expr = self._operand()
        if operand is not None and _is_directive(operand):
            if negated:
                self._note(operand, f"{operand.text}: says how to search and cannot be excluded")
            return Anything()
        if expr == Anything() and first is not None and first.shape in {"not", "sign"}:
            self._note(first, f"{first.text} wants something after it; left out")
            return expr
        if negated and operand is not None and isinstance(expr, Word) and not looked_up(expr.text):
            self._note(operand, "nothing in this word can be looked for; left out")
            return Anything()
        if negated and operand is not None and isinstance(expr, Near):
            self._note(operand, f"{expr.field}: ranks and cannot be excluded; left out")
            return Anything()
        if negated:
            return Not(expr)
        return And((expr,)) if required else expr

    def _operand(self) -> Expr:
        token = self._peek()
        if token is None or token.shape in {"and", "or", "close"}:
            return Anything()
        self._at += 1
        match token.shape:
            case "open":
                return self._group()
            case "phrase":
                return self._phrase(token)
            case "tag":
                return Is("tag", token.text)
            case "field":
                return self._field(token)
            case "property":
                return self._read(token, property_leaf(token.text, token.value), f"[{token.text}:{token.value}]")
            case "unclosed":
                self._note(token, '" is never closed; write another " where the phrase ends')
                return Anything()
            case _:
                return Word(token.text)

    def _group(self) -> Expr:
        expr = self._either()
        self._take("close")
        return expr

    def _phrase(self, token: Token) -> Expr:
        if token.text.strip():
            return Phrase(token.text.strip())
        self._note(token, '"" is empty; write the words between the quotes')
        return Anything()

    def _field(self, token: Token) -> Expr:
        name, value = token.text.casefold(), token.value or ""
        if name in DIRECTIVE_NAMES:
            return self._directive(token, name, value)
        if name in FIELD_NAMES and BY_NAME[name].kind == "links":
            self._note(token, f"{name}: is not supported yet; left out")
            return Anything()
        if name in FIELD_NAMES:
            return self._read(token, field_leaf(name, value), f"{token.text}:{value}" if value else token.text)
        if meant := near_miss(name):
            self._note(token, f"{token.text}: is not a field; did you mean {meant}:? searched as words")
        elif token.text.islower() and value and value[0].isalnum() and name not in _SCHEMES:
            self._note(token, f"{token.text}: is not a field; searched as words")
        return Word(f"{token.text}:{value}")

    def _read(self, token: Token, leaf: Expr | str, written: str) -> Expr:
        """The leaf; or the text as it was written, with a note of what was wanted."""
        if isinstance(leaf, str):
            self._note(token, f"{leaf}; searched as {'words' if token.value else 'a word'}")
            return Word(written)
        return leaf

    def _directive(self, token: Token, name: str, value: str) -> Expr:
        directions = directed(self.directions, name, value)
        if isinstance(directions, str):
            self._note(token, f"{directions}; left out")
        else:
            self.directions = directions
        return Anything()

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self, shape: str) -> Token | None:
        token = self._peek()
        if token is None or token.shape != shape:
            return None
        self._at += 1
        return token

    def _note(self, token: Token, hint: str) -> None:
        self._notes.append(Note(token.at, hint))


def _is_directive(token: Token) -> bool:
    return token.shape == "field" and token.text.casefold() in DIRECTIVE_NAMES


def _join(kind: type[And | Or], items: list[Expr]) -> Expr:
    """One expression of the items; empty ones are left out, and a single one stands alone."""
    telling = [item for item in items if item != Anything()]
    if not telling:
        return Anything()
    return telling[0] if len(telling) == 1 else kind(tuple(telling))
