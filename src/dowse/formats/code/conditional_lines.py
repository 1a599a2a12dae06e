"""Lines of C# that depend on a condition (`#if`), as around a list of bases, where the grammar reads no directive.

`#line`, which names the file that a generator has read, goes with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .definitions import ByteRange
from .macro_spans import blanked

_DIRECTIVE = re.compile(rb"^[ \t]*+#[ \t]*+(if|elif|else|endif|line)\b[^\n]*+", re.MULTILINE)


def with_first_branches(data: bytes) -> bytes:
    """The text with blanks in the place of the directives, and of all but the first branch of each condition."""
    return blanked(data, _spans(data)) if b"#" in data else data


def _spans(data: bytes) -> Iterator[ByteRange]:
    branches: list[int] = []  # for each open condition, the number of its branch
    other = 0, 0  # the number of open conditions at which a later branch began, and its place; 0 outside of one
    for found in _DIRECTIVE.finditer(data):
        start, end = found.span()
        yield start, end
        if found[1] == b"line":  # in generated code, with a path of Windows in which the grammar reads escapes
            continue
        if found[1] == b"if":
            branches.append(0)
        elif not branches:
            continue
        elif found[1] == b"endif":
            if other[0] == len(branches):
                yield other[1], end
                other = 0, 0
            branches.pop()
        else:
            branches[-1] += 1
            other = other if other[0] else (len(branches), start)
