"""The brackets of a query: those that match, and notes on those that do not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .ast import Note
from .fields import FIELD_NAMES
from .lex import QueryToken

BRACKETS = frozenset({"open", "close"})  # kinds of tokens
MOST_NOTES = 20  # more are not useful
_MOST_DEPTH = 50  # parentheses; well inside Python's recursion limit
_MOST_UNCLOSED = 3  # brackets with a note each
_SQUARE = re.compile(r"[\[\]]")


def balanced_parentheses(tokens: list[QueryToken]) -> tuple[list[QueryToken], list[Note]]:
    """The tokens without unmatched parentheses, and without those that are nested too deep."""
    brackets = [(place, shape, at) for place, (shape, _, at, _) in enumerate(tokens) if shape in BRACKETS]
    notes: list[Note] = []
    open_parentheses: list[tuple[int, int]] = []  # parentheses that are not closed yet
    dropped: set[int] = set()
    for place, shape, at in brackets:
        if shape == "open":
            if len(open_parentheses) == _MOST_DEPTH:
                notes.append(Note(at, f"parentheses nested more than {_MOST_DEPTH} levels deep are ignored"))
            open_parentheses.append((place, at))
            if len(open_parentheses) > _MOST_DEPTH:
                dropped.add(place)
            continue
        if len(open_parentheses) > _MOST_DEPTH or not open_parentheses:
            dropped.add(place)
        if open_parentheses:
            open_parentheses.pop()
        elif len(notes) < MOST_NOTES:
            notes.append(Note(at, "unmatched ); remove it, or write ( before it"))
    unclosed = open_parentheses[:_MOST_DEPTH]
    notes += _unclosed("(", "write ) at the end of the group", [at for _, at in open_parentheses])
    dropped.update(place for place, _ in unclosed)
    return [token for place, token in enumerate(tokens) if place not in dropped] if dropped else tokens, notes


def unclosed_properties(text: str, tokens: list[QueryToken]) -> list[Note]:
    """A note for each word that begins a property, such as `[due:<2026`, without a closing bracket."""
    opened: list[int] = []
    for bracket in _SQUARE.finditer(text):
        if bracket[0] == "[":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
    begun = {at for shape, word, at, _ in tokens if shape == "word" and word[0] == "[" and word[1:2].isalpha()}
    unclosed = [at for at in opened if at in begun]
    return _unclosed("[", "write ] at the end of the property", unclosed)


def grouped_values(text: str, tokens: list[QueryToken]) -> Iterator[Note]:
    """A note for each field before a parenthesis that its value does not close, as in `tag:(a OR b)`."""
    for shape, name, at, value in tokens:
        is_begun = text.startswith(":(", at + len(name)) and any(map(str.isalnum, value or ""))
        if shape == "field" and is_begun and ")" not in (value or "") and name.casefold() in FIELD_NAMES:
            example = f'{name}:"two words" or {name}:a OR {name}:b'
            yield Note(at, f"{name}: takes one value and no group; write {example}")


def _unclosed(bracket: str, remedy: str, places: Sequence[int]) -> list[Note]:
    """A note for each of these brackets; one for all if there are many."""
    if len(places) > _MOST_UNCLOSED:
        return [Note(places[0], f"{len(places):,} {bracket} are never closed; {remedy}")]
    return [Note(at, f"{bracket} is never closed; {remedy}") for at in places]
