"""Macros of C below a syntax error, whose tokens the parser leaves in a node for the error: found by their lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .broken_types import HeaderSpan
from .comments import Comments

if TYPE_CHECKING:
    from .grammars import Captures

_MACRO = re.compile(
    rb"^[ \t]*+(#[ \t]*+define[ \t]++([A-Za-z_]\w*+)(\((?:[^()\\\n]|\\\r?\n)*+\))?+)(?!\()[ \t]*+"
    rb"((?:[^\\\n]|\\\r?\n|\\.)*+)",
    re.MULTILINE,
)
_CAPTURES = ("definition.function", "definition.const")  # with and without parameters


def add_macros(found: Captures, data: bytes, comments: Comments) -> None:
    """Adds the captures that the grammar would have of each macro with parameters or with a value, and takes away the
    calls that the parser has seen in them.
    """
    known = {node.start_byte for kind in _CAPTURES for node in found.get(kind, ())}
    macros = [each for each in _macros(data, comments) if each.start(1) not in known]
    for each in macros:
        has_value = bool(each[4].strip())
        found.setdefault(_CAPTURES[not each[3]], []).append(HeaderSpan(each.start(1), each.end()))
        found.setdefault("name", []).append(HeaderSpan(*each.span(2)))
        if each[3] and has_value:
            found.setdefault("body", []).append(HeaderSpan(each.start(4), each.end()))
    if macros and (calls := found.get("reference.call")):
        starts = [each.start() for each in macros]
        ends = [0, *(each.end() for each in macros)]
        found["reference.call"] = [
            call for call in calls if call.start_byte >= ends[bisect_right(starts, call.start_byte)]
        ]


def _macros(data: bytes, comments: Comments) -> Iterator[re.Match[bytes]]:
    for found in _MACRO.finditer(data):
        if not comments.cover(found.start(1)) and (found[3] or found[4].strip()):
            yield found
