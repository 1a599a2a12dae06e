"""Statements of Python with a bracket or a quotation mark that nothing closes, which the grammar reads far beyond them.

The grammar looks for the end of such a bracket in all that follows, and loses definitions below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

_TOKEN = re.compile(
    rb'(?P<text>"{3}(?:[^"\\]|\\.|"(?!""))*+(?:"{3})?+|\'{3}(?:[^\'\\]|\\.|\'(?!\'\'))*+(?:\'{3})?+'
    rb"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')|\#[^\n]*+"
    rb"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<quote>[\"'])"
    rb"|(?m:^)[ \t]*+(?P<definition>(?:async[ \t]++)?+def|class)[ \t]++(?=[A-Za-z_])",
    re.DOTALL,
)
_CLOSED = {b")": b"(", b"]": b"[", b"}": b"{"}  # the bracket that each closes
_HEADER = re.compile(
    rb"[ \t]*+(?:(?P<name>(?:async[ \t]++)?+(?:def|class)[ \t]++\w++)"
    rb"|(?:async[ \t]++)?+(?:if|elif|else|for|while|with|try|except|finally|match|case)\b)"
)
_LINE = re.compile(rb"(?P<indent>[ \t]*+)(?P<text>[^\n]*+)")
_END_OF_HEADER = re.compile(rb":[ \t\r]*+(?:\#[^\n]*+)?+$", re.MULTILINE)
_LONGEST_HEADER = 2_000  # bytes
_MOST = 100  # broken statements; a file that somebody edits has a few
_CHARACTER = re.compile(rb"[^\r\n]")


class _Statement(NamedTuple):
    """A broken statement; bytes."""

    start: int  # of its first line
    place: int  # of what nothing closes
    end: int  # where the next definition begins, or the text ends


def without_broken_statements(data: bytes) -> bytes:
    """The text with blanks in the place of these statements; of one with a body below it a header is left.

    A text with very many of them is no Python, and is left as it is.
    """
    broken = [*islice(_broken(data), _MOST + 1)]
    if len(broken) > _MOST:
        return data
    result, done = bytearray(data), 0
    for each in broken:
        if each.place < done:
            continue
        start = max(each.start, done)
        first = _LINE.match(data, start)
        assert first is not None  # it matches anything
        if header := _HEADER.match(data, start, first.end()):
            done = _end_of_header(data, each)
            kept, signs = (header.end(), b"(") if header["name"] else (first.end("indent"), b"if 1")
            last = b"):" if header["name"] else b":"
            begin, end = data[kept : kept + len(signs)], data[done - len(last) : done]
            if done - kept >= len(signs) + len(last) and b"\n" not in begin + end:
                blanks = _CHARACTER.sub(b" ", data[kept + len(signs) : done - len(last)])
                result[kept:done] = signs + blanks + last
        else:
            done = _end_of_body(data, first, each)
            result[start:done] = _CHARACTER.sub(b" ", data[start:done])
    return bytes(result)


def _broken(data: bytes) -> Iterator[_Statement]:
    """The broken statements in order.

    No definition is in a bracket: the brackets that are open where one begins have no end.
    """
    around: list[int] = []  # the places of the open brackets
    start = ended = 0  # the first line of the last statement with brackets or texts, and where it ended so far
    for found in _TOKEN.finditer(data):
        at = found.start()
        if found["definition"]:
            yield from _unclosed(data, start, around, at)
            around, start, ended = [], at, at
            continue
        if not around and data.find(b"\n", ended, at) >= 0:
            start = data.rfind(b"\n", 0, at) + 1
        ended = found.end()
        if found["open"]:
            around.append(at)
        elif closing := found["close"]:
            if around and data[around[-1] : around[-1] + 1] == _CLOSED[closing]:
                around.pop()
            else:
                yield _Statement(start, at, len(data))
        elif found["quote"]:
            yield _Statement(start, at, len(data))
            around = []
    yield from _unclosed(data, start, around, len(data))


def _unclosed(data: bytes, start: int, around: Iterable[int], end: int) -> Iterator[_Statement]:
    """The statements of brackets that are open at `end`; the first of them began at `start`."""
    for n, place in enumerate(around):
        yield _Statement(data.rfind(b"\n", 0, place) + 1 if n else start, place, end)


def _end_of_header(data: bytes, statement: _Statement) -> int:
    """Behind the colon of the header; at the end of the line where there is none."""
    found = _END_OF_HEADER.search(data, statement.place, min(statement.end, statement.start + _LONGEST_HEADER))
    if found:
        return found.start() + 1
    end = data.find(b"\n", statement.place)
    return len(data[:end].rstrip()) if end >= 0 else len(data)


def _end_of_body(data: bytes, first: re.Match[bytes], statement: _Statement) -> int:
    """The end of the statement: of the line of what nothing closes, and of those below that are indented more."""
    last = data.find(b"\n", statement.place)
    last = last if last >= 0 else len(data)
    while last + 1 < statement.end and (line := _LINE.match(data, last + 1)):
        if not line["text"] or len(line["indent"]) <= len(first["indent"]):
            break
        last = line.end()
    return last
