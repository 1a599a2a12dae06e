"""Parse a query into its tree. Never raises: text with a syntax error is searched literally, with a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

from ..analysis.tokens import tokens as looked_up
from .ast import And, ExactPhrase, Expr, FieldEquals, MatchAll, Near, Not, Note, Or, Query, Should, UnknownField, Word
from .brackets import BRACKETS, MOST_NOTES, balanced_parentheses, grouped_values, unclosed_properties
from .fields import BY_NAME, DIRECTIVE_NAMES, DIRECTIVES, FIELD_NAMES, near_miss
from .leaf_parser import apply_directive, field_leaf, prefix_leaf, property_leaf, regex_leaf, value_note
from .lex import QueryToken, TokenKind, lex
from .pasted_text import TRACE_HINT, helpful_notes, is_trace, with_directives, without_signs
from .select import tag_key

_SCHEMES = frozenset({"http", "https", "mailto", "file", "ftp", "obsidian", "localhost"})  # of addresses
_OPERATORS = frozenset({"and", "or", "not"})
_PROSE_KINDS = frozenset({"word", "phrase", "open"})
_SIGNS = frozenset({"not", "sign"})
_OPERAND_ENDS = frozenset({"or", "close", "end"})
_NO_OPERAND = _OPERAND_ENDS | {"and"}
# Number of words from which a query is prose, in which quotes cite and do not select. Measured: selecting costs
# 0.05 nDCG@10 on the questions of CACM and 0.03 on those of CISI.
_PROSE = 12
_MOST_PREFIXES = 8  # as `task:` in `section:(a task:b)`
_MOST_TOKENS = 2_000  # only a pasted document has more; parsing the rest would take seconds
_LONGEST_VALUE = 40  # characters that a note repeats
_QUOTATION_HINT = 'quoted text in a long query only ranks; write +"…" to require the phrase'
_EXAMPLES = {directive.name: directive.example for directive in DIRECTIVES}
_VALUE = re.compile(r"(?:[<>]=?)?[^\W_]")  # the beginning of the value of a property
_NOTHING = MatchAll()


def parse(text: str) -> Query:
    """The query of the text, with notes on syntax errors.

    Adjacent words are natural: they rank and do not select.  With AND, OR or NOT in the query, every word
    selects, and adjacent words are joined by AND.  A quotation selects, except in a query of 12 words or more.
    """
    pieces = with_directives(text, list(islice(lex(text), _MOST_TOKENS + 1)))
    tokens, notes = balanced_parentheses(pieces[:_MOST_TOKENS])
    notes += [Note(at, "the query is too long; the rest from here is ignored") for _, _, at, _ in pieces[_MOST_TOKENS:]]
    notes += unclosed_properties(text, tokens) if "[" in text else ()
    notes += grouped_values(text, tokens) if ":(" in text else ()
    tokens, sign_notes = without_signs(text, tokens)
    notes += sign_notes
    reader = _Reader(tokens, cites=is_trace(text))
    where, own_notes = reader.read(), reader.notes
    if where is _NOTHING and reader.directions == Query("", _NOTHING) and (operators := _operator_words(tokens)):
        where = _join(And, [_should_word(word) for word, _ in operators])
        own_notes = [Note(at, f"{word} has no operand; searched as a word") for word, at in operators]
    in_order = sorted((*notes, *own_notes), key=lambda note: note.at)
    unknown_fields = tuple(reader.possible_properties[:MOST_NOTES])
    return replace(
        reader.directions,
        text=text,
        where=where,
        notes=tuple(helpful_notes(text, pieces, in_order)[:MOST_NOTES]),
        unknown_fields=unknown_fields,
    )


def _operator_words(tokens: list[QueryToken]) -> list[tuple[str, int]]:
    """The operators of a query without anything else, each with its offset, if they are words."""
    is_alone = all(shape in _OPERATORS | BRACKETS for shape, *_ in tokens)
    words = [(word, at) for shape, word, at, _ in tokens if shape in _OPERATORS and word.isalpha()]
    return words[:MOST_NOTES] if is_alone else []


class _Reader:
    """A recursive-descent parser: NOT and signs bind tighter than adjacency and AND, these tighter than OR."""

    def __init__(self, tokens: list[QueryToken], *, cites: bool) -> None:
        shapes = list(_outside_prefixes(tokens))
        natural = _OPERATORS.isdisjoint(shapes)
        self._tokens: list[QueryToken] = [*tokens, ("end", "", 0, "")]  # with balanced brackets
        self._position = 0
        self._required_word: Callable[[str], Expr] = cache(Word)  # a text repeats its words
        self._word: Callable[[str], Expr] = cache(_should_word) if natural else self._required_word
        self._look_up = cache(looked_up)
        self._prose = natural and (cites or shapes.count("word") >= _PROSE)
        self._quotation_hint = TRACE_HINT if cites else _QUOTATION_HINT
        self._first_quotation: int | None = None  # offset of the first quotation that only ranks
        self._unknown_fields: set[str] = set()  # unknown field names
        self._prefix = ""  # the field around the operand, such as `line`
        self._prefixes = 0  # open ones
        self.notes: list[Note] = []
        self.possible_properties: list[UnknownField] = []
        self.directions = Query("", _NOTHING)  # the directives of the query

    def read(self) -> Expr:
        """The whole query: operands of OR, each a sequence of operands of AND."""
        expr = self._parse_or()
        if self._first_quotation is not None:
            self.notes.append(Note(self._first_quotation, self._quotation_hint))
        return expr

    def _parse_or(self) -> Expr:
        sides = [self._parse_and()]
        while True:
            shape, _, at, _ = self._tokens[self._position]
            if shape != "or":
                return _join(Or, sides)
            self._position += 1
            sides.append(self._parse_and())
            if sides[-2] is _NOTHING or sides[-1] is _NOTHING:
                self._note(at, "OR needs an operand on both sides; ignored")

    def _parse_and(self) -> Expr:
        items: list[Expr] = []
        while True:
            shape, text, at, value = self._tokens[self._position]
            if shape in _OPERAND_ENDS:
                return _join(And, items)
            self._position += 1
            if shape == "word":
                items.append(self._word(text))
            elif shape in _SIGNS:
                items.append(self._parse_signed(text, at))
            elif shape != "and":
                items.append(self._parse_operand(shape, text, at, value))
            elif not items or self._tokens[self._position][0] in _NO_OPERAND:
                self._note(at, "AND needs an operand on both sides; ignored")

    def _parse_signed(self, sign: str, sign_at: int) -> Expr:
        """An operand with the NOTs and signs before it. A loop, since a chain may exceed the recursion limit."""
        negated = sign != "+"
        shape, text, at, value = self._tokens[self._position]
        while shape in _SIGNS:
            negated ^= text != "+"
            self._position += 1
            shape, text, at, value = self._tokens[self._position]
        if negated and shape == "field" and self._is_directive(text.casefold(), value or "", self._position + 1):
            self._position += 1
            self._note(at, f"{text}: is a directive and cannot be negated; ignored")
            return _NOTHING
        expr = _NOTHING if shape in _NO_OPERAND else self._parse_required_operand(shape, text, at, value)
        if expr is _NOTHING:
            if shape != "field":  # a directive, or a field with a note of its own
                self._note(sign_at, f"{sign} needs an operand after it; ignored")
        elif negated:
            return self._exclude(expr, at)
        return expr

    def _exclude(self, expr: Expr, at: int) -> Expr:
        if isinstance(expr, Word) and not self._look_up(expr.text):
            self._note(at, "this word has no searchable characters; ignored")
            return _NOTHING
        if isinstance(expr, Near):
            self._note(at, f"{expr.field}: only ranks and cannot be negated; ignored")
            return _NOTHING
        return Not(expr)

    def _parse_required_operand(self, shape: TokenKind, text: str, at: int, value: str | None) -> Expr:
        """An operand that selects, also in a query of natural words."""
        self._position += 1
        free = self._word, self._prose
        self._word, self._prose = self._required_word, False
        expr = self._parse_operand(shape, text, at, value)
        self._word, self._prose = free
        return expr

    def _parse_operand(self, shape: TokenKind, text: str, at: int, value: str | None) -> Expr:
        match shape:
            case "open":
                return self._parse_group()
            case "phrase":
                return self._parse_phrase(text.strip(), at)
            case "tag":
                return ExactPhrase(f"#{text}") if self._prefix else FieldEquals("tag", text)
            case "prefix":
                return self._parse_prefixed(text.casefold(), at)
            case "regex":
                return self._parse_regex(text, at)
            case "field":
                return self._parse_field(text, value or "", at)
            case "property":
                return self._parse_property(text, value, at)
            case "unclosed":
                self._note(at, '" is never closed; write " at the end of the phrase')
                return _NOTHING
            case _:
                return self._word(text)

    def _parse_group(self) -> Expr:
        expr = _NOTHING if self._tokens[self._position][0] == "close" else self._parse_or()
        self._position += 1  # the closing bracket
        return expr

    def _parse_phrase(self, text: str, at: int) -> Expr:
        if not text and self._prefix.startswith("task"):
            return MatchAll()  # any task
        if not text:
            self._note(at, '"" is empty; write the words between the quotes')
            return _NOTHING
        if not self._prose:
            return ExactPhrase(text)
        if self._first_quotation is None:
            self._first_quotation = at
        return Should(ExactPhrase(text))

    def _parse_prefixed(self, name: str, at: int) -> Expr:
        """The condition of `line:(…)`, `task:…` or `match-case:…`, inside which only text is compared."""
        if self._prefixes >= _MOST_PREFIXES:
            self._note(at, f"fields inside more than {_MOST_PREFIXES} others are ignored")
            while self._tokens[self._position][0] in _SIGNS | {"prefix"}:
                self._position += 1
            name = ""
        shape, text, operand_at, value = self._tokens[self._position]
        outer, self._prefix = self._prefix, name or self._prefix
        self._prefixes += 1
        if shape in _SIGNS:
            self._position += 1
            expr = self._parse_signed(text, operand_at)
        else:
            expr = _NOTHING if shape in _NO_OPERAND else self._parse_required_operand(shape, text, operand_at, value)
        self._prefix = outer
        self._prefixes -= 1
        if not name:
            return expr
        if expr is _NOTHING:
            self._note(at, f"{name}: needs words, as in {BY_NAME[name].example}; ignored")
            return _NOTHING
        return prefix_leaf(name, expr)

    def _parse_regex(self, written: str, at: int) -> Expr:
        if self._prose:
            self._note(at, "a regular expression in a long query only ranks, as words; write +/…/ to require a match")
            return Should(Word(written))
        return self._leaf_or_words(regex_leaf(written), written, at)

    def _parse_property(self, key: str, value: str | None, at: int) -> Expr:
        if self._prefix:
            return self._reject_filter(f"[{key}]", at)
        if self._prose and value is None:  # a word in brackets, as in [sic]
            return Should(Word(key))
        return self._leaf_or_words(
            self._with_value_note(property_leaf(key, value), value or "", at), f"[{key}:{value}]", at
        )

    def _parse_field(self, written: str, value: str, at: int) -> Expr:
        name = written.casefold()
        if self._is_directive(name, value, self._position):
            return self._parse_directive(name, value, at)
        if self._prefix and name in FIELD_NAMES:
            return (
                ExactPhrase(f"#{tag_key(value)}") if name == "tag" and value else self._reject_filter(f"{written}:", at)
            )
        if name == "communities":
            return self._leaf_or_words("communities: takes no value", written, at)
        if name in DIRECTIVE_NAMES:
            return self._leaf_or_words(f"{name}: needs a value, as in {_EXAMPLES[name]}", written, at)
        if name not in FIELD_NAMES:
            return self._parse_unknown_field(written, value, at)
        return self._leaf_or_words(
            self._with_value_note(field_leaf(name, value), value, at), f"{written}:{value}" if value else written, at
        )

    def _reject_filter(self, written: str, at: int) -> Expr:
        """A filter for documents inside a condition on passages."""
        self._note(
            at, f"{written} cannot be inside {self._prefix}:( ); write {written} before {self._prefix}:; ignored"
        )
        return _NOTHING

    def _is_directive(self, name: str, value: str, after: int) -> bool:
        """Whether it is a directive: with a value, or `communities:` at the end; `limit: the number` is prose."""
        if name not in DIRECTIVE_NAMES:
            return False
        return bool(value.strip()) or (name == "communities" and self._tokens[after][0] not in _PROSE_KINDS)

    def _with_value_note(self, leaf: Expr | str, value: str, at: int) -> Expr | str:
        """The leaf, with the note on its value."""
        if not isinstance(leaf, str) and (note := value_note(leaf, value)):
            self._note(at, note)
        return leaf

    def _parse_unknown_field(self, written: str, value: str, at: int) -> Expr:
        name = written.casefold()
        if len(self._unknown_fields) < MOST_NOTES:  # each search for a similar name takes time
            self._unknown_fields.add(name)
        meant = near_miss(name) if name in self._unknown_fields else None
        is_value = written.islower() and _VALUE.match(value) is not None and name not in _SCHEMES
        is_short = is_value and len(value) <= _LONGEST_VALUE
        if is_short:
            self.possible_properties.append(UnknownField(at, name, value))
        if meant is not None:
            self._note(at, f"{written}: is not a field; did you mean {meant}:? searched as words")
        elif is_value:
            as_property = f"; [{name}:{value}] is the property {name}" if is_short else ""
            self._note(at, f"{written}: is not a field{as_property}; searched as words")
        return self._word(f"{written}:{value}")

    def _leaf_or_words(self, leaf: Expr | str, written: str, at: int) -> Expr:
        """The leaf; for a fault the text as words, with a note."""
        if isinstance(leaf, str):
            self._note(at, f"{leaf}; searched as {'words' if ':' in written else 'a word'}")
            return self._word(written)
        return leaf

    def _parse_directive(self, name: str, value: str, at: int) -> Expr:
        directions = apply_directive(self.directions, name, value)
        if isinstance(directions, str):
            self._note(at, f"{directions}; ignored")
        else:
            self.directions = directions
        return _NOTHING

    def _note(self, at: int, hint: str) -> None:
        if len(self.notes) < MOST_NOTES or at < self.notes[-1].at:
            self.notes.append(Note(at, hint))


def _outside_prefixes(tokens: list[QueryToken]) -> Iterator[TokenKind]:
    """The shapes of the tokens that are not the condition of a prefix: an OR in there is no operator of the query."""
    depth, is_next = 0, False
    for shape, _, _, _ in tokens:
        if depth:
            depth += (shape == "open") - (shape == "close")
        elif is_next:
            depth = int(shape == "open")
            is_next = shape in _SIGNS or shape == "prefix"
        else:
            yield shape
            is_next = shape == "prefix"


def _should_word(word: str) -> Expr:
    return Should(Word(word))


def _join(kind: type[And | Or], items: list[Expr]) -> Expr:
    """One expression of the items without the empty ones; a single item is returned unchanged."""
    operands = [item for item in items if item is not _NOTHING] if len(items) > 1 else items
    if len(operands) > 1:
        return kind(tuple(operands))
    return operands[0] if operands else _NOTHING
