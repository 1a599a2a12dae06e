"""Extension members of C#: `extension(string text) { … }` around them, which the grammar takes for a method with others
inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .definitions import ByteRange
from .macro_spans import blanked

_WORD = b"extension"
_HEAD = re.compile(
    rb"^(?P<indent>[ \t]*+)(?P<head>extension[ \t]*+(?:<[^<>(){};]*+>)?+\s*+"
    rb"\([^(){};]*+(?:\([^(){};]*+\)[^(){};]*+)*+\)[^(){};]*+\{)",
    re.MULTILINE,
)


def without_extension_blocks(data: bytes) -> bytes:
    """The text with blanks in the place of the first and the last line of each block, so that its members are those of
    the class around.
    """
    return blanked(data, _lines(data)) if _WORD in data else data


def _lines(data: bytes) -> Iterator[ByteRange]:
    for found in _HEAD.finditer(data):
        closing = re.compile(rb"^" + found["indent"] + rb"(\})", re.MULTILINE).search(data, found.end())
        if closing:
            yield from (found.span("head"), closing.span(1))
