"""Detects minified source code."""

from __future__ import annotations

_LONGEST_LINE = 5_000  # bytes; 4 of 6,472 source files that people and generators wrote have a longer one
_LONGEST_MEAN = 300  # bytes of a line; only generated ones of those files have more, in a file of some size
_SMALL = 10_000  # bytes; a small file may be a table in a few lines


def refusal(data: bytes) -> str | None:
    """Why a source file is not indexed, as a message for the user; None when it is."""
    if len(data) <= _LONGEST_LINE:
        return None
    lines = data.splitlines()
    if max(map(len, lines)) > _LONGEST_LINE:
        return f"minified or generated: a line has more than {_LONGEST_LINE:,} bytes"
    if len(data) > _SMALL and len(data) / len(lines) > _LONGEST_MEAN:
        return f"minified or generated: the lines have {len(data) // len(lines):,} bytes on average"
    return None
