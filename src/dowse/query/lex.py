"""Characters to the tokens of a query. Any text is some sequence of tokens; nothing is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Shape = Literal["word", "phrase", "field", "property", "tag", "open", "close", "sign", "and", "or", "not", "unclosed"]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the query; `at` is its offset in characters."""

    shape: Shape
    text: str
    at: int
    value: str | None = ""  # of a field; of a property, None when it has only a key


_BLANKS = re.compile(r"\s+")
_PHRASE = re.compile(r'"([^"]*)"')
_FIELD = re.compile(r'([A-Za-z_]+):(?:"([^"]*)"|(\[\[[^\[\]"]*\]\]|[^\s"]*))')
_PROPERTY = re.compile(r'\[([^\W\d][\w .-]*+)(?::("[^"]*"|[^\[\]"]*))?\](?=[\s)]|$)')
_TAG = re.compile(r"#([\d/-]*+[^\W\d][\w/-]*+)(?=[\s)]|$)")  # possessive, or a long word would take for ever
_GLUED = re.compile(r"(?:AND|OR|NOT)(?=\()")
_WORD = re.compile(r'[^\s"]+')
_OPERATORS: dict[str, Shape] = {"AND": "and", "OR": "or", "NOT": "not"}
_SIGNS = "+-"


def lex(text: str) -> Iterator[Token]:
    """The tokens of the text, in order; closing brackets belong to a word unless one is open."""
    at, depth = 0, 0
    while at < len(text):
        if blank := _BLANKS.match(text, at):
            at = blank.end()
            continue
        token, at = _next(text, at, depth)
        depth += {"open": 1, "close": -1 if depth else 0}.get(token.shape, 0)
        yield token


def _next(text: str, at: int, depth: int) -> tuple[Token, int]:
    char = text[at]
    if char == "(":
        return Token("open", char, at), at + 1
    if char == ")":
        return Token("close", char, at), at + 1
    if char == '"':
        if phrase := _PHRASE.match(text, at):
            return Token("phrase", phrase[1], at), phrase.end()
        return Token("unclosed", char, at), at + 1
    if char in _SIGNS and at + 1 < len(text) and _stands_before_an_operand(text[at + 1]):
        return Token("sign", char, at), at + 1
    if char == "#" and (tag := _TAG.match(text, at)):
        return Token("tag", tag[1], at), tag.end()
    if char == "[" and (found := _PROPERTY.match(text, at)):
        return Token("property", found[1].strip(), at, found[2]), found.end()
    if glued := _GLUED.match(text, at):
        return Token(_OPERATORS[glued[0]], glued[0], at), glued.end()
    if field := _FIELD.match(text, at):
        return _field(field, depth)
    word = _unbracketed(_WORD.match(text, at), depth)
    return Token(_OPERATORS.get(word, "word"), word, at), at + len(word)


def _stands_before_an_operand(char: str) -> bool:
    return char.isalnum() or char in '"(#_['


def _field(match: re.Match[str], depth: int) -> tuple[Token, int]:
    name, quoted, bare = match[1], match[2], match[3]
    if quoted is not None:
        return Token("field", name, match.start(), quoted), match.end()
    value = _without_closing(bare, depth)
    return Token("field", name, match.start(), value), match.start(3) + len(value)


def _unbracketed(match: re.Match[str] | None, depth: int) -> str:
    """The word without the brackets that close a group around it: `tax)` is `tax`, `f(x)` stays."""
    assert match is not None, "a word starts with any character that is neither blank nor a quote"
    return _without_closing(match[0], depth)


def _without_closing(word: str, depth: int) -> str:
    opened = 0
    for at, char in enumerate(word) if depth else ():
        if char == ")" and not opened:
            return word[:at]
        opened += (char == "(") - (char == ")")
    return word
