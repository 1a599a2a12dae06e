"""Detects minified source code."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST_LINE = 5_000  # bytes; 4 of 6,472 source files that people and generators wrote have a longer one
_LONGEST_MEAN = 300  # bytes of a line; only generated ones of those files have more, in a file of some size
_SMALL = 10_000  # bytes; a small file may be a table in a few lines
# A line of one text, such as an image in base64 or a list of words, and at most a hundred other bytes on each side.
_TEXT = re.compile(rb"[^\"'`]{0,100}+(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|`(?:[^`\\]|\\.)*+`).{0,100}+")
_FEWEST_OTHERS = 20  # lines beside those of one text
_HEADER = 2_000  # bytes, in which a file says that it is generated, as those with descriptors of protocol buffers are
_GENERATED = re.compile(rb"@generated\b|\bDO NOT EDIT\b")


def refusal(data: bytes) -> str | None:
    """Why a source file is not indexed, as a message for the user; None when it is.

    Lines of one text do not count, if there are others and the file is not generated.
    """
    if len(data) <= _LONGEST_LINE:
        return None
    lines: Sequence[bytes] = data.splitlines()
    if max(map(len, lines)) > _LONGEST_LINE:
        lines = lines if _GENERATED.search(data, 0, _HEADER) else _without_texts(lines)
        if max(map(len, lines)) > _LONGEST_LINE:
            return f"minified or generated: a line has more than {_LONGEST_LINE:,} bytes"
    size = sum(map(len, lines)) + len(lines)
    if size > _SMALL and size / len(lines) > _LONGEST_MEAN:
        return f"minified or generated: the lines have {size // len(lines):,} bytes on average"
    return None


def _without_texts(lines: Sequence[bytes]) -> Sequence[bytes]:
    others = [line for line in lines if len(line) <= _LONGEST_LINE or not _TEXT.fullmatch(line)]
    return others if len(others) >= _FEWEST_OTHERS else lines
