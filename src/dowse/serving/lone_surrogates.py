"""Lone surrogates in messages: JSON can write them as escapes, and no encoding of Unicode has them.

The SDK drops a line of stdin that has one, so that the call is never answered.
"""

from __future__ import annotations

import re

# A noncharacter, which no text contains, as an escape: it stands for a lone surrogate until the tool refuses it.
_STAND_IN = rb"\ufdd0"
_TOKEN = re.compile(
    rb"\\(?:(?P<pair>u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)
_NO_TEXT = re.compile("[\ud800-\udfff\ufdd0]")


def is_text(value: object) -> bool:
    """Whether all texts in the value are valid Unicode, and none had a lone surrogate on stdin."""
    match value:
        case str():
            return not _NO_TEXT.search(value)
        case dict():
            return all(is_text(key) and is_text(each) for key, each in value.items())
        case list() | tuple():
            return all(map(is_text, value))
        case _:
            return True


def replace_lone_surrogates(line: bytes) -> bytes:
    """The line of JSON with the escape of a noncharacter in place of each lone surrogate."""
    if b"\\ud" not in line and b"\\uD" not in line:
        return line
    return _TOKEN.sub(lambda token: _STAND_IN if token["lone"] else token[0], line)
