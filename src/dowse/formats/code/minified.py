"""Detects minified source code."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST_LINE = 5_000  # bytes; 4 of 6,472 source files that people and generators wrote have a longer one
_LONGEST_MEAN = 300  # bytes of a line; only generated ones of those files have more, in a file of some size
_SMALL = 10_000  # bytes; a small file may be a table in a few lines
# An image or the like as a text in source code: base64, or bytes as `\x1f`.
_DATA = re.compile(rb"[A-Za-z0-9+/=_-]{200,}+|(?:\\x[0-9A-Fa-f]{2}){50,}+")
_SHARE_OF_DATA = 0.9  # of the bytes of a line
_FEWEST_OTHERS = 20  # lines beside those with data
_HEADER = 2_000  # bytes, in which a file says that it is generated, as those with descriptors of protocol buffers are
_GENERATED = re.compile(rb"@generated\b|\bDO NOT EDIT\b")


def refusal(data: bytes) -> str | None:
    """Why a source file is not indexed, as a message for the user; None when it is.

    Lines that hold encoded data do not count, if there are others and the file is not generated.
    """
    if len(data) <= _LONGEST_LINE:
        return None
    lines: Sequence[bytes] = data.splitlines()
    if max(map(len, lines)) > _LONGEST_LINE:
        lines = lines if _GENERATED.search(data, 0, _HEADER) else _without_data(lines)
        if max(map(len, lines)) > _LONGEST_LINE:
            return f"minified or generated: a line has more than {_LONGEST_LINE:,} bytes"
    size = sum(map(len, lines)) + len(lines)
    if size > _SMALL and size / len(lines) > _LONGEST_MEAN:
        return f"minified or generated: the lines have {size // len(lines):,} bytes on average"
    return None


def _without_data(lines: Sequence[bytes]) -> Sequence[bytes]:
    others = [line for line in lines if len(line) <= _LONGEST_LINE or not _is_data(line)]
    return others if len(others) >= _FEWEST_OTHERS else lines


def _is_data(line: bytes) -> bool:
    return sum(len(found[0]) for found in _DATA.finditer(line)) >= _SHARE_OF_DATA * len(line)
