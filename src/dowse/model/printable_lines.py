"""The stretches of a text in printable ASCII, for which there are faster ways than for any other text."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NOT_PRINTABLE = re.compile(r"[^\t\n\r -~]")


def printable_stretches(text: str, least: int) -> Iterator[tuple[int, int, bool]]:
    """The whole text, cut at ends of lines into stretches of printable ASCII and others between them: where each starts
    and ends, in characters, and whether it is printable.

    One curly quotation mark makes its line another one.  Printable lines of fewer than `least` characters count as
    other ones, so that there are few stretches.
    """
    begin = done = 0  # of the other lines before the printable ones
    while done < len(text):
        found = _NOT_PRINTABLE.search(text, done)
        line = text.rfind("\n", done, found.start()) + 1 or done if found else len(text)
        if line - done >= least:
            if begin < done:
                yield begin, done, False
            yield done, line, True
            begin = line
        done = text.find("\n", found.end()) + 1 or len(text) if found else len(text)
    if begin < len(text):
        yield begin, len(text), False
