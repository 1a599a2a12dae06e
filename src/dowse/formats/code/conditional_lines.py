"""Lines of C# that depend on a condition (`#if`), as around a list of bases, where the grammar reads no directive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .definitions import ByteRange
from .macro_spans import blanked

_DIRECTIVE = re.compile(rb"^[ \t]*+#[ \t]*+(if|elif|else|endif)\b[^\n]*+", re.MULTILINE)


def with_first_branches(data: bytes) -> bytes:
    """The text with blanks in the place of the directives, and of all but the first branch of each condition."""
    return blanked(data, _spans(data)) if b"#" in data else data


def _spans(data: bytes) -> Iterator[ByteRange]:
    others: list[int | None] = []  # for each open condition, where its second branch begins
    for found in _DIRECTIVE.finditer(data):
        start, end = found.span()
        yield start, end
        if found[1] == b"if":
            others.append(None)
        elif found[1] == b"endif":
            if others and (other := others.pop()) is not None:
                yield other, end
        elif others and others[-1] is None:
            others[-1] = start
