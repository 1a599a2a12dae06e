"""Functions of shells below a syntax error, whose tokens the parser leaves in a node for it: found by their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .broken_types import HeaderSpan

if TYPE_CHECKING:
    from .grammars import Captures

_DEFINITIONS = "definition.function", "definition.const"
# In the first column, as is the bracket at the end; or on one line.
_LINE = re.compile(
    rb"^(?:(?P<end>\})|(?:function[ \t]++(?=\S)|(?=[^\s(){}]++[ \t]*+\())(?P<name>[A-Za-z_][^\s(){}=;|&<>\"'`$\\]*+)"
    rb"[ \t]*+(?:\([ \t]*+\))?+\s*+(?P<body>\{)(?P<whole>[^\n]*[;&][ \t]*\}(?=[ \t]*+$))?)",
    re.MULTILINE,
)


def add_functions(found: Captures, data: bytes) -> None:
    """Adds the captures that the grammar would have of each function that no other definition contains or crosses."""
    known = sorted((each.start_byte, each.end_byte) for kind in _DEFINITIONS for each in found.get(kind, ()))
    end_of_known, at = 0, 0
    for head, end in _functions(data):
        start = head.start()
        while at < len(known) and known[at][0] < end:
            if known[at][0] <= start or known[at][1] > end:
                end_of_known = max(end_of_known, known[at][1])
            at += 1
        if end_of_known <= start:
            found.setdefault(_DEFINITIONS[0], []).append(HeaderSpan(start, end))
            found.setdefault("name", []).append(HeaderSpan(*head.span("name")))
            found.setdefault("body", []).append(HeaderSpan(head.start("body"), end))


def _functions(data: bytes) -> Iterator[tuple[re.Match[bytes], int]]:
    """The first line of each function, and its end."""
    head = None
    for found in _LINE.finditer(data):
        if found["whole"]:
            yield found, found.end()
        elif found["end"] is None:
            head = found
        elif head is not None:
            yield head, found.end()
            head = None
