"""Brackets that nothing closes, in languages with braces, and a text of the same length without them.

The grammar looks for the end of such a bracket in all that follows, and loses definitions far below.  A definition that
begins in the first column is in no bracket.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_MOST = 100  # places; a file that somebody edits has a few
_MOST_QUOTES = 1_000  # without an end in their line, as in regular expressions; what follows each is read twice
_BLANK, _BRACE = b" {"
_CLOSING_BRACE = b"}"
_CLOSED = dict(zip(b")]}", b"([{", strict=True))  # the bracket that each closes
_ECMASCRIPT = (
    rb"(?:export|import|(?:async[ \t]++)?+function|(?:abstract[ \t]++)?+class|interface|enum|declare|namespace)\b"
    rb"|(?:const|let|var|type)[ \t]++\w"
)
_DEFINITIONS: Mapping[str, bytes] = {  # beginnings of lines
    "go": rb"(?:func|type|var|const|import)[ \t(]",
    "javascript": _ECMASCRIPT,
    "tsx": _ECMASCRIPT,
    "typescript": _ECMASCRIPT,
}
_TOKEN = (
    rb"//[^\n]*+|/\*.*?(?:\*/|\Z)|`(?:[^`\\]|\\.)*+`?+|\"(?:[^\"\\\n]|\\.){0,20000}+\"|'(?:[^'\\\n]|\\.){0,200}+'"
    rb"|(?P<quote>[\"'])|(?P<open>[(\[{])|(?P<close>[)\]}])|(?m:^)(?P<definition>%s)"
)
_PATTERNS = {name: re.compile(_TOKEN % begin, re.DOTALL) for name, begin in _DEFINITIONS.items()}


def without_unclosed_brackets(data: bytes, language: str) -> bytes:
    """The text with blanks in the place of round and square brackets that nothing closes, and of closing ones that
    close nothing; with closing braces in the place of the blanks above a definition before which braces are open.

    The same text for other languages, and if it has very many such places.
    """
    pattern = _PATTERNS.get(language)
    if pattern is None:
        return data
    around: list[int] = []  # the places of the open brackets
    blanked, ends = list[int](), list[tuple[int, int]]()  # of the latter the place and the number of braces
    quotes = 0
    for found in pattern.finditer(data):
        at = found.start()
        if found["open"]:
            around.append(at)
        elif found["definition"] and around:
            braces = sum(data[place] == _BRACE for place in around)
            blanked += (place for place in around if data[place] != _BRACE)
            ends.append((at, braces))
            around = []
        elif found["close"]:
            blanked += _closed(data, at, around)
        elif found["quote"]:
            quotes += 1
        if len(blanked) + len(ends) > _MOST or quotes > _MOST_QUOTES:
            return data
    blanked += (place for place in around if data[place] != _BRACE)
    return _written(data, blanked, ends)


def _closed(data: bytes, at: int, around: list[int]) -> list[int]:
    """The brackets that nothing closes, by the closing one at that place, which takes what it closes from the list."""
    opening = _CLOSED[data[at]]
    if around and data[around[-1]] == opening:
        around.pop()
        return []
    n = next((n for n in range(len(around) - 1, -1, -1) if data[around[n]] == _BRACE), -1)
    if opening != _BRACE or n < 0:
        return [at]
    unclosed = around[n + 1 :]
    del around[n:]
    return unclosed


def _written(data: bytes, blanked: list[int], ends: list[tuple[int, int]]) -> bytes:
    result = bytearray(data)
    for place in blanked:
        result[place] = _BLANK
    for at, braces in ends:
        if data[max(0, at - braces) : at].isspace():  # there is room for all
            result[at - braces : at] = _CLOSING_BRACE * braces
    return bytes(result)
