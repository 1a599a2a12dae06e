"""Here documents of Ruby inside the interpolations of others, which the grammar reads no further than to the end of the
first one, and then loses what follows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence

_OPENING = re.compile(rb"<<[~-](?P<quote>[\"'`]?)(?P<end>[A-Za-z_]\w*)(?P=quote)")
_BRACKET = re.compile(rb"#\{|[{}]|" + _OPENING.pattern)
_END = re.compile(rb"\s*+([A-Za-z_]\w*+)\s*")
_CHARACTER = re.compile(rb"[^\r\n]")
_EMPTY = b'""'  # in the place of one inside of another
_LONGEST = 100  # lines in which one with an open interpolation may go on


def without_nested_here_documents(data: bytes) -> bytes:
    """The text with an empty text in the place of each here document inside of another one, and blanks below it."""
    return _Reader(data).without_nested() if b"<<" in data else data


class _Reader:
    """The lines of a text, and where here documents may end."""

    def __init__(self, data: bytes) -> None:
        self.result = bytearray(data)
        self.lines: Sequence[bytes] = data.split(b"\n")
        self.starts = [0]
        ends: dict[bytes, list[int]] = defaultdict(list)
        for n, line in enumerate(self.lines):
            self.starts.append(self.starts[-1] + len(line) + 1)
            if found := _END.fullmatch(line):
                ends[found[1]].append(n)
        self.ends: Mapping[bytes, Sequence[int]] = ends

    def without_nested(self) -> bytes:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            at += 1
            for opening in [] if line.lstrip().startswith(b"#") else list(_OPENING.finditer(line)):
                at = self._behind(at, opening)
        return bytes(self.result)

    def _behind(self, at: int, opening: re.Match[bytes]) -> int:
        """The line behind a here document whose text begins in the line `at`; blanks those inside of it."""
        if (last := self._end(at, opening)) is None:
            return at
        depth, limit = 0, min(len(self.lines), last + _LONGEST)  # of brackets in an interpolation
        while at < limit and (depth or not self._is_end(at, opening)):
            inner = list[re.Match[bytes]]()
            for found in [] if opening["quote"] == b"'" else _BRACKET.finditer(self.lines[at]):
                if found["end"]:
                    inner += [found] * (depth > 0)
                elif found[0] == b"}":
                    depth -= depth > 0
                else:
                    depth += found[0] != b"{" or depth > 0
            at += 1
            for each in inner:
                if (end := self._end(at, each)) is not None:
                    self._blank(self.starts[at - 1] + each.start(), self.starts[at - 1] + each.end(), _EMPTY)
                    self._blank(self.starts[at], self.starts[end + 1] - 1, b"")
                    at = end + 1
        return at + 1 if at < limit else last + 1

    def _end(self, at: int, opening: re.Match[bytes]) -> int | None:
        """The line that ends a here document, from the line `at` on."""
        ends = self.ends.get(opening["end"], ())
        place = bisect_left(ends, at)
        return ends[place] if place < len(ends) else None

    def _is_end(self, at: int, opening: re.Match[bytes]) -> bool:
        return self.lines[at].strip() == opening["end"]

    def _blank(self, start: int, end: int, text: bytes) -> None:
        self.result[start:end] = text + _CHARACTER.sub(b" ", bytes(self.result[start + len(text) : end]))
